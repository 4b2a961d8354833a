// Runs once a day and deletes findings that were last seen longer ago than the account's retention, like the
// calls in their evidence.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { deleteFindingsBefore, selectFindingAccounts } from '../store.ts';

const AT_ONCE = 1_000;

export const findingExpiryJob = job({
  name: 'guardian-expiry',
  schedule: '53 3 * * *',
  run: async (ctx, _payload, signal) => {
    for (const accountId of await selectFindingAccounts(ctx.db)) {
      const account = await ctx.accounts.get(accountId);
      if (!account) continue;
      const before = ctx.clock.now() - account.retentionDays * DAY_MS;
      for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
        signal.throwIfAborted();
        deleted = await ctx.metadata.transaction((db) =>
          deleteFindingsBefore(db, accountId, before, AT_ONCE),
        );
      }
    }
  },
});
