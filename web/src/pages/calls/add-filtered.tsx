// Adds the calls of the list to a dataset: the newest ones that match its filter, without choosing each.
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, type Answer, type Input } from '#api';
import { useFormat, useTexts, useWorded } from '#i18n';
import {
  Button,
  Dialog,
  DialogActions,
  DraftForm,
  Loaded,
  NumberField,
  RadioField,
  reasonWordings,
  SelectField,
  SendDraft,
  SkeletonRows,
  TextField,
  useDraft,
} from '#ui';
import { addFilteredTexts } from './add-filtered-texts.ts';

const NEW = 'new';
/** The most calls that one request adds. */
const MAX_CALLS = 1_000;
const FORMS = ['text', 'messages'] as const;
const CHANGES = { changes: ['/v1/eval-datasets'] };
const FROM_FILTER = '/v1/eval-datasets/{id}/items/from-filter';

interface AddFilteredProps {
  filter: Input<'post', typeof FROM_FILTER>['body']['filter'];
  /** How many calls match, if it is known. */
  matched: number | undefined;
}

export function AddFiltered(props: AddFilteredProps) {
  const texts = useTexts(addFilteredTexts);
  const [open, setOpen] = useState(false);
  const list = useGet('/v1/eval-datasets', { query: { limit: 200 } }, { enabled: open });
  return (
    <>
      <Button size="small" icon={<FlaskConical size={16} aria-hidden />} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">{texts.title}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.title} about={texts.about}>
        <Loaded of={list} skeleton={<SkeletonRows rows={3} />}>
          {({ datasets }) => (
            <FilteredForm
              {...props}
              datasets={datasets.filter(({ frozen }) => !frozen)}
              onDone={() => setOpen(false)}
            />
          )}
        </Loaded>
      </Dialog>
    </>
  );
}

interface FormProps extends AddFilteredProps {
  datasets: Answer<'get', '/v1/eval-datasets'>['datasets'];
  onDone: () => void;
}

interface Values {
  dataset: string;
  /** Of a new dataset. */
  name: string;
  limit: string;
  as: (typeof FORMS)[number];
}

function FilteredForm({ filter, matched, datasets, onDone }: FormProps) {
  const texts = useTexts(addFilteredTexts);
  const format = useFormat();
  const create = useSend('post', '/v1/eval-datasets', CHANGES);
  const add = useSend('post', FROM_FILTER, CHANGES);
  const draft = useDraft<Values>(
    {
      dataset: String(datasets[0]?.id ?? NEW),
      name: '',
      limit: String(Math.min(matched ?? 100, 100) || 1),
      as: 'text',
    },
    create,
    add,
  );
  const send = ({ dataset, name, limit, as }: Values) => {
    const addTo = (id: number) => add.mutate({ path: { id }, body: { filter, limit: Number(limit), as } });
    if (dataset !== NEW) return addTo(Number(dataset));
    return create.mutate(
      { body: { name: name.trim() } },
      {
        onSuccess: ({ id }) => {
          draft.set({ dataset: String(id) });
          addTo(id);
        },
      },
    );
  };
  if (add.data) return <Added result={add.data} onDone={onDone} />;
  const nameOf = (wanted: string) => {
    const dataset = datasets.find(({ id }) => String(id) === wanted);
    return dataset ? texts.option(dataset.name, format.count(dataset.itemCount)) : texts.newDataset;
  };
  return (
    <DraftForm of={draft} onSend={send}>
      <SelectField
        of={draft}
        name="dataset"
        label={texts.dataset}
        options={[...datasets.map(({ id }) => String(id)), NEW]}
        show={nameOf}
      />
      {draft.values.dataset === NEW && (
        <TextField of={draft} name="name" label={texts.name} required maxLength={100} pattern=".*\S.*" />
      )}
      <NumberField
        of={draft}
        name="limit"
        label={texts.limit}
        hint={matched === undefined ? texts.limitHint : texts.matched(format.count(matched))}
        required
        min={1}
        max={MAX_CALLS}
        step={1}
      />
      <RadioField
        of={draft}
        name="as"
        label={texts.form}
        options={FORMS}
        show={(form) => texts.forms[form]}
      />
      <SendDraft of={draft}>{texts.add}</SendDraft>
    </DraftForm>
  );
}

interface AddedProps {
  result: Answer<'post', typeof FROM_FILTER>;
  onDone: () => void;
}

function Added({ result: { added, skipped, truncated }, onDone }: AddedProps) {
  const texts = useTexts(addFilteredTexts);
  const format = useFormat();
  const worded = useWorded(reasonWordings);
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
