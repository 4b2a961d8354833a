// Runs a rule on past values with the same decisions as the job that runs every minute. Pure.
import { HOUR_MS, isoTime, MINUTE_MS } from '#lib/clock';
import { decideAlert, NEW_STATE, observe, type Measured, type AlertRule } from '../evaluate.ts';
import type { Preview } from '../schemas.ts';

export interface Trial {
  startMs: number;
  endMs: number;
  stepMs: number;
  measuredAt: (ms: number) => Measured;
}

type Point = Preview['points'][number];

/** The last step ends at `endMs`; the first is the first whole step after `startMs`. */
export function simulateRule(rule: AlertRule, { startMs, endMs, stepMs, measuredAt }: Trial): Preview {
  const points: Point[] = [];
  const firings: Preview['firings'] = [];
  let state = NEW_STATE;
  for (let left = Math.floor((endMs - startMs) / stepMs) - 1; left >= 0; left -= 1) {
    const ms = endMs - left * stepMs;
    const { value, holds } = observe(rule, measuredAt(ms));
    const decision = decideAlert(rule, holds, state, { ms, silenced: false });
    ({ state } = decision);
    const fired = decision.outcome === 'fires';
    if (fired) firings.push({ triggeredAt: isoTime(ms), observedValue: value ?? 0 });
    addTo(points, hourEnd(ms, endMs), { value, holds, fired }, rule);
  }
  return {
    startTime: isoTime(startMs),
    endTime: isoTime(endMs),
    evaluatedEveryMinutes: stepMs / MINUTE_MS,
    points,
    firings,
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
