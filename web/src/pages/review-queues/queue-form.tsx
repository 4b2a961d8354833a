// The form of a queue, for a new one and for changes.
import { useGet, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { filterFor, type CallFilter } from '#lib/call-filter';
import {
  Checkbox,
  Dialog,
  DraftForm,
  NumberField,
  RecordConditions,
  SelectField,
  SendDraft,
  TextField,
  faultOf,
  say,
  useDraft,
  type Draft,
} from '#ui';
import {
  dimensionInput,
  DimensionFields,
  draftOfDimension,
  newDimension,
  type DimensionDraft,
} from './dimension-fields.tsx';
import { queueTexts } from './texts.ts';
import type { ReviewQueueData } from './types.ts';

interface QueueFormProps {
  /** Null for a new one. */
  queue: ReviewQueueData | null;
  onClose: () => void;
}

const REVIEWERS = ['1', '2'] as const;

function draftOf(queue: ReviewQueueData | null) {
  return {
    name: queue?.name ?? '',
    instructions: queue?.instructions ?? '',
    dimensions: (queue
      ? queue.dimensions.map(draftOfDimension)
      : [newDimension(0)]) as readonly DimensionDraft[],
    reviewersPerItem: queue?.reviewersPerItem === 2 ? REVIEWERS[1] : REVIEWERS[0],
    datasetId: String(queue?.datasetId ?? ''),
    assignees: (queue?.assignees ?? []) as readonly string[],
    byFilter: queue !== null && queue.filter !== null && queue.enabled,
    of: queue?.of ?? 'calls',
    filter: (queue?.filter ?? {}) as CallFilter,
    samplePct: String(queue?.samplePct ?? 5),
    maxOpen: String(queue?.maxOpen ?? 500),
  };
}
type Values = ReturnType<typeof draftOf>;

export function QueueForm({ queue, onClose }: QueueFormProps) {
  const texts = useTexts(queueTexts);
  const { form } = texts;
  const changes = ['/v1/review-queues'];
  const done = (said: string) => () => {
    say(said);
    onClose();
  };
  const create = useSend('post', '/v1/review-queues', { changes, onSuccess: done(texts.created) });
  const update = useSend('patch', '/v1/review-queues/{id}', { changes, onSuccess: done(texts.saved) });
  const draft = useDraft(draftOf(queue), create, update);
  const { dimensions, byFilter } = draft.values;
  const isFixed = queue !== null && isBegun(queue);
  const send = (values: Values) => {
    const body = {
      name: values.name.trim(),
      instructions: values.instructions,
      assignees: [...values.assignees],
      datasetId: values.datasetId === '' ? null : Number(values.datasetId),
      enabled: byFilter,
      ...(byFilter
        ? {
            of: values.of,
            filter: filterFor(values.of, values.filter),
            samplePct: Number(values.samplePct),
            maxOpen: Number(values.maxOpen),
          }
        : {}),
      dimensions: dimensions.map(dimensionInput),
      // Answers fix how many reviewers there are.
      ...(isFixed ? {} : { reviewersPerItem: Number(values.reviewersPerItem) }),
    };
    if (queue) update.mutate({ path: { id: queue.id }, body });
    else create.mutate({ body });
  };
  return (
    <Dialog open wide onClose={onClose} title={queue ? texts.edit : texts.create}>
      <DraftForm of={draft} onSend={send}>
        <TextField of={draft} name="name" label={form.name} required maxLength={100} pattern=".*\S.*" />
        <TextField
          of={draft}
          name="instructions"
          label={form.instructions}
          hint={form.instructionsHint}
          rows={4}
          maxLength={20_000}
        />
        <DimensionFields
          drafts={dimensions}
          onChange={(next) => draft.set({ dimensions: next })}
          isFixed={isFixed}
          faultAt={(at, field) => faultOf(draft.error, `dimensions.${at}.${field}`)}
        />
        <Reviewing of={draft} isFixed={isFixed} />
        <Assignees of={draft} />
        <Checkbox
          label={form.byFilter}
          checked={byFilter}
          onChange={({ target }) => draft.set({ byFilter: target.checked })}
        />
        {byFilter && <FilterFields of={draft} />}
        <SendDraft of={draft}>{queue ? form.save : form.create}</SendDraft>
      </DraftForm>
    </Dialog>
  );
}

function Reviewing({ of, isFixed }: { of: Draft<Values>; isFixed: boolean }) {
  const { form } = useTexts(queueTexts);
  const { data } = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const { datasetId } = of.values;
  const names = new Map((data?.datasets ?? []).map(({ id, name }) => [String(id), name]));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        of={of}
        name="reviewersPerItem"
        label={form.reviewers}
        disabled={isFixed}
        options={REVIEWERS}
        show={(count) => form.reviewerCount[count]}
      />
      <SelectField
        of={of}
        name="datasetId"
        label={form.dataset}
        options={[...new Set(['', datasetId, ...names.keys()])]}
        show={(id) => (id === '' ? form.noDataset : (names.get(id) ?? id))}
      />
    </div>
  );
}

function Assignees({ of }: { of: Draft<Values> }) {
  const { form } = useTexts(queueTexts);
  const { account } = useSession();
  const { data } = useGet(
    '/v1/team/members',
    { query: { limit: 200 } },
    { enabled: account.plan === 'team', staleTime: 300_000, wholeAccount: true },
  );
  const reviewers = (data?.members ?? []).filter(({ role }) => role !== 'viewer');
  const { assignees } = of.values;
  if (reviewers.length < 2) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm font-medium">{form.assignees}</legend>
      <p className="text-sm text-muted">{form.assigneesHint}</p>
      <div className="grid max-h-40 gap-1.5 overflow-y-auto sm:grid-cols-2">
        {reviewers.map(({ userId, name, email }) => (
          <Checkbox
            key={userId}
            label={name || email}
            checked={assignees.includes(userId)}
            onChange={({ target }) =>
              of.set({
                assignees: target.checked
                  ? [...assignees, userId]
                  : assignees.filter((known) => known !== userId),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const FILLED_WITH = ['calls', 'runs', 'sessions'] as const;

function FilterFields({ of }: { of: Draft<Values> }) {
  const { form } = useTexts(queueTexts);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          of={of}
          name="of"
          label={form.of}
          options={FILLED_WITH}
          show={(subject) => form.subjects[subject]}
          hint={form.subjectHints[of.values.of]}
        />
        <NumberField of={of} name="samplePct" label={form.sample} required min={0.01} max={100} />
        <NumberField of={of} name="maxOpen" label={form.maxOpen} required min={1} max={5_000} step={1} />
      </div>
      <RecordConditions
        label={form.filter}
        of={of.values.of}
        filter={of.values.filter}
        onChange={(filter) => of.set({ filter })}
      />
    </>
  );
}

/** Whether there may be answers, which fix the questions. */
const isBegun = ({ counts: { inReview, done, disagreement, resolved } }: ReviewQueueData): boolean =>
  inReview + done + disagreement + resolved > 0;
