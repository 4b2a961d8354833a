// Adds the calls of the list to a review queue: the newest ones that match its filter, all or a sample.
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Button,
  ButtonLink,
  Dialog,
  DialogActions,
  EmptyState,
  Field,
  Form,
  Input,
  Loaded,
  Select,
  SkeletonRows,
  faultOf,
} from '#ui';
import { addFilteredTexts } from './add-filtered-texts.ts';
import type { CallsBody } from './list-state.ts';

/** The most calls that one request adds. */
const MOST_CALLS = 1_000;

interface AddFilteredToQueueProps {
  body: CallsBody;
  /** How many calls match, if it is known. */
  matched: number | undefined;
}

export function AddFilteredToQueue(props: AddFilteredToQueueProps) {
  const texts = useTexts(addFilteredTexts).queues;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        title={texts.title}
        icon={<ListPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <span className="max-2xl:sr-only">{texts.title}</span>
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={texts.title} about={texts.about}>
          <QueueForm {...props} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function QueueForm({ body, matched, onDone }: AddFilteredToQueueProps & { onDone: () => void }) {
  const all = useTexts(addFilteredTexts);
  const texts = all.queues;
  const format = useFormat();
  const list = useGet('/v1/review-queues', {});
  const queues = list.data?.queues ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const id = Number(chosen ?? queues[0]?.id ?? 0);
  const add = useSend('post', '/v1/review-queues/{id}/items', { changes: ['/v1/review-queues'] });
  const { sortBy: _by, sortOrder: _order, search: _words, scores: _scores, ...filter } = body;
  if (add.data) {
    const { added, known, full } = add.data;
    return (
      <>
        <div role="status" className="grid min-w-0 gap-1">
          <p className="font-medium">{all.added(format.count(added))}</p>
          {known > 0 && <p className="text-sm text-muted">{texts.known(format.count(known))}</p>}
          {full > 0 && <p className="text-sm text-warm">{texts.full(format.count(full))}</p>}
        </div>
        <DialogActions>
          <Button look="main" onClick={onDone}>
            {all.done}
          </Button>
        </DialogActions>
      </>
    );
  }
  const none = (
    <EmptyState
      icon={<ListPlus size={22} aria-hidden />}
      title={texts.none}
      actions={
        <ButtonLink to="/review-queues" look="main">
          {texts.create}
        </ButtonLink>
      }
    />
  );
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={3} />} empty={queues.length === 0 && none}>
      {() => (
        <Form
          onSubmit={({ limit = '', samplePct = '' }) =>
            add.mutate({
              path: { id },
              body: { filter, limit: Number(limit), samplePct: Number(samplePct) },
            })
          }
          error={add.error}
          fields={['limit', 'samplePct']}
        >
          <Field label={texts.queue}>
            <Select value={String(id)} onChange={({ target }) => setChosen(target.value)}>
              {queues.map((queue) => (
                <option key={queue.id} value={queue.id}>
                  {queue.name}
                </option>
              ))}
            </Select>
          </Field>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field
              label={all.limit}
              hint={matched === undefined ? all.limitHint : all.matched(format.count(matched))}
              fault={faultOf(add.error, 'limit')}
            >
              <Input
                name="limit"
                type="number"
                required
                min={1}
                max={MOST_CALLS}
                defaultValue={Math.min(matched ?? 100, MOST_CALLS) || 1}
              />
            </Field>
            <Field label={texts.sample} hint={texts.sampleHint} fault={faultOf(add.error, 'samplePct')}>
              <Input
                name="samplePct"
                type="number"
                required
                min={0.01}
                max={100}
                step="any"
                defaultValue={100}
              />
            </Field>
          </div>
          <DialogActions>
            <Button look="main" type="submit" busy={add.isPending}>
              {all.add}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Loaded>
  );
}
