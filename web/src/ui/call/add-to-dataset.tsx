// Adds calls as items to an existing or a new dataset.
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, type Schemas } from '#api';
import { useTexts, useWorded } from '#i18n';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Field, Input, Select } from '../field.tsx';
import { Form, faultOf } from '../form.tsx';
import { Loaded } from '../loaded.tsx';
import { reasonWordings } from '../reason-wordings.ts';
import { SkeletonRows } from '../skeleton.tsx';
import { say } from '../toast.tsx';
import { callTexts } from './texts.ts';

const NEW = 'new';
const MOST_ITEMS = 20;

export function AddToDataset({ callIds }: { callIds: readonly string[] }) {
  const texts = useTexts(callTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<FlaskConical size={16} aria-hidden />}
        disabled={callIds.length > MOST_ITEMS}
        title={callIds.length > MOST_ITEMS ? texts.tooManyForDataset(MOST_ITEMS) : undefined}
        onClick={() => setOpen(true)}
      >
        {texts.addToDataset}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={texts.addToDataset}
        about={texts.addToDatasetAbout}
      >
        <Choose callIds={callIds} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type Dataset = Schemas['EvalDatasetSummary'];
const takesMore = ({ frozen, itemCount }: Dataset): boolean => !frozen && itemCount < MOST_ITEMS;

function Choose({ callIds, onDone }: { callIds: readonly string[]; onDone: () => void }) {
  const texts = useTexts(callTexts);
  const list = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const [chosen, setChosen] = useState<string | null>(null);
  const worded = useWorded(reasonWordings);
  const [skipped, setSkipped] = useState<string | null>(null);
  const create = useSend('post', '/v1/eval-datasets', { changes: ['/v1/eval-datasets'] });
  const add = useSend('post', '/v1/eval-datasets/{id}/items/from-calls', {
    changes: ['/v1/eval-datasets'],
    onSuccess: ({ added, truncated, skipped: [first], dataset }) => {
      if (added === 0)
        return setSkipped(first ? worded({ code: first.reason }, first.message).words : texts.notAdded);
      const left = callIds.length - added;
      if (left > 0) say(texts.addedSome(added, left, dataset.name), 'bad');
      else say(truncated.length > 0 ? texts.addedCut(dataset.name) : texts.added(dataset.name));
      onDone();
    },
  });
  const datasets = list.data?.datasets ?? [];
  const value = chosen ?? String(datasets.find(takesMore)?.id ?? NEW);
  const addTo = (id: number) => add.mutate({ path: { id }, body: { callIds: [...callIds] } });
  const send = ({ name = '' }: Record<string, string>) => {
    setSkipped(null);
    if (value !== NEW) return addTo(Number(value));
    return create.mutate(
      { body: { name: name.trim() } },
      {
        onSuccess: ({ id }) => {
          setChosen(String(id));
          addTo(id);
        },
      },
    );
  };
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={2} />}>
      {() => (
        <Form onSubmit={send} error={create.error ?? add.error} fields={['name']}>
          <Field label={texts.dataset} fault={skipped}>
            <Select
              value={value}
              onChange={(event) => {
                setChosen(event.target.value);
                setSkipped(null);
              }}
            >
              {datasets.map((dataset) => (
                <option key={dataset.id} value={dataset.id} disabled={!takesMore(dataset)}>
                  {dataset.frozen
                    ? texts.frozen(dataset.name)
                    : texts.datasetItems(dataset.name, dataset.itemCount, MOST_ITEMS)}
                </option>
              ))}
              <option value={NEW}>{texts.newDataset}</option>
            </Select>
          </Field>
          {value === NEW && (
            <Field label={texts.datasetName} fault={faultOf(create.error, 'name')}>
              <Input name="name" required maxLength={100} pattern=".*\S.*" autoComplete="off" />
            </Field>
          )}
          <DialogActions>
            <Button look="main" type="submit" busy={create.isPending || add.isPending}>
              {texts.add}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Loaded>
  );
}
