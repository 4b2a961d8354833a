// Probes the judge once a week on answers of each account. Probes are saved at once: a resumed or manual run
// makes only those that are missing this week.
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { job } from '#core/jobs/job';
import { runRound } from '#core/jobs/job-slice';
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
    const accounts = await selectProbeable(ctx.db, ctx.clock.now() - PROBE_WINDOW_MS);
    const failures: unknown[] = [];
    await runRound(
      accounts,
      ACCOUNTS_AT_ONCE,
      { signal, isOver: () => false },
      async (account) => {
        const { probes, ending, judge } = await probeAccount(ctx, account, signal);
        ctx.log.info({ job: NAME, account, judge, probes, ending }, 'judge probed');
      },
      (error, account) => {
        ctx.log.warn({ job: NAME, account, err: error }, 'judge could not be probed');
        failures.push(error);
      },
    );
    if (failures.length === 0) return;
    throw unavailable(
      'probes_incomplete',
      `The judge could not be probed for ${failures.length} of ${accounts.length} accounts. The next run makes the missing probes.`,
      failures[0],
    );
  },
});
