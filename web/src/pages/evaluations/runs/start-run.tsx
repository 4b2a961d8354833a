// Starts a run over recent calls or a dataset, then opens the run.
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useGet, useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Button,
  Dialog,
  DialogActions,
  DraftForm,
  NumberField,
  RadioField,
  SelectField,
  TextField,
  useDraft,
  type Draft,
} from '#ui';
import { CallFilterFields, EMPTY_FILTER, filterFrom } from './call-filter-fields.tsx';
import { CriteriaChoice, chosenAtFirst, useCriteriaChoice } from './criteria-choice.tsx';
import { runTexts } from './texts.ts';

const OVERS = ['recent', 'dataset'] as const;

const draftOf = (datasetId: number | undefined) => ({
  over: datasetId === undefined ? OVERS[0] : OVERS[1],
  name: '',
  recentCount: '50',
  ...EMPTY_FILTER,
  datasetId,
  /** '' for all items. */
  split: '',
  /** Null until they are chosen: the usual ones. */
  criterionIds: null as number[] | null,
});
type Values = ReturnType<typeof draftOf>;

interface StartRunProps {
  /** Fixes the dataset; without it, the user chooses the source. */
  datasetId?: number;
  onClose: () => void;
}

export function StartRun({ datasetId, onClose }: StartRunProps) {
  const texts = useTexts(runTexts);
  const navigate = useNavigate();
  const choice = useCriteriaChoice();
  const go = (id: number) => {
    onClose();
    void navigate({ to: '/evaluations/runs/$id', params: { id: String(id) }, search: {} });
  };
  const changes = ['/v1/eval-runs'];
  const recent = useSend('post', '/v1/eval-runs', { changes, onSuccess: ({ summary }) => go(summary.id) });
  const dataset = useSend('post', '/v1/eval-datasets/{id}/run', {
    changes,
    onSuccess: ({ runId }) => go(runId),
  });
  const draft = useDraft(draftOf(datasetId), recent, dataset);
  const { over } = draft.values;
  const chosen =
    draft.values.criterionIds ?? chosenAtFirst(choice.criteria.data?.criteria ?? [], choice.judged);
  const send = (values: Values) => {
    const { split, datasetId: id, name, recentCount } = values;
    const filter = filterFrom(values);
    if (over === 'recent')
      recent.mutate({
        body: {
          name,
          recentCount: Number(recentCount),
          criterionIds: chosen,
          ...(filter ? { filter } : {}),
        },
      });
    else if (id !== undefined)
      dataset.mutate({ path: { id }, body: { criterionIds: chosen, ...(split === '' ? {} : { split }) } });
  };
  return (
    <Dialog open wide onClose={onClose} title={texts.startTitle} about={texts.startAbout}>
      <DraftForm of={draft} onSend={send}>
        {datasetId === undefined && (
          <RadioField
            of={draft}
            name="over"
            label={texts.over}
            options={OVERS}
            show={(one) => (one === 'recent' ? texts.overRecent : texts.overDataset)}
            hintOf={(one) => (one === 'recent' ? texts.overRecentHint : texts.overDatasetHint)}
          />
        )}
        {over === 'recent' ? (
          <>
            <div className="grid gap-5 sm:grid-cols-[1fr_9rem]">
              <TextField
                of={draft}
                name="name"
                label={texts.name}
                hint={texts.nameHint}
                required
                maxLength={100}
              />
              <NumberField
                of={draft}
                name="recentCount"
                label={texts.recentCount}
                required
                min={1}
                max={500}
                step={1}
              />
            </div>
            <CallFilterFields of={draft} />
          </>
        ) : (
          <div className="grid gap-5 sm:grid-cols-2">
            {datasetId === undefined && <DatasetChoice of={draft} />}
            <SplitChoice of={draft} />
          </div>
        )}
        <CriteriaChoice
          choice={choice}
          chosen={chosen}
          onChange={(criterionIds) => draft.set({ criterionIds })}
        />
        <DialogActions>
          <Button look="main" type="submit" busy={draft.isSending} disabled={chosen.length === 0}>
            {texts.start}
          </Button>
        </DialogActions>
      </DraftForm>
    </Dialog>
  );
}

/** Renders nothing for a dataset without splits. */
function SplitChoice({ of }: { of: Draft<Values> }) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  const { datasetId } = of.values;
  const { data } = useGet(
    '/v1/eval-datasets/{id}/items',
    { path: { id: datasetId ?? 0 }, query: { limit: 1 } },
    { enabled: datasetId !== undefined },
  );
  const splits = data?.splits ?? [];
  if (datasetId === undefined || splits.length === 0) return null;
  const nameOf = (wanted: string) => {
    const split = splits.find(({ name }) => name === wanted);
    return split
      ? `${split.name} (${texts.items(format.count(split.itemCount), split.itemCount)})`
      : texts.allItems;
  };
  return (
    <SelectField
      of={of}
      name="split"
      label={texts.split}
      options={['', ...splits.map(({ name }) => name)]}
      show={nameOf}
    />
  );
}

function DatasetChoice({ of }: { of: Draft<Values> }) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  const { data } = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const filled = data?.datasets.filter(({ itemCount }) => itemCount > 0) ?? [];
  const { datasetId } = of.values;
  const firstId = filled[0]?.id;
  useEffect(() => {
    if (datasetId === undefined && firstId !== undefined) of.set({ datasetId: firstId });
  }, [datasetId, firstId, of]);
  if (data && filled.length === 0) return <p className="text-warm">{texts.noDatasets}</p>;
  const nameOf = (wanted: number | undefined) => {
    const dataset = filled.find(({ id }) => id === wanted);
    return dataset && `${dataset.name} (${texts.items(format.count(dataset.itemCount), dataset.itemCount)})`;
  };
  return (
    <SelectField
      of={{ ...of, set: ({ datasetId: id }) => of.set({ datasetId: id, split: '' }) }}
      name="datasetId"
      label={texts.dataset}
      required
      options={filled.map(({ id }) => id)}
      show={nameOf}
    />
  );
}
