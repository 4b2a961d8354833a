// Takes from the disk what single erasures took out of every answer: one rewrite for all of a minute, of whichever account.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { job, type Enqueue } from '#core/job';

const NAME = 'erasure-purge';

/** One waits at a time. One that runs already may have looked before, so the next has another key. */
export const purge = (now: number): Enqueue => {
  const minute = Math.floor(now / MINUTE_MS) + 1;
  return {
    name: NAME,
    uniqueKey: `${NAME}:${minute}`,
    runAt: minute * MINUTE_MS + 5 * SECOND_MS,
    maxAttempts: 10_000,
  };
};

export const erasurePurgeJob = job({
  name: NAME,
  firstRetryMs: 5 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  timeoutMs: 60 * MINUTE_MS,
  run: async (ctx, _payload, signal) => {
    await ctx.records.purgeErased(signal);
    await ctx.metadata.scrub();
  },
});
