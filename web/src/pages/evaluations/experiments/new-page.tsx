// The form of a new experiment, with an estimate of its cost before anything runs.
import { useNavigate } from '@tanstack/react-router';
import { Database, Plug, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useGet, useProjectId, useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { usableConnections } from '#lib/fitting-connection';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorNotice,
  Field,
  Form,
  Input,
  Loaded,
  Page,
  Select,
  Skeleton,
  Waiting,
} from '#ui';
import { BackTo } from '../clip.tsx';
import { WhyReadOnly, useMayWrite } from '../may-write.tsx';
import { CriteriaChoice, chosenAtFirst, useCriteriaChoice } from '../runs/criteria-choice.tsx';
import { usePrefilled, type PrefilledExperiment } from './prefilled.ts';
import { experimentTexts } from './texts.ts';
import { EXPERIMENTS } from './use-experiments.ts';
import { emptyVariant, sentVariant, type DraftVariant } from './draft-variant.ts';
import { VariantFields } from './variant-fields.tsx';

const MAX_VARIANTS = 6;

interface MissingProps {
  icon: ReactNode;
  title: string;
  about: string;
  children: ReactNode;
}

/** What an experiment needs first, and where to get it. */
const Missing = ({ icon, title, about, children }: MissingProps) => (
  <Card>
    <EmptyState icon={icon} title={title} actions={children}>
      {about}
    </EmptyState>
  </Card>
);

export function NewExperimentPage() {
  const texts = useTexts(experimentTexts);
  const projectId = useProjectId();
  const connections = useGet('/v1/model-connections', {}, { wholeAccount: true });
  return (
    <Page title={texts.newTitle} about={<BackTo tab="experiments">{texts.newAbout}</BackTo>}>
      <WhyReadOnly />
      <Loaded of={connections} error="card" skeleton={<Skeleton className="h-64" />}>
        {({ connections: all }) =>
          usableConnections(all, projectId).length === 0 ? (
            <Missing
              icon={<Plug size={22} aria-hidden />}
              title={texts.noConnections}
              about={texts.noConnectionsAbout}
            >
              <ButtonLink look="main" to="/settings/models">
                {texts.toConnections}
              </ButtonLink>
            </Missing>
          ) : (
            <PrefilledForm connections={usableConnections(all, projectId)} />
          )
        }
      </Loaded>
    </Page>
  );
}

function PrefilledForm({ connections }: Pick<ExperimentFormProps, 'connections'>) {
  const prefilled = usePrefilled(connections);
  return prefilled ? (
    <ExperimentForm connections={connections} prefilled={prefilled} />
  ) : (
    <Waiting>
      <Skeleton className="h-64" />
    </Waiting>
  );
}

function useExperimentDraft({ variants: first, criterionId }: PrefilledExperiment) {
  const [variants, setVariants] = useState<DraftVariant[]>(first);
  const [picked, setPicked] = useState<number[] | null>(criterionId === null ? null : [criterionId]);
  const choice = useCriteriaChoice();
  const chosen = picked ?? chosenAtFirst(choice.criteria.data?.criteria ?? [], choice.judged).slice(0, 3);
  return { variants, setVariants, choice, chosen, setPicked };
}

interface ExperimentFormProps {
  connections: readonly Schemas['ModelConnection'][];
  prefilled: PrefilledExperiment;
}

function ExperimentForm({ connections, prefilled }: ExperimentFormProps) {
  const texts = useTexts(experimentTexts);
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const format = useFormat();
  const { variants, setVariants, choice, chosen, setPicked } = useExperimentDraft(prefilled);
  const [baseline, setBaseline] = useState(0);
  const prompts = useGet('/v1/prompts', { query: { limit: 200 } });
  const datasets = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const filled = datasets.data?.datasets.filter(({ itemCount }) => itemCount > 0) ?? [];
  const chosenSet = filled.find(({ id }) => String(id) === prefilled.datasetId);
  const open = (id: string) =>
    void navigate({ to: '/evaluations/experiments/$id', params: { id }, search: {} });
  const start = useSend('post', '/v1/experiments/{id}/start', {
    changes: [EXPERIMENTS],
    onSuccess: ({ id }) => open(id),
  });
  const create = useSend('post', '/v1/experiments', { changes: [EXPERIMENTS] });
  const estimate = useSend('post', '/v1/experiments/estimate');
  const bodyOf = (values: Record<string, string>): Schemas['NewExperiment'] => ({
    name: values['name']?.trim() || texts.newTitle,
    datasetId: Number(values['dataset']),
    ...(values['split'] ? { split: values['split'] } : {}),
    variants: variants.map(sentVariant),
    baseline: Math.min(baseline, variants.length - 1),
    repetitions: Number(values['repetitions'] || 1),
    concurrency: Number(values['concurrency'] || 8),
    criterionIds: chosen,
    limitUsd: values['limit'] ? Number(values['limit']) : null,
  });
  const send = (values: Record<string, string>, then: 'save' | 'start') =>
    create.mutate(
      { body: bodyOf(values) },
      {
        onSuccess: ({ id }) => {
          if (then === 'start') start.mutate({ path: { id } });
          else open(id);
        },
      },
    );
  const [then, setThen] = useState<'save' | 'start' | 'estimate'>('start');
  if (datasets.isSuccess && filled.length === 0)
    return (
      <Missing
        icon={<Database size={22} aria-hidden />}
        title={texts.noDatasets}
        about={texts.noDatasetsAbout}
      >
        <ButtonLink look="main" to="/evaluations" search={{ tab: 'datasets' }}>
          {texts.toDatasets}
        </ButtonLink>
      </Missing>
    );
  return (
    <Form
      error={create.error ?? start.error}
      onSubmit={(values) => {
        if (then === 'estimate') estimate.mutate({ body: bodyOf(values) });
        else send(values, then);
      }}
    >
      <Card>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.name}>
            <Input
              key={chosenSet?.id}
              name="name"
              required
              maxLength={100}
              autoComplete="off"
              defaultValue={chosenSet?.name}
            />
          </Field>
          <Field label={texts.dataset}>
            <Select key={chosenSet?.id} name="dataset" required defaultValue={chosenSet?.id}>
              {filled.map(({ id, name, itemCount }) => (
                <option key={id} value={id}>
                  {name} ({texts.items(format.count(itemCount))})
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.split} hint={texts.splitHint}>
            <Input name="split" maxLength={100} autoComplete="off" />
          </Field>
          <Field label={texts.limit} hint={texts.limitHint}>
            <Input name="limit" type="number" min={0} step="any" />
          </Field>
          <Field label={texts.repetitions}>
            <Input name="repetitions" type="number" min={1} max={10} defaultValue={1} />
          </Field>
          <Field label={texts.concurrency}>
            <Input name="concurrency" type="number" min={1} max={16} defaultValue={8} />
          </Field>
        </div>
      </Card>
      <Card title={texts.variants}>
        {variants.map((variant, at) => (
          <VariantFields
            key={variant.key}
            at={at}
            variant={variant}
            prompts={prompts.data?.prompts ?? []}
            connections={connections}
            onChange={(changed) => setVariants(variants.with(at, changed))}
            onRemove={variants.length > 1 ? () => setVariants(variants.toSpliced(at, 1)) : null}
          />
        ))}
        <div className="flex flex-wrap items-end gap-4">
          {variants.length < MAX_VARIANTS && (
            <Button
              icon={<Plus size={16} aria-hidden />}
              onClick={() => {
                const last = variants.at(-1) ?? emptyVariant(0, connections[0]?.id ?? '');
                const key = Math.max(...variants.map((each) => each.key)) + 1;
                setVariants([...variants, { ...last, key }]);
              }}
            >
              {texts.addVariant}
            </Button>
          )}
          <Field label={texts.baseline} hint={texts.baselineHint}>
            <Select
              value={Math.min(baseline, variants.length - 1)}
              onChange={({ target }) => setBaseline(Number(target.value))}
            >
              {variants.map(({ key }, at) => (
                <option key={key} value={at}>
                  {texts.variant(at + 1)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      </Card>
      <Card>
        <CriteriaChoice choice={choice} chosen={chosen} onChange={setPicked} />
      </Card>
      {mayWrite && (
        <Card title={texts.estimate}>
          {estimate.data && <Estimated estimate={estimate.data} />}
          {estimate.error && <ErrorNotice error={estimate.error} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={estimate.isPending} onClick={() => setThen('estimate')}>
              {texts.estimateAgain}
            </Button>
            <Button type="submit" busy={create.isPending && then === 'save'} onClick={() => setThen('save')}>
              {texts.save}
            </Button>
            <Button
              look="main"
              type="submit"
              busy={(create.isPending || start.isPending) && then === 'start'}
              onClick={() => setThen('start')}
            >
              {texts.saveAndStart}
            </Button>
          </div>
        </Card>
      )}
    </Form>
  );
}

function Estimated({ estimate }: { estimate: Schemas['ExperimentEstimate'] }) {
  const texts = useTexts(experimentTexts);
  const format = useFormat();
  const { total, scoring, cellCount, priceKnown } = estimate;
  return (
    <div role="status" className="grid gap-1">
      <p className="text-lg font-semibold">
        {texts.estimateText(
          format.money(total.likelyUsd),
          format.money(total.lowUsd),
          format.money(total.highUsd),
        )}
      </p>
      <p className="text-sm text-muted">
        {texts.estimateCells(format.count(cellCount))}
        {scoring.likelyUsd > 0 && `, ${texts.estimateScoring(format.money(scoring.likelyUsd))}`}
      </p>
      {!priceKnown && <p className="text-sm text-warm">{texts.noPrice}</p>}
    </div>
  );
}
