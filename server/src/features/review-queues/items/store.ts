// SQL of items and of the places that reviewers hold.
import type { ExpressionBuilder, Selectable, Updateable } from 'kysely';
import { chunks } from '#lib/chunks';
import type { Page } from '#core/paging';
import type { Database, Reader, ReviewItemsTable, Writer } from '#metadata';
import type { QueueItemsQuery } from '../schemas.ts';
import { isHeldItem, type QueueRow } from '../store.ts';

export type QueueItemRow = Selectable<ReviewItemsTable>;

export type RecordKind = 'call' | 'run' | 'session';

export interface RecordPlace {
  kind: RecordKind;
  id: string;
  timestampMs: number;
}

const ROWS_AT_ONCE = 500;

/** Adds each record once and returns the number of new items. */
export async function insertQueueItems(
  db: Writer,
  queue: Pick<QueueRow, 'id' | 'account_id'>,
  records: readonly RecordPlace[],
  now: number,
): Promise<number> {
  let added = 0;
  for (const some of chunks(records)) {
    const rows = await db
      .insertInto('review_items')
      .values(
        some.map(({ kind, id, timestampMs }) => ({
          account_id: queue.account_id,
          queue_id: queue.id,
          kind,
          record_id: id,
          record_timestamp: timestampMs,
          state: 'pending',
          answer_count: 0,
          final: null,
          // There is nothing to publish yet.
          published: 1 as const,
          correction_outcome: null,
          created_at: now,
          done_at: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['queue_id', 'kind', 'record_id']).doNothing())
      .returning('id')
      .execute();
    added += rows.length;
  }
  return added;
}

/** The ids among these that the queue has. */
export async function selectKnownRecords(
  db: Reader,
  queueId: number,
  kind: RecordKind,
  recordIds: readonly string[],
): Promise<Set<string>> {
  const known = new Set<string>();
  for (const ids of chunks(recordIds, ROWS_AT_ONCE)) {
    const rows = await db
      .selectFrom('review_items')
      .select('record_id')
      .where('queue_id', '=', queueId)
      .where('kind', '=', kind)
      .where('record_id', 'in', ids)
      .execute();
    for (const row of rows) known.add(row.record_id);
  }
  return known;
}

/** All items, and those without an answer that counts. */
export async function countQueueItems(db: Reader, queueId: number): Promise<{ all: number; open: number }> {
  const rows = await db
    .selectFrom('review_items')
    .select((eb) => ['state', eb.fn.countAll<number>().as('items')])
    .where('queue_id', '=', queueId)
    .groupBy('state')
    .execute();
  const sum = (states: typeof rows) => states.reduce((total, { items }) => total + items, 0);
  return { all: sum(rows), open: sum(rows.filter(({ state }) => state === 'pending')) };
}

export async function selectItem(db: Reader, queueId: number, id: number): Promise<QueueItemRow | null> {
  const row = await db
    .selectFrom('review_items')
    .selectAll()
    .where('queue_id', '=', queueId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Oldest first. */
export function selectItems(
  db: Reader,
  queueId: number,
  { state, callId, traceId, sessionId }: Partial<QueueItemsQuery>,
  { after, limit }: Page<number>,
  now: number,
): Promise<QueueItemRow[]> {
  let query = db.selectFrom('review_items as item').selectAll('item').where('item.queue_id', '=', queueId);
  if (state === 'pending' || state === 'in_review') {
    const begun = (eb: ExpressionBuilder<Database & { item: ReviewItemsTable }, 'item'>) =>
      eb.or([eb('item.answer_count', '>', 0), isHeldItem(eb, now)]);
    query = query
      .where('item.state', '=', 'pending')
      .where((eb) => (state === 'pending' ? eb.not(begun(eb)) : begun(eb)));
  } else if (state !== undefined) query = query.where('item.state', '=', state);
  for (const [kind, recordId] of [
    ['call', callId],
    ['run', traceId],
    ['session', sessionId],
  ] as const)
    if (recordId !== undefined)
      query = query.where('item.kind', '=', kind).where('item.record_id', '=', recordId);
  if (after !== null) query = query.where('item.id', '>', after);
  return query
    .orderBy('item.id')
    .limit(limit + 1)
    .execute();
}

export const updateItem = (
  db: Writer,
  id: number,
  changes: Updateable<ReviewItemsTable>,
): Promise<QueueItemRow> =>
  db.updateTable('review_items').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function deleteItem(
  db: Writer,
  queueId: number,
  id: number,
): Promise<Pick<QueueItemRow, 'kind' | 'record_id'> | null> {
  const row = await db
    .deleteFrom('review_items')
    .where('queue_id', '=', queueId)
    .where('id', '=', id)
    .returning(['kind', 'record_id'])
    .executeTakeFirst();
  return row ?? null;
}

/** What is deleted with them: the places and the answers. */
export async function deleteItemsOf(
  db: Writer,
  accountId: string,
  { kind, ids, projectId }: { kind: RecordKind; ids: readonly string[]; projectId: string | null },
): Promise<void> {
  // Other projects may use the same run or session, and their queues keep it.
  const queues = db
    .selectFrom('review_queues')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('project_id', 'is', null), eb('project_id', '=', projectId)]));
  for (const some of chunks(ids, ROWS_AT_ONCE)) {
    let query = db
      .deleteFrom('review_items')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('record_id', 'in', some);
    if (projectId !== null && kind !== 'call') query = query.where('queue_id', 'in', queues);
    await query.execute();
  }
}

/** The time of the oldest record with an unfinished item, for each account. */
export async function selectOldestOpen(db: Reader): Promise<{ accountId: string; timestampMs: number }[]> {
  const rows = await db
    .selectFrom('review_items')
    .select((eb) => ['account_id', eb.fn.min('record_timestamp').as('oldest')])
    .where('state', '=', 'pending')
    .groupBy('account_id')
    .execute();
  return rows.map(({ account_id: accountId, oldest }) => ({ accountId, timestampMs: oldest }));
}

/** Unfinished items of records that are no longer kept. */
export const deleteExpiredItems = (db: Writer, accountId: string, before: number) =>
  db
    .deleteFrom('review_items')
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .where('record_timestamp', '<=', before)
    .execute();

/** The row after the change; null if the item was decided again since it was read. */
export async function markPublished(
  db: Writer,
  { id, done_at: doneAt }: Pick<QueueItemRow, 'id' | 'done_at'>,
  outcome: QueueItemRow['correction_outcome'],
): Promise<QueueItemRow | null> {
  const row = await db
    .updateTable('review_items')
    .set({ published: 1, correction_outcome: outcome })
    .where('id', '=', id)
    .where('done_at', '=', doneAt)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Corrections of finished items are handed over again. */
export const markForPublishing = (db: Writer, queueId: number) =>
  db
    .updateTable('review_items')
    .set({ published: 0 })
    .where('queue_id', '=', queueId)
    .where('state', 'in', ['done', 'resolved'])
    .execute();

export const selectUnpublished = (db: Reader, limit: number): Promise<QueueItemRow[]> =>
  db.selectFrom('review_items').selectAll().where('published', '=', 0).orderBy('id').limit(limit).execute();

export interface PlaceAsker {
  reviewerId: string;
  now: number;
  /** Records that are older are no longer kept. */
  sinceMs: number;
}

/** Items of the queue that the reviewer could take. */
function openItems(db: Reader, queue: QueueRow, { reviewerId, now, sinceMs }: PlaceAsker) {
  return db
    .selectFrom('review_items as item')
    .leftJoin('review_places as mine', (join) =>
      join.onRef('mine.item_id', '=', 'item.id').on('mine.reviewer_id', '=', reviewerId),
    )
    .where('item.queue_id', '=', queue.id)
    .where('item.record_timestamp', '>', sinceMs)
    .where((eb) =>
      eb(
        eb(
          'item.answer_count',
          '+',
          eb
            .selectFrom('review_places as other')
            .select((of) => of.fn.countAll<number>().as('held'))
            .whereRef('other.item_id', '=', 'item.id')
            .where('other.reviewer_id', '!=', reviewerId)
            .where('other.expires_at', '>', now),
        ),
        '<',
        queue.reviewers_per_item,
      ),
    )
    .where('item.state', '=', 'pending')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_answers as answer')
            .select('answer.id')
            .whereRef('answer.item_id', '=', 'item.id')
            .where('answer.reviewer_id', '=', reviewerId),
        ),
      ),
    );
}

/** Items whose answers differ, which no one else is deciding and the reviewer may decide. */
function openDisagreements(
  db: Reader,
  queue: QueueRow,
  { reviewerId, now, sinceMs }: PlaceAsker,
  isAdmin: boolean,
) {
  return db
    .selectFrom('review_items as item')
    .leftJoin('review_places as mine', (join) =>
      join.onRef('mine.item_id', '=', 'item.id').on('mine.reviewer_id', '=', reviewerId),
    )
    .where('item.queue_id', '=', queue.id)
    .where('item.state', '=', 'disagreement')
    .where('item.record_timestamp', '>', sinceMs)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_places as other')
            .select('other.item_id')
            .whereRef('other.item_id', '=', 'item.id')
            .where('other.reviewer_id', '!=', reviewerId)
            .where('other.expires_at', '>', now),
        ),
      ),
    )
    .$if(!isAdmin, (query) =>
      query.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('review_answers as answer')
              .select('answer.id')
              .whereRef('answer.item_id', '=', 'item.id')
              .where('answer.reviewer_id', '=', reviewerId),
          ),
        ),
      ),
    );
}

type OpenItems = ReturnType<typeof openItems>;

/**
 * The item that the reviewer holds, else one that waits for its second answer, else the oldest. Items that
 * the reviewer skipped come last.
 */
async function firstOf(items: OpenItems, now: number): Promise<QueueItemRow | null> {
  const row = await items
    .selectAll('item')
    .orderBy((eb) => eb.case().when('mine.expires_at', '>', now).then(0).else(1).end())
    .orderBy((eb) => eb.fn.coalesce('mine.skipped_at', eb.lit(0)))
    .orderBy('item.answer_count', 'desc')
    .orderBy('item.id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function countOf(items: OpenItems): Promise<number> {
  const row = await items.select((eb) => eb.fn.countAll<number>().as('items')).executeTakeFirstOrThrow();
  return row.items;
}

export const nextItem = (db: Reader, queue: QueueRow, asker: PlaceAsker) =>
  firstOf(openItems(db, queue, asker), asker.now);
export const countOpenItems = (db: Reader, queue: QueueRow, asker: PlaceAsker) =>
  countOf(openItems(db, queue, asker));

export const nextDisagreement = (db: Reader, queue: QueueRow, asker: PlaceAsker, isAdmin: boolean) =>
  firstOf(openDisagreements(db, queue, asker, isAdmin), asker.now);
export const countDisagreements = (db: Reader, queue: QueueRow, asker: PlaceAsker, isAdmin: boolean) =>
  countOf(openDisagreements(db, queue, asker, isAdmin));

interface Place {
  account_id: string;
  item_id: number;
  reviewer_id: string;
  taken_at: number;
  expires_at: number;
  skipped_at: number | null;
}

/** A place that is renewed keeps the time when it was taken. */
export const savePlace = (db: Writer, place: Place) =>
  db
    .insertInto('review_places')
    .values(place)
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'reviewer_id']).doUpdateSet({
        taken_at: place.taken_at,
        expires_at: place.expires_at,
        skipped_at: place.skipped_at,
      }),
    )
    .execute();

export const selectPlaces = (db: Reader, itemIds: readonly number[]): Promise<Place[]> =>
  itemIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('review_places').selectAll().where('item_id', 'in', itemIds).execute();

export const deletePlace = (db: Writer, itemId: number, reviewerId: string) =>
  db
    .deleteFrom('review_places')
    .where('item_id', '=', itemId)
    .where('reviewer_id', '=', reviewerId)
    .execute();

/** How many open items each person skipped. */
export async function countSkipped(db: Reader, queueId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('review_places as place')
    .innerJoin('review_items as item', 'item.id', 'place.item_id')
    .select((eb) => ['place.reviewer_id', eb.fn.countAll<number>().as('items')])
    .where('item.queue_id', '=', queueId)
    .where('item.state', '=', 'pending')
    .where('place.skipped_at', 'is not', null)
    .groupBy('place.reviewer_id')
    .execute();
  return new Map(rows.map(({ reviewer_id: id, items }) => [id, items]));
}
