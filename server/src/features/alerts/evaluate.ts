// What an alert makes of a number: pure, without clock or store, so that the round of every minute and the preview of the last
// fourteen days decide alike. First the number itself (`observe`), then what follows from it (`decide`).
import { MINUTE_MS } from '#lib/clock';
import { wilson } from '#lib/stats/wilson';
import { tidy } from '#lib/tidy';
import type { AlertType } from './alert-types.ts';
import { errorDeviations, logDeviations, median, usualErrorRate } from './unusual.ts';

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
  scores?: WindowScores;
  /** For `guardian_findings`: those that it has not told of. */
  findings?: NewFindings;
}

/** Scores of one criterion in a window: in points of its scale, and from 0 to 1 of it. Null without scores. */
export interface WindowScores {
  count: number;
  mean: number | null;
  normalizedMean: number | null;
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
export const MIN_ERRORS = 3;
export const MIN_SCORES = 5;
export const LEAST_REPEAT_MINUTES = 60;
/** One-sided with 90 %: the lower end of the interval of 80 %. */
const BOUND_CONFIDENCE = 0.8;

const NOTHING: Observed = { value: null, holds: false };

const errorRate = ({ calls, errors }: WindowSums): number | null =>
  calls >= MIN_CALLS ? errors / calls : null;

interface Anomaly {
  /** What is compared; null: too little to tell. */
  of: (window: WindowSums) => number | null;
  minDays: number;
  deviations: (window: WindowSums, days: readonly WindowSums[]) => number;
  usual: (days: readonly WindowSums[]) => number;
}

/** Below `floor` nothing differs. */
const ofLogarithms = (of: Anomaly['of'], floor: number): Anomaly => {
  const values = (days: readonly WindowSums[]) => days.map((day) => of(day) ?? 0);
  return {
    of,
    minDays: 10,
    deviations: (window, days) => logDeviations(of(window) ?? 0, values(days), floor),
    usual: (days) => median(values(days)),
  };
};

const ANOMALIES = {
  anomaly_cost: ofLogarithms(({ calls, costUsd }) => (calls > 0 ? costUsd : null), 0.0001),
  anomaly_latency: ofLogarithms(({ p95LatencyMs }) => p95LatencyMs, 1),
  anomaly_error_rate: {
    of: errorRate,
    minDays: 5,
    deviations: errorDeviations,
    usual: (days) => usualErrorRate(days).rate,
  },
} as const satisfies Partial<Record<AlertType, Anomaly>>;

const isAnomaly = (type: AlertType): type is keyof typeof ANOMALIES => Object.hasOwn(ANOMALIES, type);

/** Days that have something to compare with. */
const usualDays = ({ history = [] }: Measured, { of }: Anomaly): WindowSums[] =>
  history.filter((day) => of(day) !== null);

function anomaly(measured: Measured, kind: Anomaly): number | null {
  const days = usualDays(measured, kind);
  if (kind.of(measured.window) === null || days.length < kind.minDays) return null;
  return kind.deviations(measured.window, days);
}

const comparedIn = (measured: Measured, kind: Anomaly): Compared => ({
  value: tidy(kind.of(measured.window) ?? 0),
  usual: tidy(kind.usual(usualDays(measured, kind))),
});

const VALUES: Readonly<Record<AlertType, (measured: Measured, threshold: number) => number | null>> = {
  cost_threshold: ({ window }) => window.costUsd,
  monthly_budget: ({ window }) => window.costUsd,
  error_rate: ({ window }) => errorRate(window),
  latency_degradation: ({ window }) => window.p95LatencyMs,
  anomaly_cost: (measured) => anomaly(measured, ANOMALIES.anomaly_cost),
  anomaly_latency: (measured) => anomaly(measured, ANOMALIES.anomaly_latency),
  anomaly_error_rate: (measured) => anomaly(measured, ANOMALIES.anomaly_error_rate),
  eval_score: ({ scores }, threshold) => meanScore(scores, threshold),
  guardian_findings: ({ findings }) => findings?.titles.length ?? null,
};

/** A threshold from 0 to 1 is a part of the scale, whatever the scale; any other is in its points. */
function meanScore(scores: WindowScores | undefined, threshold: number): number | null {
  if (!scores || scores.count < MIN_SCORES) return null;
  return threshold >= 0 && threshold <= 1 ? scores.normalizedMean : scores.mean;
}

/** Failures that are more than bad luck: few of them would be, however large their share of a few calls. */
const failuresTell = ({ calls, errors }: WindowSums, threshold: number): boolean =>
  errors >= MIN_ERRORS && (wilson(errors, calls, BOUND_CONFIDENCE)?.low ?? 0) > threshold / 2;

export function observe({ alertType, thresholdValue }: Rule, measured: Measured): Observed {
  const exact = VALUES[alertType](measured, thresholdValue);
  if (exact === null) return NOTHING;
  const [value, threshold] = [tidy(exact), tidy(thresholdValue)];
  if (alertType === 'eval_score') return { value, holds: value < threshold };
  // Any at all, unless more are asked for.
  if (alertType === 'guardian_findings') return { value, holds: value >= Math.max(1, threshold) };
  if (alertType === 'error_rate')
    return { value, holds: value >= threshold && failuresTell(measured.window, threshold) };
  const enough = alertType === 'anomaly_error_rate' ? measured.window.errors >= MIN_ERRORS : true;
  // A threshold of 0 is about any call at all, not about none.
  const holds = value >= threshold && measured.window.calls > 0 && enough;
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
