// Every minute: what all alerts look at is measured, each decides, and those that fire are handed over to be sent. A minute that was
// missed is not made up for: whatever still holds is found now.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import type { SystemContext } from '#core/context';
import { job, type JobDefinition } from '#core/job';
import { planReaches, type Plan } from '#core/plans';
import { TYPE_FACTS, type AlertType } from './alert-types.ts';
import { decide, NEW_STATE, observe, type Measured, type Observed, type State } from './evaluate.ts';
import { followUp, type Decision } from './follow-up.ts';
import { measureEach, type Due } from './measure/measure.ts';
import { isSilenced } from './present.ts';
import { selectEnabledAlerts, type AlertRow } from './store.ts';

const NAME = 'alerts';
/** The engine itself ends a question only after twice as long; until then others need not wait. */
const PATIENCE_MS = 15 * SECOND_MS;

/** `patienceMs`: how long a question to the records may take. */
export const makeAlertsJob = (patienceMs = PATIENCE_MS): JobDefinition =>
  job({
    name: NAME,
    schedule: '* * * * *',
    // The next minute is the next try.
    maxAttempts: 1,
    timeoutMs: 5 * MINUTE_MS,
    run: async (ctx, _payload, signal) => {
      const now = ctx.clock.now();
      const failures: unknown[] = [];
      const follow = (decisions: readonly Decision[]) =>
        followUp(ctx, decisions.filter(isNews), signal, ({ alert }, error) => {
          ctx.log.warn(
            { job: NAME, account: alert.account_id, alert: alert.id, err: error },
            'alert not decided',
          );
          failures.push(error);
        });
      const { due, resting } = await enabledAlerts(ctx, now);
      await follow(resting);
      const undecided = await measureEach(ctx, due, { nowMs: now, patienceMs, signal }, (found) =>
        follow(found.map(({ alert, account, measured }) => decideOn(alert, account.plan, measured, now))),
      );
      failures.push(...undecided);
      if (failures.length === 0) return;
      throw unavailable(
        'alerts_incomplete',
        'Some alerts could not be looked at. They are tried again with the next round.',
        failures[0],
      );
    },
  });

export const alertsJob = makeAlertsJob();

/** Those that their account's plan has, of projects that are there, are due. Others rest, and what they had opened is closed. */
async function enabledAlerts(ctx: SystemContext, now: number): Promise<{ due: Due[]; resting: Decision[] }> {
  const due: Due[] = [];
  const resting: Decision[] = [];
  for (const alert of await selectEnabledAlerts(ctx.db)) {
    const facts = TYPE_FACTS[alert.alert_type as AlertType];
    const account = await ctx.accounts.get(alert.account_id);
    if (!account) continue;
    const rests =
      !planReaches(account.plan.name, facts.plan) ||
      (alert.project_id !== null && !account.projects.has(alert.project_id));
    if (!rests) due.push({ alert, account });
    else if (alert.holds === 1) resting.push(atRest(alert, account.plan, now));
  }
  return { due, resting };
}

const atRest = (alert: AlertRow, plan: Plan, now: number): Decision => ({
  alert,
  plan,
  observed: null,
  now,
  outcome: alert.fired_at === null ? 'quiet' : 'clears',
  state: NEW_STATE,
});

const stateOf = (alert: AlertRow): State => ({
  holds: alert.holds === 1,
  firedAt: alert.fired_at,
  heldBack: alert.held_back === 1,
});

function decideOn(alert: AlertRow, plan: Plan, measured: Measured, now: number): Decision {
  const rule = {
    alertType: alert.alert_type as AlertType,
    thresholdValue: alert.threshold_value,
    windowMinutes: alert.window_minutes,
  };
  const observed: Observed = observe(rule, measured);
  const silenced = isSilenced(alert, now);
  return {
    alert,
    plan,
    observed: observed.value,
    ...(observed.compared ? { compared: observed.compared } : {}),
    ...(measured.findings ? { findings: measured.findings } : {}),
    now,
    ...decide(rule, observed.holds, stateOf(alert), { ms: now, silenced }),
  };
}

/** A number that did not move need not be written again. */
function isNews({ alert, observed, outcome, state }: Decision): boolean {
  const before = stateOf(alert);
  return (
    outcome === 'fires' ||
    outcome === 'clears' ||
    observed !== alert.last_observed_value ||
    state.holds !== before.holds ||
    state.firedAt !== before.firedAt ||
    state.heldBack !== before.heldBack
  );
}
