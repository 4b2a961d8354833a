// Runs once a day. Deletes scores that are older than the account's retention.
import { deletePastRetention } from '#core/jobs/delete-past-retention';
import { job } from '#core/jobs/job';
import { deleteSentBefore, selectAccountsWithScores } from './store.ts';

export const scoreRetentionJob = job({
  name: 'score-retention',
  schedule: '47 3 * * *',
  run: (ctx, _payload, signal) =>
    deletePastRetention(ctx, signal, { accounts: selectAccountsWithScores, deleteBefore: deleteSentBefore }),
});
