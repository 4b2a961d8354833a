// Runs once a day. Deletes scores by rules and on request whose calls are past retention, because hundreds
// arrive per minute and would fill the metadata store. Scores of runs stay with their runs.
import { deletePastRetention } from '#core/jobs/delete-past-retention';
import { job } from '#core/jobs/job';
import { deleteScoresBefore, selectScoredAccounts } from './store.ts';

export const scoreExpiryJob = job({
  name: 'eval-score-expiry',
  schedule: '41 3 * * *',
  run: async (ctx, _payload, signal) => {
    for (const maker of ['rule', 'request'] as const)
      await deletePastRetention(ctx, signal, {
        accounts: selectScoredAccounts,
        deleteBefore: (db, accountId, before, limit) =>
          deleteScoresBefore(db, accountId, maker, before, limit),
      });
  },
});
