// What an alert makes of a number: pure, without clock or store, so that the round of every minute and the preview of the last
// fourteen days decide alike. First the number itself (`observe`), then what follows from it (`decide`).
import { MINUTE_MS } from '#lib/clock';
import type { AlertType } from './alert-types.ts';
import { median, robustZ } from './robust-z.ts';

export interface Rule {
  alertType: AlertType;
  thresholdValue: number;
  windowMinutes: number;
}

/** Calls of one window; evaluation runs made none of them. */
export interface WindowSums {
  calls: number;
  errors: number;
  costUsd: number;
  /** Null: no calls, or nobody asked. */
  p95LatencyMs: number | null;
}

export interface Measured {
  window: WindowSums;
  /** The same window of the days before, for anomalies; those that lie within retention. */
  history?: readonly WindowSums[];
  /** For `eval_score`. */
  scores?: { count: number; mean: number | null };
  /** For `guardian_findings`: those that it has not told of. */
  findings?: NewFindings;
}

export interface NewFindings {
  titles: readonly string[];
  /** Number of the last one. */
  upTo: number;
}

export interface Observed {
  /** Null: too little to tell. */
  value: number | null;
  holds: boolean;
  /** Behind an anomaly that holds. */
  compared?: Compared;
}

/** What a window came to, and what is usual. */
export interface Compared {
  value: number;
  usual: number;
}

/** What an alert remembers from one round to the next. */
export interface State {
  holds: boolean;
  /** When it last fired since the condition became true. */
  firedAt: number | null;
  /** A silence kept it from firing since. */
  heldBack: boolean;
}

/** `fires` and `clears` are told to the channels, the others are not. */
export type Outcome = 'fires' | 'clears' | 'stays' | 'quiet';

export const NEW_STATE: State = { holds: false, firedAt: null, heldBack: false };

export const MIN_CALLS = 5;
export const MIN_HISTORY_DAYS = 5;
export const LEAST_REPEAT_MINUTES = 60;

const NOTHING: Observed = { value: null, holds: false };

/** Below this much a number does not differ: history that never moved would make an anomaly of a hair's breadth. */
const LEAST_SPREAD = { cost: 0.0001, latency: 1, errorRate: 0.01 } as const;

const errorRate = ({ calls, errors }: WindowSums): number | null =>
  calls >= MIN_CALLS ? errors / calls : null;
const spent = ({ calls, costUsd }: WindowSums): number | null => (calls > 0 ? costUsd : null);
const p95 = ({ p95LatencyMs }: WindowSums): number | null => p95LatencyMs;

interface Anomaly {
  of: (window: WindowSums) => number | null;
  leastSpread: number;
}

const ANOMALIES = {
  anomaly_cost: { of: spent, leastSpread: LEAST_SPREAD.cost },
  anomaly_latency: { of: p95, leastSpread: LEAST_SPREAD.latency },
  anomaly_error_rate: { of: errorRate, leastSpread: LEAST_SPREAD.errorRate },
} as const satisfies Partial<Record<AlertType, Anomaly>>;

const isAnomaly = (type: AlertType): type is keyof typeof ANOMALIES => Object.hasOwn(ANOMALIES, type);

/** Days that have something to compare with. */
const usualDays = ({ history = [] }: Measured, of: Anomaly['of']): number[] =>
  history.map(of).filter((day) => day !== null);

function anomaly(measured: Measured, { of, leastSpread }: Anomaly): number | null {
  const value = of(measured.window);
  const usual = usualDays(measured, of);
  if (value === null || usual.length < MIN_HISTORY_DAYS) return null;
  return robustZ(value, usual, leastSpread);
}

const comparedIn = (measured: Measured, { of }: Anomaly): Compared => ({
  value: tidy(of(measured.window) ?? 0),
  usual: tidy(median(usualDays(measured, of))),
});

/** Sums of fractions leave dust behind, which neither people nor thresholds should see. */
const tidy = (value: number): number => Number(value.toPrecision(12));

const VALUES: Readonly<Record<AlertType, (measured: Measured) => number | null>> = {
  cost_threshold: ({ window }) => window.costUsd,
  monthly_budget: ({ window }) => window.costUsd,
  error_rate: ({ window }) => errorRate(window),
  latency_degradation: ({ window }) => p95(window),
  anomaly_cost: (measured) => anomaly(measured, ANOMALIES.anomaly_cost),
  anomaly_latency: (measured) => anomaly(measured, ANOMALIES.anomaly_latency),
  anomaly_error_rate: (measured) => anomaly(measured, ANOMALIES.anomaly_error_rate),
  eval_score: ({ scores }) => scores?.mean ?? null,
  guardian_findings: ({ findings }) => findings?.titles.length ?? null,
};

export function observe({ alertType, thresholdValue }: Rule, measured: Measured): Observed {
  const exact = VALUES[alertType](measured);
  if (exact === null) return NOTHING;
  const [value, threshold] = [tidy(exact), tidy(thresholdValue)];
  if (alertType === 'eval_score') return { value, holds: value < threshold };
  // Any at all, unless more are asked for.
  if (alertType === 'guardian_findings') return { value, holds: value >= Math.max(1, threshold) };
  // A threshold of 0 is about any call at all, not about none.
  const holds = value >= threshold && measured.window.calls > 0;
  const compared = holds && isAnomaly(alertType) && comparedIn(measured, ANOMALIES[alertType]);
  return { value, holds, ...(compared ? { compared } : {}) };
}

/** How long a condition that stays true waits before it fires again. */
export const repeatMs = ({ windowMinutes }: Pick<Rule, 'windowMinutes'>): number =>
  Math.max(windowMinutes, LEAST_REPEAT_MINUTES) * MINUTE_MS;

export function decide(
  rule: Pick<Rule, 'windowMinutes'> & Partial<Pick<Rule, 'alertType'>>,
  holds: boolean,
  before: State,
  now: { ms: number; silenced: boolean },
): { outcome: Outcome; state: State } {
  // What was told once is never told again: what is new fires at once, and that there is no more of it ends nothing.
  const tellsNews = rule.alertType === 'guardian_findings';
  if (!holds) return { outcome: before.firedAt === null || tellsNews ? 'quiet' : 'clears', state: NEW_STATE };
  // A firing that has yet to come is the work of a clock that has since been set back: the wait begins anew.
  const firedAt = before.firedAt === null ? null : Math.min(before.firedAt, now.ms);
  if (now.silenced) return { outcome: 'stays', state: { holds, firedAt, heldBack: true } };
  const due = tellsNews || firedAt === null || before.heldBack || now.ms - firedAt >= repeatMs(rule);
  if (due) return { outcome: 'fires', state: { holds, firedAt: now.ms, heldBack: false } };
  return { outcome: 'stays', state: { holds, firedAt, heldBack: false } };
}
