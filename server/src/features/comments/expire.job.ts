// Runs once a day. Deletes comments that are older than the account's retention: what they are about is gone by
// then.
import { deletePastRetention } from '#core/jobs/delete-past-retention';
import { job } from '#core/jobs/job';
import { deleteCommentsBefore, selectAccountsWithComments } from './store.ts';

export const commentRetentionJob = job({
  name: 'comment-retention',
  schedule: '53 3 * * *',
  run: (ctx, _payload, signal) =>
    deletePastRetention(ctx, signal, {
      accounts: selectAccountsWithComments,
      deleteBefore: deleteCommentsBefore,
    }),
});
