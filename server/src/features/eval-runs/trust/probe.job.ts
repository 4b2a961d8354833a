// Once a week the judge is tried out on answers of each account. What is made is on disk at once: a run that is taken up again, or
// started by hand, makes what is missing of this week and no more.
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { job } from '#core/job';
import { judgeName } from '#features/judge';
import { probeAccount } from './probe-account.ts';
import { selectProbeable } from './store.ts';
import { PROBE_WINDOW_MS } from './trust.ts';

const NAME = 'judge-probes';
const ACCOUNTS_AT_ONCE = 4;

export const judgeProbesJob = job({
  name: NAME,
  schedule: '17 4 * * 1',
  firstRetryMs: 10 * MINUTE_MS,
  timeoutMs: 4 * HOUR_MS,
  run: async (ctx, _payload, signal) => {
    const judge = judgeName(ctx.config);
    if (judge === null) return;
    const accounts = await selectProbeable(ctx.db, ctx.clock.now() - PROBE_WINDOW_MS);
    const waiting = accounts.values();
    const failures: unknown[] = [];
    const work = async (): Promise<void> => {
      // All of them take from one iterator.
      for (const account of waiting) {
        signal.throwIfAborted();
        try {
          const { probes, ending } = await probeAccount(ctx, account, judge, signal);
          ctx.log.info({ job: NAME, account, judge, probes, ending }, 'judge probed');
        } catch (error) {
          signal.throwIfAborted();
          // The others have theirs all the same.
          ctx.log.warn({ job: NAME, account, err: error }, 'judge not probed');
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, work));
    if (failures.length === 0) return;
    throw unavailable(
      'probes_incomplete',
      `The judge could not be probed for ${failures.length} of ${accounts.length} accounts. What is missing is made up when the job runs again.`,
      failures[0],
    );
  },
});
