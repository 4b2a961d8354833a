// Runs every minute: adds new calls to queues with a filter, publishes what was left, and removes open items
// of records that are no longer kept.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import type { Context, SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { jobSlice, runRound } from '#core/jobs/job-slice';
import { inSample, lookForCalls, MAX_BEHIND_MS } from '#services/record-access';
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
  const since = Math.max(queue.watermark, now - MAX_BEHIND_MS);
  const { arrivals, seenUntilMs } = await lookForCalls(ctx, filter, since);
  const sampled = arrivals.filter(({ id }) => inSample(sampleOwner(queue.id), id, queue.sample_pct));
  await ctx.metadata.transaction(async (db) => {
    const held = await lockQueue(db, ctx, queue.id);
    // It was changed meanwhile: the next round reads it again.
    if (!held || held.enabled === 0 || held.updated_at !== queue.updated_at) return;
    const known = await selectKnownRecords(
      db,
      queue.id,
      'call',
      sampled.map(({ id }) => id),
    );
    const fresh = sampled
      .filter(({ id }) => !known.has(id))
      .map(({ id, timestampMs }) => ({ kind: 'call' as const, id, timestampMs }));
    const { all, open } = await countQueueItems(db, queue.id);
    const room = Math.max(0, Math.min(MAX_ITEMS - all, held.max_open - open));
    await insertQueueItems(db, held, fresh.slice(0, room), now);
    const isBehind = fresh.length > room;
    await updateQueueRow(db, ctx.account.id, queue.id, {
      // What does not fit is not kept for later: a queue is about current traffic.
      watermark: isBehind ? Math.max(seenUntilMs, (arrivals.at(-1)?.receivedMs ?? 0) + 1) : seenUntilMs,
      passed_over: held.passed_over + Math.max(0, fresh.length - room),
      last_filled_at: now,
    });
  });
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
