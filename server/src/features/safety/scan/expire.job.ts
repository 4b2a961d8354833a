// Runs once a day. Deletes assessments whose calls are past retention, and claims of dead processes.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { deleteAssessmentsUpTo, forgetScanClaims, selectAssessedAccounts } from './store.ts';

const AT_ONCE = 1_000;

export const safetyExpiryJob = job({
  name: 'safety-expiry',
  schedule: '47 3 * * *',
  run: async (ctx, _payload, signal) => {
    await ctx.metadata.transaction((db) => forgetScanClaims(db, ctx.clock.now()));
    for (const accountId of await selectAssessedAccounts(ctx.db)) {
      const account = await ctx.accounts.get(accountId);
      if (!account) continue;
      const upToMs = ctx.clock.now() - account.retentionDays * DAY_MS;
      for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
        signal.throwIfAborted();
        deleted = await ctx.metadata.transaction((db) =>
          deleteAssessmentsUpTo(db, accountId, upToMs, AT_ONCE),
        );
      }
    }
  },
});
