// Removes erased single calls from disk: one rewrite per minute for all accounts.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { job, type Enqueue } from '#core/jobs/job';

const NAME = 'erasure-purge';

/**
 * Erasures of the same minute share one job. A running job may have read before this erasure, so the next
 * minute has another key.
 */
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
    await ctx.records.admin.purgeErased(signal);
    await ctx.metadata.scrub();
  },
});
