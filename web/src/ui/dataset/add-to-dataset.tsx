// Adds calls, or the texts of one span, to an existing or a new dataset.
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Field, Input, Select, TextArea } from '../field.tsx';
import { Form, faultOf } from '../form.tsx';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { useSayAdded } from './added.ts';
import { useDatasetLimits } from './limits.ts';
import { addToDatasetTexts } from './texts.ts';

const NEW = 'new';

interface DatasetItemDraft {
  input: string;
  output: string;
  /** The call that it comes from: erasing the call erases the item. */
  sourceCallId: string | null;
}

type AddToDatasetProps = { callIds: readonly string[] } | { item: DatasetItemDraft };

export function AddToDataset(added: AddToDatasetProps) {
  const texts = useTexts(addToDatasetTexts);
  const [open, setOpen] = useState(false);
  const isItem = 'item' in added;
  return (
    <>
      <Button size="small" icon={<FlaskConical size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.addToDataset}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={texts.addToDataset}
        about={isItem ? texts.aboutItem : texts.aboutCalls}
        wide={isItem}
      >
        <DatasetForm added={added} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type Dataset = Schemas['EvalDatasetSummary'];

function DatasetForm({ added, onDone }: { added: AddToDatasetProps; onDone: () => void }) {
  const texts = useTexts(addToDatasetTexts);
  const limits = useDatasetLimits();
  const takesMore = ({ frozen, itemCount }: Dataset): boolean => !frozen && itemCount < limits.items;
  const list = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const datasets = list.data?.datasets ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen ?? String(datasets.find(takesMore)?.id ?? NEW);
  const { sayAdded, fault, clearFault } = useSayAdded(onDone);
  const changes = ['/v1/eval-datasets'];
  const create = useSend('post', '/v1/eval-datasets', { changes });
  const addCalls = useSend('post', '/v1/eval-datasets/{id}/items/from-calls', {
    changes,
    onSuccess: (result, { body }) => sayAdded(result, body.callIds.length),
  });
  const addItems = useSend('post', '/v1/eval-datasets/{id}/items', {
    changes,
    onSuccess: (result, { body }) => sayAdded(result, body.items.length),
  });
  const addTo = (id: number, { input = '', expected = '' }: Record<string, string>) => {
    if ('callIds' in added) return addCalls.mutate({ path: { id }, body: { callIds: [...added.callIds] } });
    const item = {
      inputText: input,
      expectedOutput: expected.trim() === '' ? null : expected,
      sourceCallId: added.item.sourceCallId,
    };
    return addItems.mutate({ path: { id }, body: { items: [item] } });
  };
  const send = (given: Record<string, string>) => {
    clearFault();
    if (value !== NEW) return addTo(Number(value), given);
    return create.mutate(
      { body: { name: (given['name'] ?? '').trim() } },
      {
        onSuccess: ({ id }) => {
          setChosen(String(id));
          addTo(id, given);
        },
      },
    );
  };
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={3} />}>
      {() => (
        <Form onSubmit={send} error={create.error ?? addCalls.error ?? addItems.error} fields={['name']}>
          <Field label={texts.dataset} fault={fault}>
            <Select
              value={value}
              onChange={(event) => {
                setChosen(event.target.value);
                clearFault();
              }}
            >
              {datasets.map((dataset) => (
                <option key={dataset.id} value={dataset.id} disabled={!takesMore(dataset)}>
                  {dataset.frozen
                    ? texts.frozen(dataset.name)
                    : texts.datasetItems(dataset.name, dataset.itemCount, limits.items)}
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
          {'item' in added && <ItemFields item={added.item} />}
          <DialogActions>
            <Button
              look="main"
              type="submit"
              busy={create.isPending || addCalls.isPending || addItems.isPending}
            >
              {texts.add}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Loaded>
  );
}

function ItemFields({ item }: { item: DatasetItemDraft }) {
  const texts = useTexts(addToDatasetTexts);
  const format = useFormat();
  const { characters } = useDatasetLimits();
  const isCut = Math.max(item.input.length, item.output.length) > characters;
  return (
    <>
      <Field label={texts.itemInput}>
        <TextArea
          name="input"
          required
          rows={5}
          maxLength={characters}
          defaultValue={item.input.slice(0, characters)}
        />
      </Field>
      <Field
        label={texts.itemExpected}
        hint={isCut ? texts.itemCut(format.count(characters)) : texts.itemExpectedHint}
      >
        <TextArea
          name="expected"
          rows={5}
          maxLength={characters}
          defaultValue={item.output.slice(0, characters)}
        />
      </Field>
    </>
  );
}
