// Decides an alert with groups: each group fires and clears on its own.
import { newId } from '#lib/ids';
import type { AlertDecision, GroupDecision } from './apply-decisions.ts';
import type { AlertType } from './alert-types.ts';
import {
  decideAlert,
  MIN_CALLS,
  NEW_STATE,
  observe,
  type AlertRule,
  type Measured,
  type State,
} from './evaluate.ts';
import type { GroupMeasured, MeasuredAlone } from './measure/alone.ts';
import { isSilenced } from './present.ts';
import type { AlertRow, GroupRow } from './store.ts';
import { isOfCost } from './watched.ts';

/** In how many groups the condition is looked for: those with enough records to hold by chance. */
export const amongOf = (groups: readonly Pick<GroupMeasured, 'measured'>[]): number =>
  Math.max(1, groups.filter(({ measured }) => measured.window.calls >= MIN_CALLS).length);

/** Calls without a price, which are not in the observed cost. */
export const unpricedInGroup = ({ alert_type: type }: AlertRow, { window }: Measured) =>
  window.unpriced && isOfCost(type as AlertType) ? { unpriced: window.unpriced } : {};

const stateOf = (row: GroupRow | null): State =>
  row === null ? NEW_STATE : { holds: true, firedAt: row.fired_at, heldBack: row.held_back === 1 };

export function decideGroups(
  { alert, account, open, groups }: Omit<MeasuredAlone, 'sinceMs'>,
  now: number,
): AlertDecision {
  const rule: AlertRule = {
    alertType: alert.alert_type as AlertType,
    thresholdValue: alert.threshold_value,
    windowMinutes: alert.window_minutes,
    percentile: alert.percentile,
    among: amongOf(groups),
  };
  const silenced = isSilenced(alert, now);
  const left = new Map(open.map((row) => [row.value, row]));
  const decided: GroupDecision[] = [];
  let worst: number | null = null;
  for (const { group, measured } of groups) {
    const before = left.get(group.value) ?? null;
    left.delete(group.value);
    const { value: observed, holds, compared } = observe(rule, measured);
    if (observed !== null) worst = Math.max(worst ?? -Infinity, observed);
    const next = decideAlert(rule, holds, stateOf(before), { ms: now, silenced });
    if (before === null && !next.state.holds) continue;
    decided.push({
      group,
      before,
      incident: before?.incident ?? newId('incident'),
      observed,
      ...(compared ? { compared } : {}),
      ...unpricedInGroup(alert, measured),
      ...next,
    });
  }
  decided.push(...left.values().map((row) => vanished(alert, row)));
  return { alert, plan: account.plan, now, observed: worst, ...together(decided), groups: decided };
}

/** A group without records in the window, or of an alert that is not evaluated: it is resolved and forgotten. */
export const vanished = ({ for_each: dimension }: AlertRow, before: GroupRow): GroupDecision => ({
  group: { dimension: dimension ?? '', value: before.value },
  before,
  incident: before.incident,
  observed: null,
  outcome: before.fired_at === null ? 'quiet' : 'clears',
  state: NEW_STATE,
});

/** The state of the alert as a whole. */
function together(groups: readonly GroupDecision[]): Pick<AlertDecision, 'outcome' | 'state'> {
  const holding = groups.filter(({ state }) => state.holds);
  const fired = holding.flatMap(({ state }) => state.firedAt ?? []);
  const outcome = (['fires', 'clears', 'stays'] as const).find((one) =>
    groups.some((group) => group.outcome === one),
  );
  return {
    outcome: outcome ?? 'quiet',
    state: {
      holds: holding.length > 0,
      // Firings from here on are kept, because their channels will also receive their end.
      firedAt: fired.length === 0 ? null : Math.min(...fired),
      heldBack: holding.some(({ state }) => state.heldBack),
    },
  };
}

export const isGroupNews = ({ before, observed, state }: GroupDecision): boolean =>
  before === null ||
  !state.holds ||
  observed !== before.observed_value ||
  state.firedAt !== before.fired_at ||
  state.heldBack !== (before.held_back === 1);
