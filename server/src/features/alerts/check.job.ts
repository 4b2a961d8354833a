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
import { decideGroups, isGroupNews, unpricedInGroup, vanished } from './decide-groups.ts';
import {
  decideAlert,
  NEW_STATE,
  observe,
  type AlertRule,
  type Measured,
  type Observed,
  type State,
} from './evaluate.ts';
import { applyDecisions, type AlertDecision } from './apply-decisions.ts';
import { measureAlone, type DueAlone, type MeasuredAlone } from './measure/alone.ts';
import { measureEach, NO_CALLS, type Due } from './measure/measure.ts';
import { isSilenced } from './present.ts';
import {
  hasEnabledAlerts,
  selectEnabledAlerts,
  selectGroupsOfEnabled,
  type AlertRow,
  type GroupRow,
} from './store.ts';
import { isMeasuredAlone, isOfCost, watchedIn } from './watched.ts';

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
      const { due, alone, resting } = await enabledAlerts(ctx, now);
      await follow(resting);
      const order = { nowMs: now, patienceMs, signal };
      const undecided = await measureEach(ctx, due, order, (found) =>
        Promise.all(
          found.map(({ alert, account, measured }) =>
            withUnpriced(ctx, decideOn(alert, account.plan, measured, now), account),
          ),
        ).then(follow),
      );
      // Last, because they take long, and no other alert waits for them.
      const late = await measureAlone(ctx, alone, order, (found) => follow([decideAlone(found, now)]));
      failures.push(...undecided, ...late);
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
): Promise<{ due: Due[]; alone: DueAlone[]; resting: AlertDecision[] }> {
  const due: Due[] = [];
  const alone: DueAlone[] = [];
  const resting: AlertDecision[] = [];
  const alerts = await selectEnabledAlerts(ctx.db);
  const groups = alerts.some(({ for_each: dimension }) => dimension !== null)
    ? await selectGroupsOfEnabled(ctx.db)
    : new Map<number, GroupRow[]>();
  for (const alert of alerts) {
    const facts = TYPE_FACTS[alert.alert_type as AlertType];
    const account = await ctx.accounts.get(alert.account_id);
    if (!account) continue;
    const rests =
      !planReaches(account.plan.name, facts.plan) ||
      (alert.project_id !== null && !account.projects.has(alert.project_id));
    const open = groups.get(alert.id) ?? [];
    if (rests) {
      if (alert.holds === 1) resting.push(atRest(alert, account.plan, open, now));
    } else if (isMeasuredAlone(watchedIn(alert))) alone.push({ alert, account, open });
    else due.push({ alert, account });
  }
  return { due, alone, resting };
}

const atRest = (alert: AlertRow, plan: Plan, open: readonly GroupRow[], now: number): AlertDecision => ({
  alert,
  plan,
  observed: null,
  now,
  outcome: alert.fired_at === null ? 'quiet' : 'clears',
  state: NEW_STATE,
  ...(alert.for_each === null ? {} : { groups: open.map((row) => vanished(alert, row)) }),
});

const stateOf = (alert: AlertRow): State => ({
  holds: alert.holds === 1,
  firedAt: alert.fired_at,
  heldBack: alert.held_back === 1,
});

const ruleOf = (alert: AlertRow): AlertRule => ({
  alertType: alert.alert_type as AlertType,
  thresholdValue: alert.threshold_value,
  windowMinutes: alert.window_minutes,
  percentile: alert.percentile,
});

function decideOn(
  alert: AlertRow,
  plan: Plan,
  measured: Measured,
  now: number,
  rule = ruleOf(alert),
): AlertDecision {
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

/** An alert that is measured on its own: in groups or not. */
function decideAlone({ alert, account, open, groups }: MeasuredAlone, now: number): AlertDecision {
  const { plan } = account;
  if (alert.for_each !== null) return decideGroups({ alert, account, open, groups }, now);
  const measured = groups[0]?.measured ?? { window: NO_CALLS };
  const decision = decideOn(alert, plan, measured, now, { ...ruleOf(alert), among: 1 });
  return { ...decision, ...unpricedInGroup(alert, measured) };
}

/** Firings are rare, so only they ask which calls their cost does not include, and they fire without an answer too. */
async function withUnpriced(
  { records }: SystemContext,
  decision: AlertDecision,
  account: Account,
): Promise<AlertDecision> {
  const { alert, outcome, now } = decision;
  if (outcome !== 'fires' || !isOfCost(alert.alert_type as AlertType)) return decision;
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
function isNews({ alert, observed, outcome, state, groups = [] }: AlertDecision): boolean {
  const before = stateOf(alert);
  return (
    groups.some(isGroupNews) ||
    outcome === 'fires' ||
    outcome === 'clears' ||
    observed !== alert.last_observed_value ||
    state.holds !== before.holds ||
    state.firedAt !== before.firedAt ||
    state.heldBack !== before.heldBack
  );
}
