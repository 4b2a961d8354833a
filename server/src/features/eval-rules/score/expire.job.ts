// Runs once a day. Deletes scores by rules and on request whose calls are past retention, because hundreds
// arrive per minute and would fill the metadata store. Scores of runs stay with their runs.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { deleteScoresBefore, selectScoredAccounts } from './store.ts';

const AT_ONCE = 1_000;

export const scoreExpiryJob = job({
  name: 'eval-score-expiry',
  schedule: '41 3 * * *',
  run: async (ctx, _payload, signal) => {
    for (const accountId of await selectScoredAccounts(ctx.db)) {
      const account = await ctx.accounts.get(accountId);
      if (!account) continue;
      const before = ctx.clock.now() - account.retentionDays * DAY_MS;
      for (const maker of ['rule', 'request'] as const)
        for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
          signal.throwIfAborted();
          deleted = await ctx.metadata.transaction((db) =>
            deleteScoresBefore(db, accountId, maker, before, AT_ONCE),
          );
        }
    }
  },
});
