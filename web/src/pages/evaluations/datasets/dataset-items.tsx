// The items of a dataset: add, edit, import from calls, remove. The API takes the whole list with ids, so
// that items keep their identity in comparisons.
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  Dialog,
  DialogActions,
  EmptyState,
  Field,
  Form,
  TextArea,
  TextLink,
  faultOf,
  say,
  MOST_ITEMS,
} from '#ui';
import { datasetTexts } from './texts.ts';
import { ItemsFromCalls } from './from-calls.tsx';
import { useMayWrite } from '../may-write.tsx';
import { sharedTexts } from '../texts.ts';

type Dataset = Schemas['EvalDataset'];
type Item = Schemas['EvalDatasetItem'];

export function DatasetItems({ dataset }: { dataset: Dataset }) {
  const texts = useTexts(datasetTexts);
  const format = useFormat();
  const may = useMayWrite() && !dataset.frozen;
  const [editing, setEditing] = useState<Item | 'new' | null>(null);
  const [removing, setRemoving] = useState<Item | null>(null);
  const [taking, setTaking] = useState(false);
  const { items } = dataset;
  const actions = may && items.length < MOST_ITEMS && (
    <>
      <Button onClick={() => setTaking(true)}>{texts.fromCalls}</Button>
      <Button look={items.length === 0 ? 'main' : 'plain'} onClick={() => setEditing('new')}>
        {texts.add}
      </Button>
    </>
  );
  return (
    <>
      <Card
        title={texts.items}
        about={texts.itemsAbout(format.count(items.length))}
        actions={items.length > 0 && actions}
      >
        {items.length === 0 ? (
          <EmptyState icon={<ListPlus size={22} aria-hidden />} title={texts.noItems} actions={actions}>
            {texts.noItemsAbout}
          </EmptyState>
        ) : (
          <ol aria-label={texts.items} className="grid min-w-0">
            {items.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                may={may}
                onEdit={() => setEditing(item)}
                onRemove={() => setRemoving(item)}
              />
            ))}
          </ol>
        )}
      </Card>
      {editing !== null && (
        <ItemForm
          dataset={dataset}
          {...(editing === 'new' ? {} : { item: editing })}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <RemoveItem dataset={dataset} item={removing} onClose={() => setRemoving(null)} />
      )}
      {taking && <ItemsFromCalls dataset={dataset} onClose={() => setTaking(false)} />}
    </>
  );
}

interface ItemRowProps {
  item: Item;
  may: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function ItemRow({ item, may, onEdit, onRemove }: ItemRowProps) {
  const texts = useTexts(datasetTexts);
  const { id, inputText, expectedOutput, sourceCallId } = item;
  return (
    <li className="grid min-w-0 gap-x-5 gap-y-2 border-b py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="text-xs text-muted">
          #{id} {texts.input}
        </p>
        <p className="line-clamp-4 whitespace-pre-wrap" title={inputText}>
          {inputText}
        </p>
        {sourceCallId !== null && (
          <TextLink to="/calls/$id" params={{ id: sourceCallId }} className="text-sm" title={sourceCallId}>
            {texts.fromCall}
          </TextLink>
        )}
      </div>
      <div className="min-w-0">
        <p className="text-xs text-muted">{texts.expected}</p>
        {expectedOutput === null ? (
          <Badge>{texts.noExpected}</Badge>
        ) : (
          <p className="line-clamp-4 whitespace-pre-wrap" title={expectedOutput}>
            {expectedOutput}
          </p>
        )}
      </div>
      {may && (
        <div className="flex items-start gap-2">
          <Button size="small" aria-label={texts.editItem(id)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button size="small" aria-label={texts.removeItem(id)} onClick={onRemove}>
            {texts.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

interface ItemFormProps {
  dataset: Dataset;
  item?: Item;
  onClose: () => void;
}

const useItems = (onDone: () => void) =>
  useSend('patch', '/v1/eval-datasets/{id}', { changes: ['/v1/eval-datasets'], onSuccess: onDone });

function ItemForm({ dataset, item, onClose }: ItemFormProps) {
  const texts = useTexts(datasetTexts);
  const shared = useTexts(sharedTexts);
  const save = useItems(() => {
    say(texts.saved);
    onClose();
  });
  const send = ({ inputText = '', expectedOutput = '' }: Record<string, string>) => {
    const said = { inputText, expectedOutput: expectedOutput === '' ? null : expectedOutput };
    const items = item
      ? dataset.items.map((one) => (one.id === item.id ? { ...one, ...said } : one))
      : [...dataset.items, said];
    save.mutate({ path: { id: dataset.id }, body: { items } });
  };
  return (
    <Dialog open wide onClose={onClose} title={item ? texts.editTitle : texts.addTitle}>
      <Form onSubmit={send} error={save.error} fields={['inputText', 'expectedOutput']}>
        <Field label={texts.input} fault={faultOf(save.error, 'inputText')}>
          <TextArea name="inputText" required maxLength={4000} rows={5} defaultValue={item?.inputText} />
        </Field>
        <Field label={texts.expected} hint={texts.expectedHint} fault={faultOf(save.error, 'expectedOutput')}>
          <TextArea
            name="expectedOutput"
            maxLength={4000}
            rows={5}
            defaultValue={item?.expectedOutput ?? ''}
          />
        </Field>
        <DialogActions>
          <Button look="main" type="submit" busy={save.isPending}>
            {item ? shared.save : texts.add}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function RemoveItem({ dataset, item, onClose }: Required<ItemFormProps>) {
  const texts = useTexts(datasetTexts);
  const remove = useItems(() => {
    say(texts.removed);
    onClose();
  });
  const items = dataset.items.filter(({ id }) => id !== item.id);
  return (
    <ConfirmDialog
      open
      title={texts.removeTitle}
      about={texts.removeAbout}
      action={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ path: { id: dataset.id }, body: { items } })}
    />
  );
}
