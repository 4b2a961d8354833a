// Every minute: what all alerts look at is measured, each decides, and those that fire are handed over to be sent. A minute that was
// missed is not made up for: whatever still holds is found now.
import { MINUTE_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import type { SystemContext } from '#core/context';
import { job } from '#core/job';
import { planReaches } from '#core/plans';
import { TYPE_FACTS, type AlertType } from './alert-types.ts';
import { decide, observe, type Measured, type Observed, type State } from './evaluate.ts';
import { clearAlert, fireAlert, noteAlerts, type Decision } from './follow-up.ts';
import { measureAll, type Due } from './measure/measure.ts';
import { isSilenced } from './present.ts';
import { selectEnabledAlerts, type AlertRow } from './store.ts';

const NAME = 'alerts';

export const alertsJob = job({
  name: NAME,
  schedule: '* * * * *',
  // The next minute is the next try.
  maxAttempts: 1,
  timeoutMs: 5 * MINUTE_MS,
  run: async (ctx, _payload, signal) => {
    const now = ctx.clock.now();
    const due = await dueAlerts(ctx);
    const { measured, failures } = await measureAll(ctx, due, now, signal);
    const quiet: Decision[] = [];
    for (const { alert, account } of due) {
      const found = measured.get(alert.id);
      if (!found) continue;
      signal.throwIfAborted();
      const decision = decideOn(alert, found, now);
      try {
        if (decision.outcome === 'fires') await fireAlert(ctx, decision, account.plan);
        else if (decision.outcome === 'clears') await clearAlert(ctx, decision, account.plan);
        else if (isNews(decision)) quiet.push(decision);
      } catch (error) {
        // The others have theirs all the same.
        ctx.log.warn({ job: NAME, account: account.id, alert: alert.id, err: error }, 'alert not decided');
        failures.push(error);
      }
    }
    await noteAlerts(ctx, quiet, signal);
    if (failures.length === 0) return;
    throw unavailable(
      'alerts_incomplete',
      'Some alerts could not be looked at. They are tried again with the next round.',
      failures[0],
    );
  },
});

/** Those that their account's plan has, of projects that are there. */
async function dueAlerts(ctx: SystemContext): Promise<Due[]> {
  const due: Due[] = [];
  for (const alert of await selectEnabledAlerts(ctx.db)) {
    const facts = TYPE_FACTS[alert.alert_type as AlertType];
    if (facts.measures === 'nothing') continue;
    const account = await ctx.accounts.get(alert.account_id);
    if (!account || !planReaches(account.plan.name, facts.plan)) continue;
    if (alert.project_id !== null && !account.projects.has(alert.project_id)) continue;
    due.push({ alert, account });
  }
  return due;
}

const stateOf = (alert: AlertRow): State => ({
  holds: alert.holds === 1,
  firedAt: alert.fired_at,
  heldBack: alert.held_back === 1,
});

function decideOn(alert: AlertRow, measured: Measured, now: number): Decision {
  const rule = {
    alertType: alert.alert_type as AlertType,
    thresholdValue: alert.threshold_value,
    windowMinutes: alert.window_minutes,
  };
  const observed: Observed = observe(rule, measured);
  const silenced = isSilenced(alert, now);
  return {
    alert,
    observed: observed.value,
    now,
    ...decide(rule, observed.holds, stateOf(alert), { ms: now, silenced }),
  };
}

/** A number that did not move need not be written again. */
function isNews({ alert, observed, state }: Decision): boolean {
  const before = stateOf(alert);
  return (
    observed !== alert.last_observed_value ||
    state.holds !== before.holds ||
    state.firedAt !== before.firedAt ||
    state.heldBack !== before.heldBack
  );
}
