// Runs once a day. Deletes comments that are older than the account's retention: what they are about is gone by
// then.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { deleteCommentsBefore, selectAccountsWithComments } from './store.ts';

const AT_ONCE = 1_000;

export const commentRetentionJob = job({
  name: 'comment-retention',
  schedule: '53 3 * * *',
  run: async (ctx, _payload, signal) => {
    for (const accountId of await selectAccountsWithComments(ctx.db)) {
      const account = await ctx.accounts.get(accountId);
      if (!account) continue;
      const before = ctx.clock.now() - account.retentionDays * DAY_MS;
      for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
        signal.throwIfAborted();
        deleted = await ctx.metadata.transaction((db) =>
          deleteCommentsBefore(db, accountId, before, AT_ONCE),
        );
      }
    }
  },
});
