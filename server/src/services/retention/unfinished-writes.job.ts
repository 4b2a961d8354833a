// Completes writes that a dead process or engine left unfinished, even if no client sends them again. The
// next write of the account does the same; this is for quiet accounts.
import { job } from '#core/jobs/job';
import { selectAccountIds } from './store.ts';

const NAME = 'unfinished-writes';

export const unfinishedWritesJob = job({
  name: NAME,
  schedule: '*/20 * * * * *',
  maxAttempts: 1,
  // The in-process engine replays its log when it starts, so it leaves none.
  hasWork: ({ records }) => records.kind === 'server',
  run: async (ctx) => {
    const completed = await ctx.records.admin.completeWrites();
    if (completed.length === 0) return;
    const ids = await selectAccountIds(
      ctx.db,
      completed.map(({ account }) => account),
    );
    for (const { account, records } of completed) {
      ctx.log.warn(
        { job: NAME, account: ids.get(account) ?? account, records },
        'unfinished write completed',
      );
    }
  },
});
