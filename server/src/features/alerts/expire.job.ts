// Runs once a day and deletes old firings. Without it, a rule that fires every hour would fill the table.
import { deletePastRetention } from '#core/jobs/delete-past-retention';
import { job } from '#core/jobs/job';
import { deleteEventsBefore, selectAccountsWithEvents } from './events/store.ts';

/** The minimum for every plan, because firings stay useful longer than the calls behind them. */
const MIN_DAYS = 90;

export const alertExpiryJob = job({
  name: 'alert-expiry',
  schedule: '23 4 * * *',
  run: (ctx, _payload, signal) =>
    deletePastRetention(ctx, signal, {
      accounts: selectAccountsWithEvents,
      deleteBefore: deleteEventsBefore,
      minDays: MIN_DAYS,
    }),
});
