// Runs every minute and scores new calls for all rules. Rules without a turn are first in the next minute.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { FairQueue } from '#lib/fair-queue';
import { unavailable } from '#lib/app-error';
import { job } from '#core/jobs/job';
import { groupRules, type Group } from './group.ts';
import { scoreGroup } from './score-group.ts';
import { selectEnabledRules } from './store.ts';

const NAME = 'eval-rules';
const GROUPS_AT_ONCE = 4;
const ROUND_MS = 45 * SECOND_MS;

export const evalRulesJob = job({
  name: NAME,
  schedule: '* * * * *',
  // The next minute is the retry.
  maxAttempts: 1,
  timeoutMs: 10 * MINUTE_MS,
  run: async (ctx, _payload, signal) => {
    const until = performance.now() + ROUND_MS;
    const pace = { signal, stop: () => performance.now() >= until };
    const groups = groupRules(await selectEnabledRules(ctx.db), ctx.clock.now());
    // Accounts take turns, so that one with many rules does not use up the minute.
    const waiting = new FairQueue<Group>();
    for (const group of groups) waiting.push(group.accountId, group);
    const failures: unknown[] = [];
    const work = async (): Promise<void> => {
      for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
        signal.throwIfAborted();
        if (pace.stop()) return;
        try {
          await scoreGroup(ctx, group, pace);
        } catch (error) {
          signal.throwIfAborted();
          // A failing group must not stop the others.
          ctx.log.warn({ job: NAME, account: group.accountId, err: error }, 'rules could not be run');
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, work));
    if (failures.length === 0) return;
    throw unavailable(
      'rules_incomplete',
      `${failures.length} of ${groups.length} groups of rules could not be run. The next round tries them again.`,
      failures[0],
    );
  },
});
