// Runs a rule on past values with the same decisions as the job that runs every minute. Pure.
import { HOUR_MS, isoTime, MINUTE_MS } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import type { AlertGroup } from '#services/notifications';
import { amongOf } from '../decide-groups.ts';
import { decideAlert, NEW_STATE, observe, type AlertRule, type Measured } from '../evaluate.ts';
import { MOST_FIRINGS, type Preview } from '../schemas.ts';

interface TrialGroup {
  /** Null for a rule without groups. */
  group: AlertGroup | null;
  measuredAt: (ms: number) => Measured;
}

export interface Trial {
  startMs: number;
  endMs: number;
  stepMs: number;
  groups: readonly TrialGroup[];
  /** As `isMeasuredAlone` says. */
  isAlone: boolean;
  hasGroups: boolean;
}

type Point = Preview['points'][number];
type FiringOfGroup = Preview['firings'][number];

/** The last step ends at `endMs`; the first is the first whole step after `startMs`. */
export async function simulateRule(
  rule: AlertRule,
  { startMs, endMs, stepMs, groups, isAlone, hasGroups }: Trial,
): Promise<Preview> {
  const pace = new Pace();
  const points: Point[] = [];
  const firings: FiringOfGroup[] = [];
  const judged = groups.map(({ group, measuredAt }) => ({
    group: group && { dimension: group.dimension, value: group.value },
    measuredAt,
    state: NEW_STATE,
    firings: 0,
  }));
  for (let left = Math.floor((endMs - startMs) / stepMs) - 1; left >= 0; left -= 1) {
    const ms = endMs - left * stepMs;
    const at = hourEnd(ms, endMs);
    const now = judged.map((one) => ({ one, measured: one.measuredAt(ms) }));
    const ruleNow = isAlone ? { ...rule, among: hasGroups ? amongOf(now) : 1 } : rule;
    if (now.length === 0) addTo(points, at, { value: null, holds: false, fired: false }, rule);
    for (const { one, measured } of now) {
      const { value, holds } = observe(ruleNow, measured);
      const decision = decideAlert(rule, holds, one.state, { ms, silenced: false });
      one.state = decision.state;
      const fired = decision.outcome === 'fires';
      if (fired) {
        one.firings += 1;
        const ofGroup = one.group ? { group: one.group } : {};
        const firing = { triggeredAt: isoTime(ms), observedValue: value ?? 0, ...ofGroup };
        if (firings.length < MOST_FIRINGS) firings.push(firing);
      }
      addTo(points, at, { value, holds, fired }, rule);
    }
    if (pace.isDue) await pace.rest();
  }
  return {
    startTime: isoTime(startMs),
    endTime: isoTime(endMs),
    evaluatedEveryMinutes: stepMs / MINUTE_MS,
    points,
    firings,
    groups: hasGroups
      ? judged
          .flatMap(({ group, firings: count }) => (group ? [{ ...group, firings: count }] : []))
          .toSorted((one, other) => other.firings - one.firings)
      : null,
  };
}

/** Hours are counted backwards from the end. */
const hourEnd = (ms: number, endMs: number): string =>
  isoTime(endMs - Math.floor((endMs - ms) / HOUR_MS) * HOUR_MS);

function addTo(points: Point[], at: string, found: Omit<Point, 'at'>, { alertType }: AlertRule): void {
  const last = points.at(-1);
  if (last?.at !== at) {
    points.push({ at, ...found });
    return;
  }
  const nearest = alertType === 'eval_score' || alertType === 'score_below' ? Math.min : Math.max;
  if (found.value !== null) last.value = last.value === null ? found.value : nearest(last.value, found.value);
  last.holds ||= found.holds;
  last.fired ||= found.fired;
}
