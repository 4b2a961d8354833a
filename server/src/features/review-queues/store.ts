import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import type { Database, Reader, ReviewItemsTable, ReviewQueuesTable, Writer } from '#metadata';
import type { RecordFilter } from '#services/record-access';
import { mayAnswer } from './reviewers.ts';
import type { Dimension, NamedQueue, QueueCounts } from './schemas.ts';

export type QueueRow = Selectable<ReviewQueuesTable>;

/** Limits queues to the account, and to one project if the request is bound to it. */
type Asker = Pick<Context, 'account' | 'project'>;

export const dimensionsIn = ({ dimensions }: Pick<QueueRow, 'dimensions'>): Dimension[] =>
  JSON.parse(dimensions) as Dimension[];
export const assigneesIn = ({ assignees }: Pick<QueueRow, 'assignees'>): string[] =>
  JSON.parse(assignees) as string[];
export const queueFilterIn = ({ filter }: Pick<QueueRow, 'filter'>): RecordFilter | null =>
  filter === null ? null : (JSON.parse(filter) as RecordFilter);

export const NO_COUNTS: QueueCounts = { pending: 0, inReview: 0, done: 0, disagreement: 0, resolved: 0 };

export const presentQueue = (
  ctx: Pick<Context, 'actor'>,
  row: QueueRow,
  counts: QueueCounts = NO_COUNTS,
): NamedQueue => ({
  id: row.id,
  name: row.name,
  projectId: row.project_id,
  instructions: row.instructions,
  dimensions: dimensionsIn(row),
  reviewersPerItem: row.reviewers_per_item,
  assignees: assigneesIn(row),
  datasetId: row.dataset_id,
  of: row.filled_with,
  filter: queueFilterIn(row),
  samplePct: row.sample_pct,
  enabled: row.enabled === 1,
  maxOpen: row.max_open,
  passedOver: row.passed_over,
  lastFilledAt: row.last_filled_at === null ? null : isoTime(row.last_filled_at),
  counts,
  mayReview: mayAnswer(ctx.actor, assigneesIn(row)),
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

export const selectQueues = (db: Reader, { account, project }: Asker): Promise<QueueRow[]> =>
  db
    .selectFrom('review_queues')
    .selectAll()
    .where('account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('project_id', '=', project?.id ?? ''))
    .orderBy('id')
    .execute();

export async function selectQueue(
  db: Reader,
  { account, project }: Asker,
  id: number,
): Promise<QueueRow | null> {
  const row = await db
    .selectFrom('review_queues')
    .selectAll()
    .where('account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('project_id', '=', project?.id ?? ''))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * An update that changes nothing locks the queue until the transaction ends, so that two people do not take
 * the same place.
 */
export async function lockQueue(
  db: Writer,
  { account, project }: Asker,
  id: number,
): Promise<QueueRow | null> {
  const row = await db
    .updateTable('review_queues')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('project_id', '=', project?.id ?? ''))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function countQueues(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('review_queues')
    .select((eb) => eb.fn.countAll<number>().as('queues'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.queues;
}

export const insertQueue = (db: Writer, row: Insertable<ReviewQueuesTable>): Promise<QueueRow> =>
  db.insertInto('review_queues').values(row).returningAll().executeTakeFirstOrThrow();

export const updateQueueRow = (
  db: Writer,
  accountId: string,
  id: number,
  changes: Updateable<ReviewQueuesTable>,
): Promise<QueueRow> =>
  db
    .updateTable('review_queues')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Its items and answers are deleted with it. */
export const deleteQueueRow = (db: Writer, accountId: string, id: number) =>
  db.deleteFrom('review_queues').where('account_id', '=', accountId).where('id', '=', id).execute();

export const deleteProjectQueues = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('review_queues')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();

/** Queues of all accounts whose filter adds what is new. */
export const selectFilledQueues = (db: Reader): Promise<QueueRow[]> =>
  db
    .selectFrom('review_queues')
    .selectAll()
    .where('enabled', '=', 1)
    .where('filter', 'is not', null)
    .orderBy('id')
    .execute();

/** Whether someone works on the item at this time. */
export const isHeldItem = (
  eb: ExpressionBuilder<Database & { item: ReviewItemsTable }, 'item'>,
  now: number,
) =>
  eb.exists(
    eb
      .selectFrom('review_places as place')
      .select('place.item_id')
      .whereRef('place.item_id', '=', 'item.id')
      .where('place.expires_at', '>', now),
  );

/** Items of each queue by their state, at this time. */
export async function countByState(
  db: Reader,
  queueIds: readonly number[],
  now: number,
): Promise<Map<number, QueueCounts>> {
  const counts = new Map(queueIds.map((id) => [id, { ...NO_COUNTS }]));
  if (queueIds.length === 0) return counts;
  const byState = await db
    .selectFrom('review_items')
    .select((eb) => ['queue_id', 'state', eb.fn.countAll<number>().as('items')])
    .where('queue_id', 'in', queueIds)
    .groupBy(['queue_id', 'state'])
    .execute();
  const begun = await db
    .selectFrom('review_items as item')
    .select((eb) => ['item.queue_id', eb.fn.countAll<number>().as('items')])
    .where('item.queue_id', 'in', queueIds)
    .where('item.state', '=', 'pending')
    .where((eb) => eb.or([eb('item.answer_count', '>', 0), isHeldItem(eb, now)]))
    .groupBy('item.queue_id')
    .execute();
  for (const { queue_id: id, state, items } of byState) {
    const of = counts.get(id);
    if (of) of[state as keyof QueueCounts] = items;
  }
  for (const { queue_id: id, items } of begun) {
    const of = counts.get(id);
    if (of) Object.assign(of, { pending: of.pending - items, inReview: items });
  }
  return counts;
}

export async function hasAnswers(db: Reader, queueId: number): Promise<boolean> {
  const row = await db
    .selectFrom('review_answers')
    .select('id')
    .where('queue_id', '=', queueId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
