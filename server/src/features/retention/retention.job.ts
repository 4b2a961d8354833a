// Records are gone from disk within a day of their expiry, and a changed retention holds for what is stored already. No answer
// waits for this: questions leave out what is past its time.
import { MINUTE_MS } from '#lib/clock';
import { loadAccount } from '#core/accounts';
import type { SystemContext } from '#core/context';
import { job } from '#core/job';
import { deleteRetentionChange, selectRetentionChanges } from './store.ts';

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
  run: async (ctx, _payload, signal) => {
    // First, and nothing is deleted if it fails: a longer retention keeps what would go now.
    await applyChanges(ctx, signal);
    const deleted = await ctx.records.deleteExpired(ctx.clock.now(), signal);
    ctx.log.info({ job: RETENTION_JOB, deleted }, 'rows past their retention deleted');
  },
});

/** A change is applied at once, and once more when nothing can be under way that knew the old retention; then it is forgotten. */
async function applyChanges(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  for (const change of await selectRetentionChanges(ctx.db)) {
    signal.throwIfAborted();
    const settled = ctx.clock.now() - change.changedAt >= SETTLED_MS;
    const account = await loadAccount(ctx.db, change.accountId);
    if (account) {
      const { id, number, retentionDays } = account;
      await ctx.records.setRetention(number, retentionDays, signal);
      ctx.log.info(
        { job: RETENTION_JOB, account: id, retentionDays },
        'stored records follow their retention',
      );
    }
    if (settled) await ctx.metadata.transaction((db) => deleteRetentionChange(db, change));
  }
}
