// Verbs of queues: create, change and delete. A queue with answers keeps its questions, because answers to
// other questions could not be compared.
import { AppError, notFound, unknownId } from '#lib/app-error';
import { change } from '#core/change/change';
import { uniqueName } from '#core/change/unique';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { selectDatasetRow } from '#features/eval-datasets';
import type { Reader, Writer } from '#metadata';
import { requireRecordFilter } from '#services/record-access';
import { readDimensions } from './dimensions.ts';
import { markForPublishing } from './items/store.ts';
import { requireMembers } from './reviewers.ts';
import {
  MAX_QUEUES,
  type Dimension,
  type NamedQueue,
  type NamedQueueChanges,
  type NewNamedQueue,
} from './schemas.ts';
import {
  assigneesIn,
  countByState,
  countQueues,
  deleteQueueRow,
  dimensionsIn,
  hasAnswers,
  insertQueue,
  lockQueue,
  presentQueue,
  queueFilterIn,
  selectQueue,
  selectQueues,
  updateQueueRow,
  type QueueRow,
} from './store.ts';

export async function requireQueue(ctx: Context, db: Reader, id: number): Promise<QueueRow> {
  const row = await selectQueue(db, ctx, id);
  if (!row) throw notFound('Review queue');
  return row;
}

/** Until the transaction ends, no one else can change the queue, take a place or answer. */
export async function holdQueue(ctx: Context, db: Writer, id: number): Promise<QueueRow> {
  const row = await lockQueue(db, ctx, id);
  if (!row) throw notFound('Review queue');
  return row;
}

export async function listQueues(ctx: Context): Promise<NamedQueue[]> {
  const rows = await selectQueues(ctx.db, ctx);
  const counts = await countByState(
    ctx.db,
    rows.map(({ id }) => id),
    ctx.clock.now(),
  );
  return rows.map((row) => presentQueue(ctx, row, counts.get(row.id)));
}

export async function showQueue(ctx: Context, id: number): Promise<NamedQueue> {
  const row = await requireQueue(ctx, ctx.db, id);
  return presentQueue(ctx, row, (await countByState(ctx.db, [id], ctx.clock.now())).get(id));
}

/** A queue of a project may only fill a dataset of that project. */
async function requireReachableDataset(
  ctx: Context,
  db: Reader,
  projectId: string | null,
  datasetId: number | null | undefined,
): Promise<void> {
  if (datasetId === null || datasetId === undefined) return;
  if (await selectDatasetRow(db, { accountId: ctx.account.id, projectId }, datasetId)) return;
  throw unknownId(
    'datasetId',
    'There is no dataset with this id that the queue may fill.',
    'unknown_dataset',
  );
}

export async function createQueue(ctx: Context, input: NewNamedQueue): Promise<NamedQueue> {
  const dimensions = readDimensions(input.dimensions);
  const { filter = null, assignees = [], datasetId = null } = input;
  const { of = 'calls' } = input;
  if (filter !== null) requireRecordFilter(filter, of);
  const projectId = ctx.project?.id ?? null;
  return uniqueName('review queue', () =>
    change(ctx, 'review_queue.create', async ({ db }) => {
      // The lock stops parallel requests from all seeing room for one more queue.
      await lockAccount(db, ctx.account.id);
      if ((await countQueues(db, ctx.account.id)) >= MAX_QUEUES) {
        throw new AppError(
          'conflict',
          'limit_reached',
          `An account can have at most ${MAX_QUEUES} review queues. Delete one first.`,
        );
      }
      await requireMembers(db, ctx.account.id, assignees);
      await requireReachableDataset(ctx, db, projectId, datasetId);
      const now = ctx.clock.now();
      const row = await insertQueue(db, {
        account_id: ctx.account.id,
        project_id: projectId,
        name: input.name,
        instructions: input.instructions ?? '',
        dimensions: JSON.stringify(dimensions),
        reviewers_per_item: input.reviewersPerItem ?? 1,
        assignees: JSON.stringify(assignees),
        dataset_id: datasetId,
        filled_with: of,
        filter: filter === null ? null : JSON.stringify(filter),
        sample_pct: input.samplePct ?? 100,
        enabled: (input.enabled ?? true) ? 1 : 0,
        max_open: input.maxOpen ?? 500,
        watermark: now,
        passed_over: 0,
        last_filled_at: null,
        created_at: now,
        updated_at: now,
      });
      return {
        result: presentQueue(ctx, row),
        target: { type: 'review_queue', id: String(row.id) },
        metadata: { name: row.name, reviewersPerItem: row.reviewers_per_item },
      };
    }),
  );
}

/** Fields that are not sent keep their value. */
export async function updateQueue(ctx: Context, id: number, input: NamedQueueChanges): Promise<NamedQueue> {
  const dimensions = input.dimensions === undefined ? null : readDimensions(input.dimensions);
  return uniqueName('review queue', () =>
    change(ctx, 'review_queue.update', async ({ db }) => {
      const before = await holdQueue(ctx, db, id);
      // Someone who left since may stay in the list.
      const known = new Set(assigneesIn(before));
      await requireMembers(db, ctx.account.id, input.assignees, known);
      await requireReachableDataset(ctx, db, before.project_id, input.datasetId);
      const wanted = changesOf(input, dimensions);
      const filter = input.filter === undefined ? queueFilterIn(before) : input.filter;
      if (filter !== null) requireRecordFilter(filter, input.of ?? before.filled_with);
      const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
        (column) => wanted[column] !== before[column],
      );
      const counts = () => countByState(db, [id], ctx.clock.now());
      if (changed.length === 0)
        return { result: presentQueue(ctx, before, (await counts()).get(id)), target: null };
      if (isOtherQuestion(before, wanted, dimensions)) await requireUnanswered(db, id);
      const now = ctx.clock.now();
      const row = await updateQueueRow(db, ctx.account.id, id, {
        ...wanted,
        // What came while nothing was added is left out.
        ...(isFilledAnew(before, wanted) ? { watermark: now } : {}),
        updated_at: now,
      });
      // A dataset that is chosen later gets the corrections of finished items too.
      if (row.dataset_id !== null && row.dataset_id !== before.dataset_id) await markForPublishing(db, id);
      return {
        result: presentQueue(ctx, row, (await counts()).get(id)),
        target: { type: 'review_queue', id: String(id) },
        metadata: { name: row.name, changed: changed.map((column) => FIELD_OF[column]) },
      };
    }),
  );
}

const FIELD_OF = {
  name: 'name',
  instructions: 'instructions',
  dimensions: 'dimensions',
  reviewers_per_item: 'reviewersPerItem',
  assignees: 'assignees',
  dataset_id: 'datasetId',
  filled_with: 'of',
  filter: 'filter',
  sample_pct: 'samplePct',
  enabled: 'enabled',
  max_open: 'maxOpen',
} as const;

type Changes = Partial<Pick<QueueRow, keyof typeof FIELD_OF>>;

const changesOf = (input: NamedQueueChanges, dimensions: Dimension[] | null): Changes => ({
  ...(input.name === undefined ? {} : { name: input.name }),
  ...(input.instructions === undefined ? {} : { instructions: input.instructions }),
  ...(dimensions === null ? {} : { dimensions: JSON.stringify(dimensions) }),
  ...(input.reviewersPerItem === undefined ? {} : { reviewers_per_item: input.reviewersPerItem }),
  ...(input.assignees === undefined ? {} : { assignees: JSON.stringify(input.assignees) }),
  ...(input.datasetId === undefined ? {} : { dataset_id: input.datasetId }),
  ...(input.of === undefined ? {} : { filled_with: input.of }),
  ...(input.filter === undefined
    ? {}
    : { filter: input.filter === null ? null : JSON.stringify(input.filter) }),
  ...(input.samplePct === undefined ? {} : { sample_pct: input.samplePct }),
  ...(input.enabled === undefined ? {} : { enabled: input.enabled ? (1 as const) : (0 as const) }),
  ...(input.maxOpen === undefined ? {} : { max_open: input.maxOpen }),
});

const isFilledAnew = (before: QueueRow, wanted: Changes): boolean =>
  (wanted.enabled === 1 && before.enabled === 0) ||
  (before.filter === null && typeof wanted.filter === 'string') ||
  (wanted.filled_with !== undefined && wanted.filled_with !== before.filled_with);

const withoutDescriptions = (dimensions: readonly Dimension[]): string =>
  JSON.stringify(dimensions.map((dimension) => ({ ...dimension, description: null })));

const isOtherQuestion = (before: QueueRow, wanted: Changes, dimensions: Dimension[] | null): boolean =>
  (wanted.reviewers_per_item !== undefined && wanted.reviewers_per_item !== before.reviewers_per_item) ||
  (dimensions !== null && withoutDescriptions(dimensions) !== withoutDescriptions(dimensionsIn(before)));

async function requireUnanswered(db: Reader, id: number): Promise<void> {
  if (!(await hasAnswers(db, id))) return;
  throw new AppError(
    'conflict',
    'queue_has_answers',
    'The queue has answers, so its dimensions and the number of reviewers stay. Only descriptions can be changed. Create another queue for other questions.',
  );
}

/** Its scores stay, because they belong to the calls. */
export const deleteQueue = (ctx: Context, id: number): Promise<void> =>
  change(ctx, 'review_queue.delete', async ({ db }) => {
    const { name } = await holdQueue(ctx, db, id);
    await deleteQueueRow(db, ctx.account.id, id);
    return { result: undefined, target: { type: 'review_queue', id: String(id) }, metadata: { name } };
  });
