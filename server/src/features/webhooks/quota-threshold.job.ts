// The safety net of quota-watch.ts: for a process that died between a write and its notice, for a lowered
// quota, and for accounts that subscribe after a share was reached.
import { MINUTE_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { noticeQuota } from './quota-notice.ts';
import { selectAccountsSubscribed } from './store.ts';

export const quotaThresholdJob = job({
  name: 'quota-threshold',
  schedule: '*/5 * * * *',
  timeoutMs: 5 * MINUTE_MS,
  hasWork: async ({ db }) => (await selectAccountsSubscribed(db, 'quota.threshold')).length > 0,
  run: async (ctx, _payload, signal) => {
    // Only subscribed accounts are checked.
    for (const id of await selectAccountsSubscribed(ctx.db, 'quota.threshold')) {
      signal.throwIfAborted();
      const account = await ctx.accounts.get(id);
      if (account) await noticeQuota(ctx, account);
    }
  },
});
