// Deletes what is stored of the project of a sample. Durable: it is tried until it is done.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { job, type Enqueue } from '#core/job';

const NAME = 'sample-data-removal';
// Requests under way, and processes that have yet to hear of it, may store for the project for a moment more.
const SETTLE_MS = 5 * SECOND_MS;
const MAX_ATTEMPTS = 10_000;

/** Without a key: one that runs already may have looked before, and one too many finds nothing to do. */
export const removal = (
  { account, clock }: Pick<Context, 'account' | 'clock'>,
  project: number,
): Enqueue => ({
  name: NAME,
  payload: { account: account.number, project },
  runAt: clock.now() + SETTLE_MS,
  maxAttempts: MAX_ATTEMPTS,
});

export const sampleDataRemovalJob = job<{ account: number; project: number } | null>({
  name: NAME,
  firstRetryMs: 5 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  // A mutation rewrites whole parts: on a large account it takes a while.
  timeoutMs: 30 * MINUTE_MS,
  run: async (ctx, payload, signal) => {
    if (payload === null) return;
    await ctx.records.deleteProject(payload.account, payload.project, signal);
    ctx.log.info({ job: NAME, ...payload }, 'sample data deleted');
  },
});
