// POST /v1/review-queues/{id}/items: adds chosen calls, or the newest ones that match a filter.
import { AppError, invalid, notFound, unknownId } from '#lib/app-error';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { selectCallLocation } from '#records';
import { callPages, filterOf, inSample, scopeOf, withPrompts } from '#services/record-access';
import { holdQueue, requireQueue } from '../queues.ts';
import { MAX_ITEMS, type AddedQueueItems, type NewQueueItems } from '../schemas.ts';
import {
  countQueueItems,
  deleteItem,
  insertQueueItems,
  selectKnownCalls,
  type CallPlaceInTime,
} from './store.ts';

/** Another sample than that of an evaluation rule with the same number. */
export const sampleOwner = (queueId: number): string => `review-queue:${queueId}`;

export async function addToQueue(ctx: Context, id: number, order: NewQueueItems): Promise<AddedQueueItems> {
  if ((order.callIds === undefined) === (order.filter === undefined))
    throw invalid('callIds', 'Give either callIds or filter.');
  await requireQueue(ctx, ctx.db, id);
  const calls = order.callIds
    ? await chosenCalls(ctx, order.callIds)
    : await filteredCalls(ctx, id, { ...order, filter: order.filter ?? {} });
  return change(ctx, 'review_queue.add_items', async ({ db }) => {
    const queue = await holdQueue(ctx, db, id);
    const known = await selectKnownCalls(
      db,
      id,
      calls.map((call) => call.id),
    );
    const fresh = calls.filter((call) => !known.has(call.id));
    const room = Math.max(0, MAX_ITEMS - (await countQueueItems(db, id)).all);
    const added = await insertQueueItems(db, queue, fresh.slice(0, room), ctx.clock.now());
    const result = { added, known: known.size, full: Math.max(0, fresh.length - room) };
    if (added === 0 && result.full > 0) {
      throw new AppError(
        'conflict',
        'queue_full',
        `A review queue can have at most ${MAX_ITEMS.toLocaleString('en')} items. Create another one.`,
      );
    }
    if (added === 0) return { result, target: null };
    return {
      result,
      target: { type: 'review_queue', id: String(id) },
      metadata: { name: queue.name, items: added },
    };
  });
}

async function chosenCalls(ctx: Context, callIds: readonly string[]): Promise<CallPlaceInTime[]> {
  const calls: CallPlaceInTime[] = [];
  // One after the other: two hundred queries at once would take most of the account's queue.
  for (const [at, id] of callIds.entries()) {
    const found = await ctx.records.ask(scopeOf(ctx), selectCallLocation(id));
    if (!found)
      throw unknownId(`callIds.${at}`, 'There is no such call, or it is past its retention.', 'unknown_call');
    calls.push({ id, timestampMs: found.timestampMs });
  }
  return calls;
}

const DEFAULT_LIMIT = 100;
/** Calls that are looked at for a sample. */
const MAX_READ = 20_000;

async function filteredCalls(
  ctx: Context,
  id: number,
  { filter, limit = DEFAULT_LIMIT, samplePct = 100 }: NewQueueItems & { filter: object },
): Promise<CallPlaceInTime[]> {
  const wanted = await withPrompts(ctx, filterOf(filter));
  const calls: CallPlaceInTime[] = [];
  const read = samplePct === 100 ? limit : MAX_READ;
  for await (const page of callPages(ctx.records, scopeOf(ctx), wanted, read)) {
    for (const { call } of page) {
      if (!inSample(sampleOwner(id), call.id, samplePct)) continue;
      calls.push({ id: call.id, timestampMs: call.timestampMs });
      if (calls.length === limit) return calls;
    }
  }
  return calls;
}

/** Scores of a finished item stay, because they belong to the call. */
export async function removeFromQueue(ctx: Context, id: number, itemId: number): Promise<void> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'review_queue.remove_item', async ({ db }) => {
    const queue = await holdQueue(ctx, db, id);
    const callId = await deleteItem(db, id, itemId);
    if (callId === null) throw notFound('Item');
    return {
      result: undefined,
      target: { type: 'review_queue', id: String(id) },
      metadata: { name: queue.name, callDigest: callDigest(keys, callId) },
    };
  });
}
