// The form of a queue, for a new one and for changes.
import { useState } from 'react';
import { useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  Field,
  Form,
  Input,
  Select,
  TextArea,
  faultOf,
  say,
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

type Filter = Schemas['CallFilter'];

interface QueueFormProps {
  /** Null for a new one. */
  queue: ReviewQueueData | null;
  onClose: () => void;
}

const FIELDS = ['name', 'instructions', 'assignees', 'datasetId', 'samplePct', 'maxOpen'];
const DIMENSION_FIELDS = ['name', 'min', 'max', 'step', 'tolerance', 'categories'];

export function QueueForm({ queue, onClose }: QueueFormProps) {
  const texts = useTexts(queueTexts);
  const { form } = texts;
  const { account } = useSession();
  const [drafts, setDrafts] = useState<DimensionDraft[]>(
    queue ? queue.dimensions.map(draftOfDimension) : [newDimension(0)],
  );
  const [assignees, setAssignees] = useState<readonly string[]>(queue?.assignees ?? []);
  const [byFilter, setByFilter] = useState(queue !== null && queue.filter !== null && queue.enabled);
  const members = useGet(
    '/v1/team/members',
    { query: { limit: 200 } },
    { enabled: account.plan === 'team', staleTime: 300_000, wholeAccount: true },
  );
  const datasets = useGet('/v1/eval-datasets', { query: { limit: 200 } });
  const changes = ['/v1/review-queues'];
  const done = (said: string) => () => {
    say(said);
    onClose();
  };
  const create = useSend('post', '/v1/review-queues', { changes, onSuccess: done(texts.created) });
  const update = useSend('patch', '/v1/review-queues/{id}', { changes, onSuccess: done(texts.saved) });
  const error = create.error ?? update.error;
  const isFixed = queue !== null && isBegun(queue);
  const reviewable = (members.data?.members ?? []).filter(({ role }) => role !== 'viewer');

  const send = (values: Record<string, string>) => {
    const body = {
      name: (values['name'] ?? '').trim(),
      instructions: values['instructions'] ?? '',
      assignees: [...assignees],
      datasetId: values['dataset'] ? Number(values['dataset']) : null,
      enabled: byFilter,
      ...(byFilter
        ? {
            filter: filterIn(values, queue?.filter ?? {}),
            samplePct: Number(values['samplePct']),
            maxOpen: Number(values['maxOpen']),
          }
        : {}),
    };
    const questions = {
      dimensions: drafts.map(dimensionInput),
      ...(values['reviewers'] ? { reviewersPerItem: Number(values['reviewers']) } : {}),
    };
    if (queue) update.mutate({ path: { id: queue.id }, body: { ...body, ...questions } });
    else create.mutate({ body: { ...body, ...questions } });
  };
  const faultAt = (at: number, field: string) => faultOf(error, `dimensions.${at}.${field}`);
  const shownAt = [
    ...FIELDS,
    ...drafts.flatMap((_, at) => DIMENSION_FIELDS.map((field) => `dimensions.${at}.${field}`)),
  ];
  return (
    <Dialog open wide onClose={onClose} title={queue ? texts.edit : texts.create}>
      <Form onSubmit={send} error={error} fields={shownAt}>
        <Field label={form.name} fault={faultOf(error, 'name')}>
          <Input
            name="name"
            required
            maxLength={100}
            pattern=".*\S.*"
            autoComplete="off"
            defaultValue={queue?.name ?? ''}
          />
        </Field>
        <Field label={form.instructions} hint={form.instructionsHint} fault={faultOf(error, 'instructions')}>
          <TextArea
            name="instructions"
            rows={4}
            maxLength={20_000}
            defaultValue={queue?.instructions ?? ''}
          />
        </Field>
        <DimensionFields drafts={drafts} onChange={setDrafts} isFixed={isFixed} faultAt={faultAt} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={form.reviewers}>
            <Select name="reviewers" disabled={isFixed} defaultValue={String(queue?.reviewersPerItem ?? 1)}>
              {(['1', '2'] as const).map((count) => (
                <option key={count} value={count}>
                  {form.reviewerCount[count]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={form.dataset} fault={faultOf(error, 'datasetId')}>
            <Select
              key={datasets.isPending ? 'waiting' : 'known'}
              name="dataset"
              defaultValue={queue?.datasetId ?? ''}
            >
              <option value="">{form.noDataset}</option>
              {(datasets.data?.datasets ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        {reviewable.length > 1 && (
          <fieldset className="grid gap-2">
            <legend className="text-sm font-medium">{form.assignees}</legend>
            <p className="text-sm text-muted">{form.assigneesHint}</p>
            <div className="grid max-h-40 gap-1.5 overflow-y-auto sm:grid-cols-2">
              {reviewable.map(({ userId, name, email }) => (
                <Checkbox
                  key={userId}
                  label={name || email}
                  checked={assignees.includes(userId)}
                  onChange={(event) =>
                    setAssignees(
                      event.target.checked
                        ? [...assignees, userId]
                        : assignees.filter((known) => known !== userId),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        )}
        <Checkbox
          label={form.byFilter}
          checked={byFilter}
          onChange={(event) => setByFilter(event.target.checked)}
        />
        {byFilter && <FilterFields queue={queue} error={error} />}
        <DialogActions>
          <Button look="main" type="submit" busy={create.isPending || update.isPending}>
            {queue ? form.save : form.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function FilterFields({ queue, error }: { queue: ReviewQueueData | null; error: unknown }) {
  const { form } = useTexts(queueTexts);
  const filter = queue?.filter ?? {};
  const [tag] = Object.entries(filter.tags ?? {}).map(([key, value]) => `${key}:${value}`);
  const text = { placeholder: form.any, autoComplete: 'off' } as const;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={form.model}>
        <Input name="model" maxLength={128} defaultValue={filter.model ?? ''} {...text} />
      </Field>
      <Field label={form.provider}>
        <Input name="provider" maxLength={64} defaultValue={filter.provider ?? ''} {...text} />
      </Field>
      <Field label={form.tag}>
        <Input name="tag" maxLength={320} pattern="[^:]+:.*" defaultValue={tag ?? ''} {...text} />
      </Field>
      <Field label={form.sample} fault={faultOf(error, 'samplePct')}>
        <Input
          name="samplePct"
          type="number"
          required
          min={0.01}
          max={100}
          step="any"
          defaultValue={queue?.samplePct ?? 5}
        />
      </Field>
      <Field label={form.maxOpen} fault={faultOf(error, 'maxOpen')}>
        <Input
          name="maxOpen"
          type="number"
          required
          min={1}
          max={5_000}
          defaultValue={queue?.maxOpen ?? 500}
        />
      </Field>
    </div>
  );
}

/** Whether there may be answers, which fix the questions. */
const isBegun = ({ counts: { inReview, done, disagreement, resolved } }: ReviewQueueData): boolean =>
  inReview + done + disagreement + resolved > 0;

/** Conditions that the form does not show stay as they are. */
function filterIn(values: Record<string, string>, before: Filter): Filter {
  const { model: _model, provider: _provider, tags = {}, ...rest } = before;
  const [, ...others] = Object.entries(tags);
  const [model = '', provider = '', tag = ''] = ['model', 'provider', 'tag'].map((name) =>
    (values[name] ?? '').trim(),
  );
  const at = tag.indexOf(':');
  const all = [...(at > 0 ? [[tag.slice(0, at), tag.slice(at + 1)] as const] : []), ...others];
  return {
    ...rest,
    ...(model === '' ? {} : { model }),
    ...(provider === '' ? {} : { provider }),
    ...(all.length > 0 ? { tags: Object.fromEntries(all) } : {}),
  };
}
