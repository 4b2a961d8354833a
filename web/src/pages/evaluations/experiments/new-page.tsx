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
  DraftForm,
  EmptyState,
  ErrorNotice,
  Loaded,
  NumberField,
  Page,
  SelectField,
  Skeleton,
  TextField,
  Waiting,
  useDraft,
  type Draft,
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

interface ExperimentFormProps {
  connections: readonly Schemas['ModelConnection'][];
  prefilled: PrefilledExperiment;
}

function ExperimentForm({ connections, prefilled }: ExperimentFormProps) {
  const texts = useTexts(experimentTexts);
  const datasets = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  return (
    <Loaded of={datasets} error="card" skeleton={<Skeleton className="h-64" />}>
      {({ datasets: all }) => {
        const filled = all.filter(({ itemCount }) => itemCount > 0);
        return filled.length === 0 ? (
          <Missing
            icon={<Database size={22} aria-hidden />}
            title={texts.noDatasets}
            about={texts.noDatasetsAbout}
          >
            <ButtonLink look="main" to="/evaluations" search={{ tab: 'datasets' }}>
              {texts.toDatasets}
            </ButtonLink>
          </Missing>
        ) : (
          <FilledForm connections={connections} prefilled={prefilled} datasets={filled} />
        );
      }}
    </Loaded>
  );
}

type Datasets = readonly Schemas['EvalDatasetSummary'][];

function draftOf(prefilled: PrefilledExperiment, datasets: Datasets) {
  const chosen = datasets.find(({ id }) => String(id) === prefilled.datasetId);
  return {
    name: chosen?.name ?? '',
    datasetId: String((chosen ?? datasets[0])?.id ?? ''),
    split: '',
    limitUsd: '',
    repetitions: '1',
    concurrency: '8',
    variants: prefilled.variants as readonly DraftVariant[],
    baseline: 0,
    /** Null until they are chosen: the usual ones. */
    criterionIds: prefilled.criterionId === null ? null : [prefilled.criterionId],
  };
}
type Values = ReturnType<typeof draftOf>;

function FilledForm({ connections, prefilled, datasets }: ExperimentFormProps & { datasets: Datasets }) {
  const texts = useTexts(experimentTexts);
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const choice = useCriteriaChoice();
  const open = (id: string) =>
    void navigate({ to: '/evaluations/experiments/$id', params: { id }, search: {} });
  const start = useSend('post', '/v1/experiments/{id}/start', {
    changes: [EXPERIMENTS],
    onSuccess: ({ id }) => open(id),
  });
  const create = useSend('post', '/v1/experiments', { changes: [EXPERIMENTS] });
  const estimate = useSend('post', '/v1/experiments/estimate');
  const draft = useDraft(draftOf(prefilled, datasets), create, start);
  const chosen =
    draft.values.criterionIds ??
    chosenAtFirst(choice.criteria.data?.criteria ?? [], choice.judged).slice(0, 3);
  const bodyOf = (values: Values): Schemas['NewExperiment'] => ({
    name: values.name.trim() || texts.newTitle,
    datasetId: Number(values.datasetId),
    ...(values.split === '' ? {} : { split: values.split }),
    variants: values.variants.map(sentVariant),
    baseline: Math.min(values.baseline, values.variants.length - 1),
    repetitions: Number(values.repetitions || 1),
    concurrency: Number(values.concurrency || 8),
    criterionIds: chosen,
    limitUsd: values.limitUsd === '' ? null : Number(values.limitUsd),
  });
  const [then, setThen] = useState<'save' | 'start' | 'estimate'>('start');
  const send = (values: Values) => {
    const body = bodyOf(values);
    if (then === 'estimate') return estimate.mutate({ body });
    const onSuccess = ({ id }: { id: string }) =>
      then === 'start' ? start.mutate({ path: { id } }) : open(id);
    return create.mutate({ body }, { onSuccess });
  };
  return (
    <DraftForm of={draft} onSend={send}>
      <Card>
        <Settings of={draft} datasets={datasets} />
      </Card>
      <Card title={texts.variants}>
        <Variants of={draft} connections={connections} />
      </Card>
      <Card>
        <CriteriaChoice
          choice={choice}
          chosen={chosen}
          onChange={(criterionIds) => draft.set({ criterionIds })}
        />
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
              busy={draft.isSending && then === 'start'}
              onClick={() => setThen('start')}
            >
              {texts.saveAndStart}
            </Button>
          </div>
        </Card>
      )}
    </DraftForm>
  );
}

function Settings({ of, datasets }: { of: Draft<Values>; datasets: Datasets }) {
  const texts = useTexts(experimentTexts);
  const format = useFormat();
  const nameOf = (wanted: string) => {
    const dataset = datasets.find(({ id }) => String(id) === wanted);
    return dataset && `${dataset.name} (${texts.items(format.count(dataset.itemCount))})`;
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField of={of} name="name" label={texts.name} required maxLength={100} />
      <SelectField
        of={of}
        name="datasetId"
        label={texts.dataset}
        required
        options={datasets.map(({ id }) => String(id))}
        show={nameOf}
      />
      <TextField of={of} name="split" label={texts.split} hint={texts.splitHint} maxLength={100} />
      <NumberField of={of} name="limitUsd" label={texts.limit} hint={texts.limitHint} min={0} />
      <NumberField of={of} name="repetitions" label={texts.repetitions} min={1} max={10} step={1} />
      <NumberField of={of} name="concurrency" label={texts.concurrency} min={1} max={16} step={1} />
    </div>
  );
}

function Variants({ of, connections }: { of: Draft<Values> } & Pick<ExperimentFormProps, 'connections'>) {
  const texts = useTexts(experimentTexts);
  const prompts = useGet('/v1/prompts', { query: { limit: 200 } });
  const { variants, baseline } = of.values;
  const add = () => {
    const last = variants.at(-1) ?? emptyVariant(0, connections[0]?.id ?? '');
    const key = Math.max(...variants.map((each) => each.key)) + 1;
    of.set({ variants: [...variants, { ...last, key }] });
  };
  const last = variants.length - 1;
  return (
    <>
      {variants.map((variant, at) => (
        <VariantFields
          key={variant.key}
          at={at}
          variant={variant}
          prompts={prompts.data?.prompts ?? []}
          connections={connections}
          onChange={(changed) => of.set({ variants: variants.with(at, changed) })}
          onRemove={last > 0 ? () => of.set({ variants: variants.toSpliced(at, 1) }) : null}
        />
      ))}
      <div className="flex flex-wrap items-end gap-4">
        {variants.length < MAX_VARIANTS && (
          <Button icon={<Plus size={16} aria-hidden />} onClick={add}>
            {texts.addVariant}
          </Button>
        )}
        <SelectField
          of={{ ...of, values: { ...of.values, baseline: Math.min(baseline, last) } }}
          name="baseline"
          label={texts.baseline}
          hint={texts.baselineHint}
          options={[...variants.keys()]}
          show={(at) => texts.variant(at + 1)}
        />
      </div>
    </>
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
