// Runs once a day. Deletes scores that are older than the account's retention.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { deleteSentBefore, selectAccountsWithScores } from './store.ts';

const AT_ONCE = 1_000;

export const scoreRetentionJob = job({
  name: 'score-retention',
  schedule: '47 3 * * *',
  run: async (ctx, _payload, signal) => {
    for (const accountId of await selectAccountsWithScores(ctx.db)) {
      const account = await ctx.accounts.get(accountId);
      if (!account) continue;
      const before = ctx.clock.now() - account.retentionDays * DAY_MS;
      for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
        signal.throwIfAborted();
        deleted = await ctx.metadata.transaction((db) => deleteSentBefore(db, accountId, before, AT_ONCE));
      }
    }
  },
});
