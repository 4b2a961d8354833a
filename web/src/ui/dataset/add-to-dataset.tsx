// Adds calls, or the texts of one span, to an existing or a new dataset.
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Field, Input, Select, TextArea } from '../form/field.tsx';
import { Form, faultOf } from '../form/form.tsx';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { useSayAdded, type AddedResult } from './added.ts';
import { DatasetLimit } from './dataset-limit.tsx';
import { useDatasetLimits } from './limits.ts';
import { addToDatasetTexts } from './texts.ts';

const NEW = 'new';

interface DatasetItemDraft {
  input: string;
  /** The input is JSON, such as messages; it is stored as such. */
  isJson?: boolean;
  output: string;
  /** The call that it comes from: erasing the call erases the item. */
  sourceCallId: string | null;
  /** The same for a span that is no call. */
  sourceTraceId?: string | null;
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
  const itemCountOf = (id: string): number =>
    datasets.find((dataset) => String(dataset.id) === id)?.itemCount ?? 0;
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
  const addJson = useSend('post', '/v1/eval-datasets/{id}/items/batch', { changes });
  const [inputFault, setInputFault] = useState<string | null>(null);
  const addTo = (id: number, name: string, { input = '', expected = '' }: Record<string, string>) => {
    if ('callIds' in added) return addCalls.mutate({ path: { id }, body: { callIds: [...added.callIds] } });
    const { sourceCallId, sourceTraceId = null, isJson = false } = added.item;
    const expectedOutput = expected.trim() === '' ? null : expected;
    if (isJson)
      return addJson.mutate(
        {
          path: { id },
          body: { items: [{ input: jsonIn(input), expectedOutput, sourceCallId, sourceTraceId }] },
        },
        { onSuccess: (result) => sayAdded(addedOf(result, name), 1) },
      );
    const item = { inputText: input, expectedOutput, sourceCallId, sourceTraceId };
    return addItems.mutate({ path: { id }, body: { items: [item] } });
  };
  const send = (given: Record<string, string>) => {
    clearFault();
    const isBad = 'item' in added && added.item.isJson === true && jsonIn(given['input'] ?? '') === undefined;
    setInputFault(isBad ? texts.notJson : null);
    if (isBad) return undefined;
    if (value !== NEW) {
      // A dataset that was just made may not be in the list yet.
      const known = datasets.find(({ id }) => String(id) === value) ?? create.data;
      return addTo(Number(value), known?.name ?? '', given);
    }
    return create.mutate(
      { body: { name: (given['name'] ?? '').trim() } },
      {
        onSuccess: ({ id, name }) => {
          setChosen(String(id));
          addTo(id, name, given);
        },
      },
    );
  };
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={3} />}>
      {() => (
        <Form
          onSubmit={send}
          error={create.error ?? addCalls.error ?? addItems.error ?? addJson.error}
          fields={['name']}
        >
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
          <DatasetLimit wanted={itemCountOf(value) + ('item' in added ? 1 : added.callIds.length)} />
          {'item' in added && <ItemFields item={added.item} fault={inputFault} />}
          <DialogActions>
            <Button
              look="main"
              type="submit"
              busy={create.isPending || addCalls.isPending || addItems.isPending || addJson.isPending}
            >
              {texts.add}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Loaded>
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The answer of a batch, as that of the other ways to add. */
function addedOf(
  { added, duplicates, refused }: Schemas['EvalDatasetBatchResult'],
  name: string,
): AddedResult {
  const isThere = duplicates.skipped > 0;
  return {
    added,
    dataset: { name },
    skipped: isThere ? [{ reason: 'already_in_dataset', message: '' }] : refused,
  };
}

interface ItemFieldsProps {
  item: DatasetItemDraft;
  /** What is wrong with the input. */
  fault: string | null;
}

function ItemFields({ item, fault }: ItemFieldsProps) {
  const texts = useTexts(addToDatasetTexts);
  const format = useFormat();
  const { characters } = useDatasetLimits();
  const { isJson = false } = item;
  const isCut = Math.max(isJson ? 0 : item.input.length, item.output.length) > characters;
  return (
    <>
      <Field label={isJson ? texts.itemMessages : texts.itemInput} fault={fault}>
        <TextArea
          name="input"
          required
          rows={isJson ? 8 : 5}
          // A part of JSON would be no JSON; the service says if it is too long.
          maxLength={isJson ? undefined : characters}
          spellCheck={!isJson}
          className={isJson ? 'font-mono text-sm' : ''}
          defaultValue={isJson ? item.input : item.input.slice(0, characters)}
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
