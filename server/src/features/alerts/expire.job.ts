// Runs once a day and deletes old firings. Without it, a rule that fires every hour would fill the table.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { deleteEventsBefore, selectAccountsWithEvents } from './events/store.ts';

const AT_ONCE = 1_000;
/** The minimum for every plan, because firings stay useful longer than the calls behind them. */
const MIN_DAYS = 90;

export const alertExpiryJob = job({
  name: 'alert-expiry',
  schedule: '23 4 * * *',
  run: async (ctx, _payload, signal) => {
    for (const accountId of await selectAccountsWithEvents(ctx.db)) {
      const account = await ctx.accounts.get(accountId);
      if (!account) continue;
      const before = ctx.clock.now() - Math.max(account.retentionDays, MIN_DAYS) * DAY_MS;
      for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
        signal.throwIfAborted();
        deleted = await ctx.metadata.transaction((db) => deleteEventsBefore(db, accountId, before, AT_ONCE));
      }
    }
  },
});
