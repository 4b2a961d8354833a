// Every minute: files whose time to be looked at has come.
import { MINUTE_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { removeUnfinishedMedia, removeUnreferenced, UNFINISHED_MS } from './remove.ts';
import { hasDue, selectDueMedia } from './store.ts';

const AT_ONCE = 500;

export const mediaJob = job({
  name: 'media-removal',
  schedule: '* * * * *',
  firstRetryMs: MINUTE_MS,
  timeoutMs: 30 * MINUTE_MS,
  hasWork: ({ metadata, clock }) => hasDue(metadata.reader, clock.now(), clock.now() - UNFINISHED_MS),
  run: async (ctx, _payload, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const due = await selectDueMedia(ctx.metadata.reader, ctx.clock.now(), AT_ONCE);
      for (const [id, some] of Map.groupBy(due, (row) => row.account_id)) {
        const number = some[0]?.number ?? 0;
        await removeUnreferenced(ctx, { id, number }, some);
      }
      if (due.length < AT_ONCE) break;
    }
    await removeUnfinishedMedia(ctx, { before: ctx.clock.now() - UNFINISHED_MS }, signal);
  },
});
