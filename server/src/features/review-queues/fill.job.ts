// Runs every minute: adds what is new to queues with a filter, publishes what was left, and removes open items
// of records that are no longer kept.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { chunks } from '#lib/chunks';
import type { Context, SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { jobSlice, runRound } from '#core/jobs/job-slice';
import { selectMatchingRuns, type CallRef } from '#records';
import {
  inSample,
  lookForCalls,
  lookForEndedRuns,
  MAX_BEHIND_MS,
  MAX_RUNS_BEHIND_MS,
  recordFilterOf,
  scopeOf,
  USUAL_QUIET,
  withPrompts,
  type RecordFilter,
} from '#services/record-access';
import { sampleOwner } from './items/add.ts';
import {
  countQueueItems,
  deleteExpiredItems,
  insertQueueItems,
  selectKnownRecords,
  selectOldestOpen,
  selectUnpublished,
} from './items/store.ts';
import { publishLeftovers } from './publish.ts';
import { MAX_ITEMS } from './schemas.ts';
import { lockQueue, queueFilterIn, selectFilledQueues, updateQueueRow, type QueueRow } from './store.ts';

const NAME = 'review-queues';
const QUEUES_AT_ONCE = 4;
const ROUND_MS = 45 * SECOND_MS;

export const reviewQueuesJob = job({
  name: NAME,
  schedule: '* * * * *',
  // There is no retry, because the job runs again in the next minute.
  maxAttempts: 1,
  timeoutMs: 10 * MINUTE_MS,
  hasWork: async ({ db }) => {
    const found = [await selectFilledQueues(db), await selectUnpublished(db, 1), await selectOldestOpen(db)];
    return found.some((rows) => rows.length > 0);
  },
  run: async (system, _payload, signal) => {
    const queues = await selectFilledQueues(system.db);
    const failures: unknown[] = [];
    await runRound(
      queues.toSorted((left, right) => (left.last_filled_at ?? 0) - (right.last_filled_at ?? 0)),
      QUEUES_AT_ONCE,
      jobSlice(ROUND_MS, signal),
      (queue) => fill(system, queue),
      (error, queue) => {
        system.log.warn({ job: NAME, account: queue.account_id, err: error }, 'a queue could not be filled');
        failures.push(error);
      },
    );
    await publishLeftovers(system, signal);
    await expire(system, signal);
    if (failures.length === 0) return;
    throw unavailable(
      'queues_incomplete',
      `${failures.length} of ${queues.length} queues could not be filled. The next round tries them again.`,
      failures[0],
    );
  },
});

async function fill(system: SystemContext, queue: QueueRow): Promise<void> {
  const ctx = await contextOf(system, queue);
  const filter = queueFilterIn(queue);
  if (!ctx || filter === null) return;
  const now = ctx.clock.now();
  const look = queue.filled_with === 'calls' ? newCalls : newRuns;
  const { found, newestMs, seenUntilMs } = await look(ctx, queue, filter);
  const kind = KIND[queue.filled_with];
  await ctx.metadata.transaction(async (db) => {
    const held = await lockQueue(db, ctx, queue.id);
    // It was changed meanwhile: the next round reads it again.
    if (!held || held.enabled === 0 || held.updated_at !== queue.updated_at) return;
    const known = await selectKnownRecords(
      db,
      queue.id,
      kind,
      found.map(({ id }) => id),
    );
    const fresh = found
      .filter(({ id }) => !known.has(id))
      .map(({ id, timestampMs }) => ({ kind, id, timestampMs }));
    const { all, open } = await countQueueItems(db, queue.id);
    const room = Math.max(0, Math.min(MAX_ITEMS - all, held.max_open - open));
    await insertQueueItems(db, held, fresh.slice(0, room), now);
    const isBehind = fresh.length > room;
    await updateQueueRow(db, ctx.account.id, queue.id, {
      // What does not fit is not kept for later: a queue is about current traffic.
      watermark: isBehind ? Math.max(seenUntilMs, newestMs + 1) : seenUntilMs,
      passed_over: held.passed_over + Math.max(0, fresh.length - room),
      last_filled_at: now,
    });
  });
}

const KIND = { calls: 'call', runs: 'run', sessions: 'session' } as const;

interface Look {
  /** What matches and is in the sample, in the order of arrival. */
  found: CallRef[];
  /** The arrival of the last that was looked at. */
  newestMs: number;
  /** Everything before this time has been seen. */
  seenUntilMs: number;
}

const isSampled =
  ({ id: queueId, sample_pct: pct }: QueueRow) =>
  ({ id }: { id: string }): boolean =>
    inSample(sampleOwner(queueId), id, pct);

async function newCalls(ctx: Context, queue: QueueRow, filter: RecordFilter): Promise<Look> {
  const sinceMs = Math.max(queue.watermark, ctx.clock.now() - MAX_BEHIND_MS);
  const { arrivals, seenUntilMs } = await lookForCalls(ctx, filter, sinceMs);
  return {
    found: arrivals.filter(isSampled(queue)),
    newestMs: arrivals.at(-1)?.receivedMs ?? 0,
    seenUntilMs,
  };
}

/** Ids that one statement takes. */
const IDS_AT_ONCE = 500;

async function newRuns(ctx: Context, queue: QueueRow, filter: RecordFilter): Promise<Look> {
  const of = queue.filled_with === 'sessions' ? 'sessions' : 'runs';
  const untilMs = ctx.clock.now() - USUAL_QUIET[of] * SECOND_MS;
  const sinceMs = Math.max(queue.watermark, untilMs - MAX_RUNS_BEHIND_MS);
  const { ended, seenUntilMs } = await lookForEndedRuns(ctx, of, { sinceMs, untilMs });
  const wanted = await withPrompts(ctx, recordFilterOf(filter, of));
  const found: CallRef[] = [];
  for (const some of chunks(ended.filter(isSampled(queue)), IDS_AT_ONCE)) {
    const ids = some.map(({ id }) => id);
    const matching = await ctx.records.ask(scopeOf(ctx), selectMatchingRuns(of, wanted, ids));
    found.push(
      ...ids.flatMap((id) => {
        const timestampMs = matching.get(id);
        return timestampMs === undefined ? [] : [{ id, timestampMs }];
      }),
    );
  }
  return { found, newestMs: ended.at(-1)?.receivedMs ?? 0, seenUntilMs };
}

async function expire(system: SystemContext, signal: AbortSignal): Promise<void> {
  for (const { accountId, timestampMs } of await selectOldestOpen(system.db)) {
    signal.throwIfAborted();
    const account = await system.accounts.get(accountId);
    const before = system.clock.now() - (account?.retentionDays ?? Infinity) * DAY_MS;
    if (timestampMs <= before)
      await system.metadata.transaction((db) => deleteExpiredItems(db, accountId, before));
  }
}

async function contextOf(system: SystemContext, queue: QueueRow): Promise<Context | null> {
  const account = await system.accounts.get(queue.account_id);
  if (!account) return null;
  const project = queue.project_id === null ? null : account.projects.get(queue.project_id);
  return project === undefined ? null : { ...system, account, project, plan: account.plan };
}
