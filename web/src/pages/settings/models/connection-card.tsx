import { useState, type ReactNode } from 'react';
import { isApiError, useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { isRecordedConnection } from '#lib/fitting-connection';
import {
  Ago,
  AlertBox,
  Badge,
  Button,
  Card,
  ConfirmDialog,
  ErrorNotice,
  Money,
  ShareMeter,
  StatusDot,
  say,
} from '#ui';
import { modelsTexts } from './texts.ts';

const PATH = '/v1/model-connections';

interface ConnectionCardProps {
  connection: Schemas['ModelConnection'];
  mayManage: boolean;
  onEdit: (connection: Schemas['ModelConnection']) => void;
}

export function ConnectionCard({ connection, mayManage, onEdit }: ConnectionCardProps) {
  const texts = useTexts(modelsTexts);
  const format = useFormat();
  const [deleting, setDeleting] = useState(false);
  const { id, name, provider, baseUrl, apiKey, defaultModel, models, isDefault } = connection;
  const isRecorded = isRecordedConnection(connection);
  const test = useSend('post', `${PATH}/{id}/test`, { wholeAccount: true, changes: [PATH] });
  const fault = test.data?.fault ?? (test.data ? null : connection.testFault);
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-base/5">
            <span className="min-w-0 truncate" title={name}>
              {name}
            </span>
            {isDefault && <Badge tone="cool">{texts.isDefault}</Badge>}
          </h2>
          {!isRecorded && <p className="text-sm text-muted">{texts.providers[provider]}</p>}
          {isRecorded ? (
            <p className="max-w-prose text-sm text-muted">{texts.recordedAbout}</p>
          ) : (
            <p className="truncate font-mono text-xs text-muted" title={baseUrl}>
              {baseUrl}
            </p>
          )}
        </div>
        <TestState connection={connection} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-4">
        <Fact label={texts.model}>
          <code className="font-mono text-xs break-all">{defaultModel}</code>
          {models.length > 0 && (
            <span className="block text-xs text-muted">
              {texts.allowed(format.count(models.length), models.length)}
            </span>
          )}
          {connection.embeddingModel !== null && (
            <span className="block text-xs text-muted">
              {texts.embeddingModel}: <code className="font-mono break-all">{connection.embeddingModel}</code>
            </span>
          )}
        </Fact>
        <Fact label={texts.key}>
          <span className="font-mono text-xs">{apiKey ?? texts.without}</span>
        </Fact>
        <Spent label={texts.today} spent={connection.daySpentUsd} budget={connection.dayBudgetUsd} />
        <Spent label={texts.thisMonth} spent={connection.monthSpentUsd} budget={connection.monthBudgetUsd} />
      </dl>
      <div aria-live="polite" className="grid gap-2 empty:hidden">
        {test.error ? <ErrorNotice error={test.error} /> : null}
        {!test.isPending && fault && <FaultBox fault={fault} />}
        {!test.isPending && test.data?.ok && (
          <p className="text-sm text-good">
            {texts.testOk(test.data.model, format.duration(test.data.latencyMs))}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 border-t pt-3">
        <Button
          size="small"
          busy={test.isPending}
          aria-label={texts.testNamed(name)}
          onClick={() => test.mutate({ path: { id }, body: {} })}
        >
          {texts.test}
        </Button>
        {mayManage && (
          <>
            {!isRecorded && (
              <Button size="small" aria-label={texts.editNamed(name)} onClick={() => onEdit(connection)}>
                {texts.edit}
              </Button>
            )}
            <Button
              size="small"
              look="danger"
              aria-label={texts.deleteNamed(name)}
              onClick={() => setDeleting(true)}
            >
              {texts.delete}
            </Button>
          </>
        )}
      </div>
      {deleting && <Delete connection={connection} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

function FaultBox({ fault }: { fault: Schemas['ModelFault'] }) {
  const texts = useTexts(modelsTexts);
  return (
    <AlertBox>
      <div className="grid min-w-0 gap-1">
        <p>{texts.faults[fault.reason]}</p>
        {fault.detail !== null && (
          <p className="text-sm break-words text-muted">{texts.said(fault.detail)}</p>
        )}
      </div>
    </AlertBox>
  );
}

function TestState({ connection: { testedAt, testFault } }: { connection: Schemas['ModelConnection'] }) {
  const texts = useTexts(modelsTexts);
  if (testedAt === null) return <StatusDot tone="neutral">{texts.neverTested}</StatusDot>;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <StatusDot tone={testFault ? 'bad' : 'good'}>{testFault ? texts.testedBad : texts.testedOk}</StatusDot>
      <span className="text-muted">
        {texts.tested} <Ago at={testedAt} />
      </span>
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Spent({ label, spent, budget }: { label: string; spent: number; budget: number | null }) {
  const texts = useTexts(modelsTexts);
  const format = useFormat();
  const share = budget === null ? 0 : budget > 0 ? spent / budget : 1;
  return (
    <Fact label={label}>
      <Money usd={spent} />{' '}
      <span className="text-xs text-muted">
        {budget === null ? texts.noLimit : texts.ofBudget(format.money(budget))}
      </span>
      {budget !== null && <ShareMeter label={label} share={share} text={format.share(share)} />}
    </Fact>
  );
}

function Delete({ connection, onClose }: { connection: Schemas['ModelConnection']; onClose: () => void }) {
  const texts = useTexts(modelsTexts);
  const done = () => {
    say(texts.deleted);
    onClose();
  };
  const remove = useSend('delete', `${PATH}/{id}`, {
    wholeAccount: true,
    changes: [PATH],
    onSuccess: done,
  });
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle(connection.name)}
      about={connection.isDefault ? `${texts.deleteAbout} ${texts.deleteDefault}` : texts.deleteAbout}
      action={texts.delete}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { id: connection.id } },
          { onError: (error) => isApiError(error) && error.status === 404 && done() },
        )
      }
    />
  );
}
