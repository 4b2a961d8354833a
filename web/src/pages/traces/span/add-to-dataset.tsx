// Adds a span as an item to an existing or a new dataset. The texts can be changed before.
import { FlaskConical } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  Button,
  Dialog,
  DialogActions,
  Field,
  Form,
  Input,
  Loaded,
  Select,
  SkeletonRows,
  TextArea,
  faultOf,
  say,
} from '#ui';
import type { TraceNode } from '../trace/spans.ts';
import { datasetTextsOf, MOST_CHARACTERS, type ItemTexts } from './dataset-item.ts';
import { spanTexts } from './texts.ts';

const NEW = 'new';
const MOST_ITEMS = 20;

export function AddSpanToDataset({ node }: { node: TraceNode }) {
  const texts = useTexts(spanTexts);
  const { role, account } = useSession();
  const item = useMemo(() => datasetTextsOf(node), [node]);
  const [open, setOpen] = useState(false);
  if (item === null || role === 'viewer' || account.plan === 'free') return null;
  return (
    <>
      <Button size="small" icon={<FlaskConical size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.addToDataset}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={texts.addToDataset}
        about={texts.addToDatasetAbout}
        wide
      >
        <ItemForm item={item} sourceCallId={node.call?.id ?? null} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type Dataset = Schemas['EvalDatasetSummary'];
const takesMore = ({ frozen, itemCount }: Dataset): boolean => !frozen && itemCount < MOST_ITEMS;

interface ItemFormProps {
  item: ItemTexts;
  sourceCallId: string | null;
  onDone: () => void;
}

function ItemForm({ item, sourceCallId, onDone }: ItemFormProps) {
  const texts = useTexts(spanTexts);
  const list = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const datasets = list.data?.datasets ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? String(datasets.find(takesMore)?.id ?? NEW);
  const target = useGet(
    '/v1/eval-datasets/{id}',
    { path: { id: Number(chosen) } },
    { enabled: list.data !== undefined && chosen !== NEW },
  );
  const onSuccess = ({ name }: { name: string }) => {
    say(texts.added(name));
    onDone();
  };
  const changes = ['/v1/eval-datasets'];
  const create = useSend('post', '/v1/eval-datasets', { changes, onSuccess });
  const extend = useSend('patch', '/v1/eval-datasets/{id}', { changes, onSuccess });
  const isCut = Math.max(item.input.length, item.output.length) > MOST_CHARACTERS;
  const send = ({ name = '', input = '', expected = '' }: Record<string, string>) => {
    const added = {
      inputText: input,
      expectedOutput: expected.trim() === '' ? null : expected,
      sourceCallId,
    };
    if (chosen === NEW) return create.mutate({ body: { name: name.trim(), items: [added] } });
    // The service takes the whole list; items keep their identity by their ids.
    const items = target.data?.items ?? [];
    return extend.mutate({ path: { id: Number(chosen) }, body: { items: [...items, added] } });
  };
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={3} />}>
      {() => (
        <Form onSubmit={send} error={create.error ?? extend.error ?? target.error} fields={['name']}>
          <Field label={texts.dataset}>
            <Select value={chosen} onChange={(event) => setPicked(event.target.value)}>
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
          {chosen === NEW && (
            <Field label={texts.datasetName} fault={faultOf(create.error, 'name')}>
              <Input name="name" required maxLength={100} pattern=".*\S.*" autoComplete="off" />
            </Field>
          )}
          <Field label={texts.itemInput}>
            <TextArea
              name="input"
              required
              rows={5}
              maxLength={MOST_CHARACTERS}
              defaultValue={item.input.slice(0, MOST_CHARACTERS)}
            />
          </Field>
          <Field label={texts.itemExpected} hint={isCut ? texts.itemCut : texts.itemExpectedHint}>
            <TextArea
              name="expected"
              rows={5}
              maxLength={MOST_CHARACTERS}
              defaultValue={item.output.slice(0, MOST_CHARACTERS)}
            />
          </Field>
          <DialogActions>
            <Button
              look="main"
              type="submit"
              busy={create.isPending || extend.isPending}
              disabled={chosen !== NEW && !target.data}
            >
              {texts.add}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Loaded>
  );
}
