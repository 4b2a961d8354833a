// Runs once a day. Deletes assessments whose calls are past retention, and claims of dead processes.
import { deletePastRetention } from '#core/jobs/delete-past-retention';
import { job } from '#core/jobs/job';
import { deleteAssessmentsUpTo, forgetScanClaims, selectAssessedAccounts } from './store.ts';

export const safetyExpiryJob = job({
  name: 'safety-expiry',
  schedule: '47 3 * * *',
  run: async (ctx, _payload, signal) => {
    await ctx.metadata.transaction((db) => forgetScanClaims(db, ctx.clock.now()));
    await deletePastRetention(ctx, signal, {
      accounts: selectAssessedAccounts,
      deleteBefore: deleteAssessmentsUpTo,
    });
  },
});
