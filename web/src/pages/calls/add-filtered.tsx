// Adds the calls of the list to a dataset: the newest ones that match its filter, without choosing each.
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend } from '#api';
import { useFormat, useTexts, useWorded } from '#i18n';
import {
  Button,
  Dialog,
  DialogActions,
  Field,
  Form,
  Input,
  Loaded,
  Radio,
  RadioGroup,
  reasonWordings,
  Select,
  SkeletonRows,
  faultOf,
} from '#ui';
import { addFilteredTexts } from './add-filtered-texts.ts';
import type { CallsBody } from './list-state.ts';

const NEW = 'new';
/** The most calls that one request adds. */
const MOST_CALLS = 1_000;
const FORMS = ['text', 'messages'] as const;

interface AddFilteredProps {
  body: CallsBody;
  /** How many calls match, if it is known. */
  matched: number | undefined;
}

export function AddFiltered(props: AddFilteredProps) {
  const texts = useTexts(addFilteredTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<FlaskConical size={16} aria-hidden />} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">{texts.title}</span>
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={texts.title} about={texts.about}>
          <FilteredForm {...props} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function FilteredForm({ body, matched, onDone }: AddFilteredProps & { onDone: () => void }) {
  const texts = useTexts(addFilteredTexts);
  const format = useFormat();
  const worded = useWorded(reasonWordings);
  const list = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const datasets = (list.data?.datasets ?? []).filter(({ frozen }) => !frozen);
  const [chosen, setChosen] = useState<string | null>(null);
  const [form, setForm] = useState<(typeof FORMS)[number]>('text');
  const value = chosen ?? String(datasets[0]?.id ?? NEW);
  const changes = ['/v1/eval-datasets'];
  const create = useSend('post', '/v1/eval-datasets', { changes });
  const add = useSend('post', '/v1/eval-datasets/{id}/items/from-filter', { changes });
  const { sortBy: _by, sortOrder: _order, search: _words, scores: _scores, ...filter } = body;
  const send = ({ name = '', limit = '' }: Record<string, string>) => {
    const addTo = (id: number) =>
      add.mutate({ path: { id }, body: { filter, limit: Number(limit), as: form } });
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
  if (add.data) {
    const { added, skipped, truncated } = add.data;
    return (
      <>
        <div role="status" className="grid min-w-0 gap-1">
          <p className="font-medium">{texts.added(format.count(added))}</p>
          {truncated > 0 && <p className="text-sm text-warm">{texts.cut(format.count(truncated))}</p>}
          {skipped.map(({ reason, count, message }) => (
            <p key={reason} className="text-sm text-muted">
              {texts.skipped(format.count(count), worded({ code: reason }, message).words)}
            </p>
          ))}
        </div>
        <DialogActions>
          <Button look="main" onClick={onDone}>
            {texts.done}
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={3} />}>
      {() => (
        <Form onSubmit={send} error={create.error ?? add.error} fields={['name', 'limit']}>
          <Field label={texts.dataset}>
            <Select value={value} onChange={({ target }) => setChosen(target.value)}>
              {datasets.map(({ id, name, itemCount }) => (
                <option key={id} value={id}>
                  {texts.option(name, format.count(itemCount))}
                </option>
              ))}
              <option value={NEW}>{texts.newDataset}</option>
            </Select>
          </Field>
          {value === NEW && (
            <Field label={texts.name} fault={faultOf(create.error, 'name')}>
              <Input name="name" required maxLength={100} pattern=".*\S.*" autoComplete="off" />
            </Field>
          )}
          <Field
            label={texts.limit}
            hint={matched === undefined ? texts.limitHint : texts.matched(format.count(matched))}
            fault={faultOf(add.error, 'limit')}
          >
            <Input
              name="limit"
              type="number"
              required
              min={1}
              max={MOST_CALLS}
              defaultValue={Math.min(matched ?? 100, 100) || 1}
            />
          </Field>
          <RadioGroup label={texts.form}>
            {FORMS.map((each) => (
              <Radio
                key={each}
                name="form"
                label={texts.forms[each]}
                checked={form === each}
                onChange={() => setForm(each)}
              />
            ))}
          </RadioGroup>
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
