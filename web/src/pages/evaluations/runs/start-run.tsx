// Starts a run over recent calls or a dataset, then opens the run.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useGet, useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Radio, RadioGroup, Select, faultOf } from '#ui';
import { CallFilterFields, filterFrom } from './call-filter-fields.tsx';
import { CriteriaChoice, chosenAtFirst, useCriteriaChoice } from './criteria-choice.tsx';
import { runTexts } from './texts.ts';

interface StartRunProps {
  /** Fixes the dataset; without it, the user chooses the source. */
  datasetId?: number;
  onClose: () => void;
}

export function StartRun({ datasetId, onClose }: StartRunProps) {
  const texts = useTexts(runTexts);
  const navigate = useNavigate();
  const [over, setOver] = useState<'recent' | 'dataset'>(datasetId === undefined ? 'recent' : 'dataset');
  const [picked, setPicked] = useState<number[] | null>(null);
  const [datasetChosen, setDatasetChosen] = useState<number | undefined>(undefined);
  const choice = useCriteriaChoice();
  const chosen = picked ?? chosenAtFirst(choice.criteria.data?.criteria ?? [], choice.judged);
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
  const sending = over === 'recent' ? recent : dataset;
  const send = (values: Record<string, string>) => {
    const criterionIds = chosen;
    if (over === 'dataset') {
      const id = datasetId ?? Number(values['dataset']);
      const split = values['split'] ?? '';
      dataset.mutate({ path: { id }, body: { criterionIds, ...(split === '' ? {} : { split }) } });
      return;
    }
    const filter = filterFrom(values);
    recent.mutate({
      body: {
        name: values['name'] ?? '',
        recentCount: Number(values['recentCount']),
        criterionIds,
        ...(filter ? { filter } : {}),
      },
    });
  };
  return (
    <Dialog open wide onClose={onClose} title={texts.startTitle} about={texts.startAbout}>
      <Form onSubmit={send} error={sending.error} fields={['name', 'recentCount', 'split']}>
        {datasetId === undefined && (
          <RadioGroup label={texts.over}>
            <Radio
              name="over"
              checked={over === 'recent'}
              onChange={() => setOver('recent')}
              label={texts.overRecent}
              hint={texts.overRecentHint}
            />
            <Radio
              name="over"
              checked={over === 'dataset'}
              onChange={() => setOver('dataset')}
              label={texts.overDataset}
              hint={texts.overDatasetHint}
            />
          </RadioGroup>
        )}
        {over === 'recent' ? (
          <>
            <div className="grid gap-5 sm:grid-cols-[1fr_9rem]">
              <Field label={texts.name} hint={texts.nameHint} fault={faultOf(recent.error, 'name')}>
                <Input name="name" required maxLength={100} autoComplete="off" />
              </Field>
              <Field label={texts.recentCount} fault={faultOf(recent.error, 'recentCount')}>
                <Input name="recentCount" type="number" required min={1} max={500} defaultValue={50} />
              </Field>
            </div>
            <CallFilterFields />
          </>
        ) : (
          <div className="grid gap-5 sm:grid-cols-2">
            {datasetId === undefined && <DatasetChoice onChange={setDatasetChosen} />}
            <SplitChoice datasetId={datasetId ?? datasetChosen} fault={faultOf(dataset.error, 'split')} />
          </div>
        )}
        <CriteriaChoice choice={choice} chosen={chosen} onChange={setPicked} />
        <DialogActions>
          <Button look="main" type="submit" busy={sending.isPending} disabled={chosen.length === 0}>
            {texts.start}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface SplitChoiceProps {
  datasetId: number | undefined;
  fault: string | null | undefined;
}

/** Renders nothing for a dataset without splits. */
function SplitChoice({ datasetId, fault }: SplitChoiceProps) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  const { data } = useGet(
    '/v1/eval-datasets/{id}/items',
    { path: { id: datasetId ?? 0 }, query: { limit: 1 } },
    { enabled: datasetId !== undefined },
  );
  const splits = data?.splits ?? [];
  if (datasetId === undefined || splits.length === 0) return null;
  return (
    <Field label={texts.split} fault={fault}>
      <Select key={datasetId} name="split">
        <option value="">{texts.allItems}</option>
        {splits.map(({ name, itemCount }) => (
          <option key={name} value={name}>
            {name} ({texts.items(format.count(itemCount), itemCount)})
          </option>
        ))}
      </Select>
    </Field>
  );
}

function DatasetChoice({ onChange }: { onChange: (id: number) => void }) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  const { data } = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const filled = data?.datasets.filter(({ itemCount }) => itemCount > 0) ?? [];
  const firstId = filled[0]?.id;
  useEffect(() => {
    if (firstId !== undefined) onChange(firstId);
  }, [firstId, onChange]);
  if (data && filled.length === 0) return <p className="text-warm">{texts.noDatasets}</p>;
  return (
    <Field label={texts.dataset}>
      <Select name="dataset" required onChange={({ target }) => onChange(Number(target.value))}>
        {filled.map(({ id, name, itemCount }) => (
          <option key={id} value={id}>
            {name} ({texts.items(format.count(itemCount), itemCount)})
          </option>
        ))}
      </Select>
    </Field>
  );
}
