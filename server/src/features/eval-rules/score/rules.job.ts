// Runs every minute and scores new calls for all rules. Rules without a turn are first in the next minute.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { FairQueue } from '#lib/fair-queue';
import { unavailable } from '#lib/app-error';
import { job } from '#core/jobs/job';
import { jobSlice, runRound } from '#core/jobs/job-slice';
import { groupRules, type ScoredGroup } from './group.ts';
import { scoreGroup } from './score-group.ts';
import { hasEnabledRules, selectEnabledRules } from './store.ts';

const NAME = 'eval-rules';
const GROUPS_AT_ONCE = 4;
const ROUND_MS = 45 * SECOND_MS;

export const evalRulesJob = job({
  name: NAME,
  schedule: '* * * * *',
  // There is no retry, because the job runs again in the next minute.
  maxAttempts: 1,
  timeoutMs: 10 * MINUTE_MS,
  hasWork: ({ db }) => hasEnabledRules(db),
  run: async (ctx, _payload, signal) => {
    const slice = jobSlice(ROUND_MS, signal);
    const groups = groupRules(await selectEnabledRules(ctx.db), ctx.clock.now());
    // Accounts take turns, so that one with many rules does not use up the minute.
    const waiting = new FairQueue<ScoredGroup>();
    for (const group of groups) waiting.push(group.accountId, group);
    const failures: unknown[] = [];
    await runRound(
      waiting.drain(),
      GROUPS_AT_ONCE,
      slice,
      (group) => scoreGroup(ctx, group, slice),
      (error, group) => {
        ctx.log.warn({ job: NAME, account: group.accountId, err: error }, 'rules could not be run');
        failures.push(error);
      },
    );
    if (failures.length === 0) return;
    throw unavailable(
      'rules_incomplete',
      `${failures.length} of ${groups.length} groups of rules could not be run. The next round tries them again.`,
      failures[0],
    );
  },
});
