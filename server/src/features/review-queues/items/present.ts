// An item as its reader may see it: until all reviewers have answered, no one sees what another one said.
import { isoTime } from '#lib/clock';
import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { cutPage, pageByNumber } from '#core/paging';
import type { Reader } from '#metadata';
import { keysOfAnswers, openAnswer, selectAnswers, valuesIn, type AnswerRow } from '../answers/store.ts';
import { disagreementsOf } from '../dimensions.ts';
import { requireQueue } from '../queues.ts';
import { reviewerNames } from '../reviewers.ts';
import type { QueueItem, QueueItemsQuery, ReviewValues } from '../schemas.ts';
import { dimensionsIn, type QueueRow } from '../store.ts';
import { selectItem, selectItems, selectPlaces, type QueueItemRow } from './store.ts';
import { linksOf } from './subject.ts';

export async function listQueueItems(
  ctx: Context,
  id: number,
  query: QueueItemsQuery,
): Promise<{ items: QueueItem[]; nextCursor: string | null }> {
  const queue = await requireQueue(ctx, ctx.db, id);
  const page = pageByNumber(query);
  const rows = await selectItems(ctx.db, id, query, page, ctx.clock.now());
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  return { items: await presentItems(ctx, ctx.db, queue, shown), nextCursor };
}

export async function showQueueItem(ctx: Context, id: number, itemId: number): Promise<QueueItem> {
  const queue = await requireQueue(ctx, ctx.db, id);
  const row = await selectItem(ctx.db, id, itemId);
  if (!row) throw notFound('Item');
  return presentOne(ctx, queue, row);
}

export async function presentOne(ctx: Context, queue: QueueRow, row: QueueItemRow): Promise<QueueItem> {
  const [item] = await presentItems(ctx, ctx.db, queue, [row]);
  if (!item) throw notFound('Item');
  return item;
}

/** Whether everyone may see all answers. */
export const isOpenToAll = ({ state }: Pick<QueueItemRow, 'state'>): boolean => state !== 'pending';

export async function presentItems(
  ctx: Context,
  db: Reader,
  queue: QueueRow,
  rows: readonly QueueItemRow[],
): Promise<QueueItem[]> {
  const now = ctx.clock.now();
  const ids = rows.map(({ id }) => id);
  const answers = await selectAnswers(db, ids);
  const places = (await selectPlaces(db, ids)).filter(({ expires_at: until }) => until > now);
  const keys = await keysOfAnswers(ctx, answers);
  const nameOf = await reviewerNames(ctx);
  const dimensions = dimensionsIn(queue);
  const answersOf = Map.groupBy(answers, ({ item_id: of }) => of);
  const placesOf = Map.groupBy(places, ({ item_id: of }) => of);
  const shownAnswer = (row: AnswerRow) => ({
    reviewer: nameOf(row.reviewer_type, row.reviewer_id),
    isMine: row.reviewer_id === ctx.actor.id,
    isResolution: row.is_resolution === 1,
    values: valuesIn(row),
    ...openAnswer(keys, row),
    durationMs: row.duration_ms,
    answeredAt: isoTime(row.updated_at),
  });
  return rows.map((row) => {
    const all = answersOf.get(row.id) ?? [];
    const held = placesOf.get(row.id) ?? [];
    const mine = held.find(({ reviewer_id: by }) => by === ctx.actor.id);
    const seen = all.filter(({ reviewer_id: by }) => isOpenToAll(row) || by === ctx.actor.id);
    const compared = all.filter(({ is_resolution: is }) => is === 0).map(valuesIn);
    const isBegun = row.answer_count > 0 || held.length > 0;
    return {
      id: row.id,
      ...linksOf(row),
      callTimestamp: isoTime(row.record_timestamp),
      state: row.state === 'pending' && isBegun ? 'in_review' : (row.state as QueueItem['state']),
      answerCount: row.answer_count,
      answers: seen.map(shownAnswer),
      disagreements: isOpenToAll(row) ? disagreementsOf(dimensions, compared) : [],
      final: row.final === null ? null : (JSON.parse(row.final) as ReviewValues),
      correctionOutcome: row.correction_outcome,
      takenUntil: mine ? isoTime(mine.expires_at) : null,
      createdAt: isoTime(row.created_at),
      doneAt: row.done_at === null ? null : isoTime(row.done_at),
    };
  });
}
