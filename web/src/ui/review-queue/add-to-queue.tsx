// Adds calls, runs or sessions to a named review queue: chosen ones, or the newest that match a filter, all or a sample.
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, type Input } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, ButtonLink } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import { DraftForm, NumberField, SelectField, SendDraft } from '../form/draft-form.tsx';
import { useDraft } from '../form/draft.ts';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { say } from '../toast.tsx';
import { addToQueueTexts } from './texts.ts';

/** The most calls that one request adds. */
const MAX_CALLS = 1_000;

type Body = Input<'post', '/v1/review-queues/{id}/items'>['body'];

type Chosen =
  | { callIds: readonly string[] }
  | { traceIds: readonly string[] }
  | { sessionIds: readonly string[] };

/** `matched`: how many match the filter, if it is known. */
type Filtered = { matched?: number | undefined } & (
  | { filter: NonNullable<Body['filter']> }
  | { traceFilter: NonNullable<Body['traceFilter']> }
  | { sessionFilter: NonNullable<Body['sessionFilter']> }
);

type Calls = Chosen | Filtered;

const isFiltered = (calls: Calls): calls is Filtered =>
  'filter' in calls || 'traceFilter' in calls || 'sessionFilter' in calls;

interface AddToQueueProps {
  calls: Calls;
  /** Hides the words on narrow screens. */
  short?: boolean;
}

export function AddToQueue({ calls, short = false }: AddToQueueProps) {
  const own = useTexts(addToQueueTexts);
  const texts = isFiltered(calls)
    ? own.ofFilter
    : 'traceIds' in calls
      ? own.ofRun
      : 'sessionIds' in calls
        ? own.ofSession
        : own.ofCalls;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<ListPlus size={16} aria-hidden />}
        title={texts.title}
        onClick={() => setOpen(true)}
      >
        <span className={short ? 'max-xl:sr-only' : ''}>{texts.title}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.title} about={texts.about}>
        <WithQueues calls={calls} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface FormProps {
  calls: Calls;
  onDone: () => void;
}

function WithQueues(props: FormProps) {
  const texts = useTexts(addToQueueTexts);
  const list = useGet('/v1/review-queues', {});
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
    <Loaded of={list} skeleton={<SkeletonRows rows={2} />} empty={list.data?.queues.length === 0 && none}>
      {({ queues }) => <QueueForm {...props} queues={queues} />}
    </Loaded>
  );
}

interface Queue {
  id: number;
  name: string;
  counts: { pending: number; inReview: number };
}

function QueueForm({ calls, queues, onDone }: FormProps & { queues: readonly Queue[] }) {
  const texts = useTexts(addToQueueTexts);
  const format = useFormat();
  const matched = isFiltered(calls) ? calls.matched : undefined;
  const add = useSend('post', '/v1/review-queues/{id}/items', {
    changes: ['/v1/review-queues'],
    onSuccess: ({ added, known }, { path }) => {
      if (isFiltered(calls)) return;
      const name = queues.find(({ id }) => id === path.id)?.name ?? '';
      const [more, before] = [format.count(added), format.count(known)];
      say(known === 0 ? texts.added(more, name) : texts.addedSome(more, before, name));
      onDone();
    },
  });
  const draft = useDraft(
    {
      id: queues[0]?.id ?? 0,
      limit: String(Math.min(matched ?? 100, MAX_CALLS) || 1),
      samplePct: '100',
    },
    add,
  );
  if (isFiltered(calls) && add.data) return <Added {...add.data} onDone={onDone} />;
  const nameOf = (wanted: number) => {
    const queue = queues.find(({ id }) => id === wanted);
    return queue && texts.open(queue.name, format.count(queue.counts.pending + queue.counts.inReview));
  };
  const send = ({ id, limit, samplePct }: typeof draft.values) => {
    const { matched: _count, ...given } = isFiltered(calls) ? calls : { ...calls, matched: 0 };
    const sample = isFiltered(calls) ? { limit: Number(limit), samplePct: Number(samplePct) } : {};
    add.mutate({ path: { id }, body: { ...given, ...sample } as Body });
  };
  return (
    <DraftForm of={draft} onSend={send}>
      <SelectField
        of={draft}
        name="id"
        label={texts.queue}
        options={queues.map(({ id }) => id)}
        show={nameOf}
      />
      {isFiltered(calls) && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
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
          <NumberField
            of={draft}
            name="samplePct"
            label={texts.sample}
            hint={texts.sampleHint}
            required
            min={0.01}
            max={100}
          />
        </div>
      )}
      <SendDraft of={draft}>{texts.add}</SendDraft>
    </DraftForm>
  );
}

interface AddedProps {
  added: number;
  known: number;
  full: number;
  onDone: () => void;
}

function Added({ added, known, full, onDone }: AddedProps) {
  const texts = useTexts(addToQueueTexts);
  const format = useFormat();
  return (
    <>
      <div role="status" className="grid min-w-0 gap-1">
        <p className="font-medium">{texts.addedOfFilter(format.count(added))}</p>
        {known > 0 && <p className="text-sm text-muted">{texts.known(format.count(known))}</p>}
        {full > 0 && <p className="text-sm text-warm">{texts.full(format.count(full))}</p>}
      </div>
      <DialogActions>
        <Button look="main" onClick={onDone}>
          {texts.done}
        </Button>
      </DialogActions>
    </>
  );
}
