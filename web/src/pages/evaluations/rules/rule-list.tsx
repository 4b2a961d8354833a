// Rules that score calls, traces and sessions: what each does, its counts, and its switch.
import { Activity, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isApiError, useGet, useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Ago,
  Badge,
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  Loaded,
  SkeletonRows,
  Switch,
  say,
  useConditionWords,
  useErrorText,
} from '#ui';
import { CreateRule } from './create-rule.tsx';
import { useRunFigures } from '../figures.ts';
import { useMayWrite } from '../may-write.tsx';
import { useReason } from '../use-reason.ts';
import { ruleTexts } from './texts.ts';
import { sharedTexts } from '../texts.ts';

type Rule = Schemas['EvalRule'];
const EVERY_MS = 30_000;

export function RuleList() {
  const texts = useTexts(ruleTexts);
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Rule | null>(null);
  const asked = useGet('/v1/eval-rules', {}, { refetchInterval: EVERY_MS });
  const criteria = useGet('/v1/eval-criteria', {});
  const criterionOf = ({ criterionId }: Rule) =>
    criteria.data?.criteria.find(({ id }) => id === criterionId)?.name ?? `#${criterionId}`;
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const rules = asked.data?.rules ?? [];
  return (
    <>
      <Card title={texts.list} about={texts.about} actions={rules.length > 0 && create}>
        <Loaded
          of={asked}
          skeleton={<SkeletonRows rows={3} />}
          empty={
            rules.length === 0 && (
              <EmptyState icon={<Activity size={22} aria-hidden />} title={texts.none} actions={create}>
                {texts.noneAbout}
              </EmptyState>
            )
          }
        >
          {() => (
            <ul aria-label={texts.list} className="grid min-w-0">
              {rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  criterion={criterionOf(rule)}
                  onDelete={() => setDeleting(rule)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {creating && <CreateRule onClose={() => setCreating(false)} />}
      <DeleteRule rule={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function FilterParts({ filter, quietSeconds }: Pick<Rule, 'filter' | 'quietSeconds'>) {
  const texts = useTexts(ruleTexts);
  const format = useFormat();
  const wordsOf = useConditionWords();
  const { tags = {}, where = [], ...rest } = filter;
  const parts = [
    ...Object.entries(rest).map(
      ([name, value]) => `${texts.filterNames[name as keyof typeof rest]}: ${String(value)}`,
    ),
    ...Object.entries(tags).map(([key, value]) => `${key}:${value}`),
    ...where.map((condition) => {
      const { name, op, value } = wordsOf(condition);
      return `${name} ${op} ${value}`;
    }),
  ];
  return (
    <>
      {parts.length === 0 && <Badge>{texts.allCalls}</Badge>}
      {parts.map((part) => (
        <Badge key={part} tone="accent">
          <span className="truncate" title={part}>
            {part}
          </span>
        </Badge>
      ))}
      {quietSeconds !== null && <Badge>{texts.quietFor(format.count(quietSeconds))}</Badge>}
    </>
  );
}

interface RuleRowProps {
  rule: Rule;
  criterion: string;
  onDelete: () => void;
}

function RuleRow({ rule, criterion, onDelete }: RuleRowProps) {
  const texts = useTexts(ruleTexts);
  const shared = useTexts(sharedTexts);
  const format = useFormat();
  const figures = useRunFigures();
  const reasonOf = useReason();
  const errorText = useErrorText();
  const mayWrite = useMayWrite();
  const change = useSend('patch', '/v1/eval-rules/{id}', { changes: ['/v1/eval-rules'] });
  const name = rule.name ?? texts.unnamed(rule.id);
  // Optimistic: shows the requested state until the service answers.
  const enabled = change.isPending ? (change.variables.body.enabled ?? rule.enabled) : rule.enabled;
  const toggle = (next: boolean) =>
    change.mutate(
      { path: { id: rule.id }, body: { enabled: next } },
      { onError: (error) => say(`${texts.failedSwitch} ${errorText(error)}`, 'bad') },
    );
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-6 gap-y-3 border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="grid min-w-0 flex-[1_1_18rem] gap-1.5">
        {mayWrite ? (
          <Switch
            label={name}
            hint={texts.sampled[rule.scope](`${figures.score(rule.samplePct)}%`, criterion)}
            checked={enabled}
            onChange={toggle}
          />
        ) : (
          <div>
            <p className="font-medium">{name}</p>
            <p className="text-sm text-muted">
              {texts.sampled[rule.scope](`${figures.score(rule.samplePct)}%`, criterion)}
            </p>
          </div>
        )}
        <div className="flex min-w-0 flex-wrap gap-1.5">
          <FilterParts filter={rule.filter} quietSeconds={rule.quietSeconds} />
        </div>
        {rule.lastErrorReason !== null && (
          <p className="text-sm text-warm" title={rule.lastError ?? ''}>
            {texts.waiting} {reasonOf(rule.lastErrorReason, rule.lastError)}
          </p>
        )}
      </div>
      <dl className="grid grid-cols-3 gap-x-6 text-sm">
        <Fact label={texts.scored}>{format.count(rule.scoredCount)}</Fact>
        <Fact label={texts.failed}>{format.count(rule.failedCount)}</Fact>
        <Fact label={texts.lastRun}>
          {rule.lastRunAt === null ? texts.notYet : <Ago at={rule.lastRunAt} />}
        </Fact>
      </dl>
      {mayWrite && (
        <Button size="small" aria-label={texts.deleteNamed(name)} onClick={onDelete}>
          {shared.delete}
        </Button>
      )}
    </li>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);

function DeleteRule({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const texts = useTexts(ruleTexts);
  const shared = useTexts(sharedTexts);
  const remove = useSend('delete', '/v1/eval-rules/{id}', { changes: ['/v1/eval-rules'] });
  if (rule === null) return null;
  const name = rule.name ?? texts.unnamed(rule.id);
  const done = () => {
    say(texts.deleted(name));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle(name)}
      about={texts.deleteAbout}
      action={shared.delete}
      busy={remove.isPending}
      error={remove.error}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() =>
        remove.mutate(
          { path: { id: rule.id } },
          {
            onSuccess: done,
            // Someone else has already deleted it, so the goal is reached.
            onError: (error) => isApiError(error) && error.status === 404 && done(),
          },
        )
      }
    />
  );
}
