// POST /v1/review-queues/{id}/items: adds chosen calls, runs or sessions, or the newest ones that match a filter.
import { AppError, invalid, notFound, unknownId } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { selectCallLocation } from '#records';
import { findRunIds, findSessionIds } from '#features/query';
import {
  callPages,
  filterOf,
  inSample,
  scopeOf,
  withPrompts,
  type StoredFilter,
} from '#services/record-access';
import { holdQueue, requireQueue } from '../queues.ts';
import { MAX_ITEMS, type AddedQueueItems, type NewQueueItems } from '../schemas.ts';
import {
  countQueueItems,
  deleteItem,
  insertQueueItems,
  selectKnownRecords,
  type RecordKind,
  type RecordPlace,
} from './store.ts';
import { groupPlaces, recordDigest } from './subject.ts';

/** Another sample than that of an evaluation rule with the same number. */
export const sampleOwner = (queueId: number): string => `review-queue:${queueId}`;

const GIVEN = ['callIds', 'traceIds', 'sessionIds', 'filter', 'traceFilter', 'sessionFilter'] as const;

export async function addToQueue(ctx: Context, id: number, order: NewQueueItems): Promise<AddedQueueItems> {
  if (GIVEN.filter((name) => order[name] !== undefined).length !== 1)
    throw invalid('callIds', `Give exactly one of ${GIVEN.join(', ')}.`);
  await requireQueue(ctx, ctx.db, id);
  const records = await recordsOf(ctx, id, order);
  const kind = records[0]?.kind ?? 'call';
  return change(ctx, 'review_queue.add_items', async ({ db }) => {
    const queue = await holdQueue(ctx, db, id);
    const known = await selectKnownRecords(
      db,
      id,
      kind,
      records.map((record) => record.id),
    );
    const fresh = records.filter((record) => !known.has(record.id));
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
      metadata: { name: queue.name, items: added, ...(kind === 'call' ? {} : { kind }) },
    };
  });
}

async function recordsOf(ctx: Context, id: number, order: NewQueueItems): Promise<RecordPlace[]> {
  const { callIds, traceIds, sessionIds, filter, traceFilter, sessionFilter } = order;
  if (callIds) return chosenCalls(ctx, callIds);
  if (traceIds) return chosenGroups(ctx, 'run', traceIds);
  if (sessionIds) return chosenGroups(ctx, 'session', sessionIds);
  const sample = sampleOf(id, order);
  if (traceFilter) return sampledGroups(ctx, 'run', findRunIds(ctx, traceFilter, sample.read), sample);
  if (sessionFilter)
    return sampledGroups(ctx, 'session', findSessionIds(ctx, sessionFilter, sample.read), sample);
  return filteredCalls(ctx, filter ?? {}, sample);
}

async function chosenCalls(ctx: Context, callIds: readonly string[]): Promise<RecordPlace[]> {
  const calls: RecordPlace[] = [];
  // One after the other: two hundred queries at once would take most of the account's queue.
  for (const [at, id] of callIds.entries()) {
    const found = await ctx.records.ask(scopeOf(ctx), selectCallLocation(id));
    if (!found)
      throw unknownId(`callIds.${at}`, 'There is no such call, or it is past its retention.', 'unknown_call');
    calls.push({ kind: 'call', id, timestampMs: found.timestampMs });
  }
  return calls;
}

type GroupKind = Exclude<RecordKind, 'call'>;

async function chosenGroups(ctx: Context, kind: GroupKind, ids: readonly string[]): Promise<RecordPlace[]> {
  const places = await groupPlaces(ctx, kind, ids);
  return ids.map((id, at) => {
    const place = places.get(id);
    if (place) return place;
    throw kind === 'run'
      ? unknownId(`traceIds.${at}`, 'There is no such run, or it is past its retention.', 'unknown_run')
      : unknownId(
          `sessionIds.${at}`,
          'There is no such session, or it is past its retention.',
          'unknown_session',
        );
  });
}

interface Sample {
  /** How many are looked at. */
  read: number;
  limit: number;
  has: (recordId: string) => boolean;
}

const DEFAULT_LIMIT = 100;
/** Records that are looked at for a sample. */
const MAX_READ = 20_000;
const MAX_GROUPS_READ = 5_000;

const sampleOf = (
  queueId: number,
  { limit = DEFAULT_LIMIT, samplePct = 100, filter }: NewQueueItems,
): Sample => ({
  read: samplePct === 100 ? limit : filter ? MAX_READ : MAX_GROUPS_READ,
  limit,
  has: (recordId) => samplePct === 100 || inSample(sampleOwner(queueId), recordId, samplePct),
});

async function sampledGroups(
  ctx: Context,
  kind: GroupKind,
  pages: AsyncIterable<readonly string[]>,
  { limit, has }: Sample,
): Promise<RecordPlace[]> {
  const found: RecordPlace[] = [];
  for await (const ids of pages) {
    const wanted = ids.filter(has);
    const places = await groupPlaces(ctx, kind, wanted);
    found.push(...wanted.flatMap((id) => places.get(id) ?? []));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

async function filteredCalls(ctx: Context, filter: StoredFilter, sample: Sample): Promise<RecordPlace[]> {
  const wanted = await withPrompts(ctx, filterOf(filter));
  const calls: RecordPlace[] = [];
  for await (const page of callPages(ctx.records, scopeOf(ctx), wanted, sample.read)) {
    for (const { call } of page) {
      if (!sample.has(call.id)) continue;
      calls.push({ kind: 'call', id: call.id, timestampMs: call.timestampMs });
      if (calls.length === sample.limit) return calls;
    }
  }
  return calls;
}

/** Scores of a finished item stay, because they belong to the record. */
export async function removeFromQueue(ctx: Context, id: number, itemId: number): Promise<void> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'review_queue.remove_item', async ({ db }) => {
    const queue = await holdQueue(ctx, db, id);
    const removed = await deleteItem(db, id, itemId);
    if (removed === null) throw notFound('Item');
    return {
      result: undefined,
      target: { type: 'review_queue', id: String(id) },
      metadata: { name: queue.name, ...recordDigest(keys, removed) },
    };
  });
}
