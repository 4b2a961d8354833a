// Runs once a day and deletes findings that were last seen longer ago than the account's retention, like the
// calls in their evidence.
import { deletePastRetention } from '#core/jobs/delete-past-retention';
import { job } from '#core/jobs/job';
import { deleteFindingsBefore, selectFindingAccounts } from '../store.ts';

export const findingExpiryJob = job({
  name: 'guardian-expiry',
  schedule: '53 3 * * *',
  run: (ctx, _payload, signal) =>
    deletePastRetention(ctx, signal, { accounts: selectFindingAccounts, deleteBefore: deleteFindingsBefore }),
});
