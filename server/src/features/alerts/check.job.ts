// Runs every minute: measures the windows of all alerts, decides each alert and queues messages for those
// that fire. A missed minute is not repeated, because a condition that still holds is found by the next
// round.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { withTimeout } from '#lib/with-timeout';
import type { Account } from '#core/access/accounts';
import { selectAggregate } from '#records';
import { alertWindowOf } from './measure/windows.ts';
import type { SystemContext } from '#core/context';
import { job, type JobDefinition } from '#core/jobs/job';
import { planReaches, type Plan } from '#core/access/plans';
import { TYPE_FACTS, type AlertType } from './alert-types.ts';
import { decideAlert, NEW_STATE, observe, type Measured, type Observed, type State } from './evaluate.ts';
import { applyDecisions, type AlertDecision } from './apply-decisions.ts';
import { measureEach, type Due } from './measure/measure.ts';
import { isSilenced } from './present.ts';
import { hasEnabledAlerts, selectEnabledAlerts, type AlertRow } from './store.ts';

const NAME = 'alerts';
/** The engine ends a query only after twice this time. The other alerts do not wait that long. */
const PATIENCE_MS = 15 * SECOND_MS;

/** `patienceMs` limits one query to the records store. */
export const makeAlertsJob = (patienceMs = PATIENCE_MS): JobDefinition =>
  job({
    name: NAME,
    schedule: '* * * * *',
    // There is no retry, because the job runs again in the next minute.
    maxAttempts: 1,
    timeoutMs: 5 * MINUTE_MS,
    hasWork: ({ db }) => hasEnabledAlerts(db),
    run: async (ctx, _payload, signal) => {
      const now = ctx.clock.now();
      const failures: unknown[] = [];
      const follow = (decisions: readonly AlertDecision[]) =>
        applyDecisions(ctx, decisions.filter(isNews), signal, ({ alert }, error) => {
          ctx.log.warn(
            { job: NAME, account: alert.account_id, alert: alert.id, err: error },
            'alert could not be decided',
          );
          failures.push(error);
        });
      const { due, resting } = await enabledAlerts(ctx, now);
      await follow(resting);
      const undecided = await measureEach(ctx, due, { nowMs: now, patienceMs, signal }, (found) =>
        Promise.all(
          found.map(({ alert, account, measured }) =>
            withUnpriced(ctx, decideOn(alert, account.plan, measured, now), account),
          ),
        ).then(follow),
      );
      failures.push(...undecided);
      if (failures.length === 0) return;
      throw unavailable(
        'alerts_incomplete',
        'Some alerts could not be evaluated. The next round tries them again.',
        failures[0],
      );
    },
  });

export const alertsJob = makeAlertsJob();

/**
 * An alert is due if the plan of its account includes its type and its project exists. All other alerts rest,
 * and incidents that they opened are resolved.
 */
async function enabledAlerts(
  ctx: SystemContext,
  now: number,
): Promise<{ due: Due[]; resting: AlertDecision[] }> {
  const due: Due[] = [];
  const resting: AlertDecision[] = [];
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

const atRest = (alert: AlertRow, plan: Plan, now: number): AlertDecision => ({
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

function decideOn(alert: AlertRow, plan: Plan, measured: Measured, now: number): AlertDecision {
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
    ...decideAlert(rule, observed.holds, stateOf(alert), { ms: now, silenced }),
  };
}

const COST_TYPES: ReadonlySet<string> = new Set(['cost_threshold', 'monthly_budget', 'anomaly_cost']);

/** Firings are rare, so only they ask which calls their cost does not include, and they fire without an answer too. */
async function withUnpriced(
  { records }: SystemContext,
  decision: AlertDecision,
  account: Account,
): Promise<AlertDecision> {
  const { alert, outcome, now } = decision;
  if (outcome !== 'fires' || !COST_TYPES.has(alert.alert_type)) return decision;
  const { project, sinceMs, startMs, endMs } = alertWindowOf(alert, account, now);
  const asked = records.ask(
    { account: account.number, project, sinceMs },
    selectAggregate({ startMs, endMs }, { axis: 'provider', metric: 'cost' }),
  );
  const found = await withTimeout(PATIENCE_MS, asked, () =>
    unavailable('records_unavailable', 'The records do not answer at the moment.'),
  ).catch(() => null);
  return found?.total.unpriced ? { ...decision, unpriced: found.total.unpriced } : decision;
}

/** Skips the write when neither the value nor the state changed. */
function isNews({ alert, observed, outcome, state }: AlertDecision): boolean {
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
