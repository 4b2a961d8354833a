// Once a day: firings that are older than anything else that an account still has. Of a rule that fires every hour nobody would ever
// clear them away.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/job';
import { deleteEventsBefore, selectAccountsWithEvents } from './events/store.ts';

const AT_ONCE = 1_000;
/** Of every plan: what woke somebody last month is worth more than the calls that it was about. */
const LEAST_DAYS = 90;

export const alertExpiryJob = job({
  name: 'alert-expiry',
  schedule: '23 4 * * *',
  run: async (ctx, _payload, signal) => {
    for (const accountId of await selectAccountsWithEvents(ctx.db)) {
      const account = await ctx.accounts.get(accountId);
      if (!account) continue;
      const before = ctx.clock.now() - Math.max(account.retentionDays, LEAST_DAYS) * DAY_MS;
      for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
        signal.throwIfAborted();
        deleted = await ctx.metadata.transaction((db) => deleteEventsBefore(db, accountId, before, AT_ONCE));
      }
    }
  },
});
