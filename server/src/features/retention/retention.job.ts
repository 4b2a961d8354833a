// Records are gone from disk within a day of their expiry, and a changed retention holds for what is stored already. No answer
// waits for this: questions leave out what is past its time.
import { MINUTE_MS } from '#lib/clock';
import { loadAccount } from '#core/accounts';
import type { SystemContext } from '#core/context';
import { Postponed, job } from '#core/job';
import { EXPIRED_RECORDS, changeRecords } from '#core/record-changes';
import { deleteRetentionChange, selectRetentionChanges, type RetentionChange } from './store.ts';

export const RETENTION_JOB = 'retention';

// Longer than any request lives that may still store with the old retention.
const SETTLED_MS = 10 * MINUTE_MS;

export const retentionJob = job({
  name: RETENTION_JOB,
  // Not every hour: each time the oldest parts are rewritten, whole, for what little has expired since.
  schedule: '23 */6 * * *',
  firstRetryMs: MINUTE_MS,
  // Parts are rewritten: on a large store it takes a while.
  timeoutMs: 60 * MINUTE_MS,
  // One at a time: a change of retention between the deletion from one table and from the next would part sums from records.
  run: (ctx, _payload, signal) =>
    changeRecords(ctx, ONE_AT_A_TIME, (held) => expire(ctx, AbortSignal.any([held, signal]))),
});

const ONE_AT_A_TIME = { account: EXPIRED_RECORDS, kind: 'retention', place: RETENTION_JOB } as const;

async function expire(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  // First, and nothing is deleted if it fails or has to wait: a longer retention keeps what would go now.
  await applyChanges(ctx, signal);
  const deleted = await ctx.records.deleteExpired(ctx.clock.now(), signal);
  ctx.log.info({ job: RETENTION_JOB, deleted }, 'rows past their retention deleted');
}

/** A change is applied at once, and once more when nothing can be under way that knew the old retention; then it is forgotten. */
async function applyChanges(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  let postponed: Postponed | null = null;
  for (const change of await selectRetentionChanges(ctx.db)) {
    signal.throwIfAborted();
    try {
      await applyChange(ctx, change, signal);
    } catch (error) {
      // The other accounts need not wait for this one.
      if (!(error instanceof Postponed)) throw error;
      postponed = error;
    }
  }
  if (postponed) throw postponed;
}

async function applyChange(ctx: SystemContext, change: RetentionChange, signal: AbortSignal): Promise<void> {
  const settled = ctx.clock.now() - change.changedAt >= SETTLED_MS;
  const account = await loadAccount(ctx.db, change.accountId);
  if (account) {
    const { id, number, retentionDays } = account;
    const order = { account: number, kind: 'retention', place: `${RETENTION_JOB}:${number}` } as const;
    await changeRecords(ctx, order, (held) =>
      ctx.records.setRetention(number, retentionDays, AbortSignal.any([held, signal])),
    );
    ctx.log.info({ job: RETENTION_JOB, account: id, retentionDays }, 'stored records follow their retention');
  }
  if (settled) await ctx.metadata.transaction((db) => deleteRetentionChange(db, change));
}
