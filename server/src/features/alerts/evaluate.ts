// Decides alerts. These functions are pure, without clock or store, so the job that runs every minute and the
// 14-day preview decide alike. `observe` computes the value, `decideAlert` the outcome.
import { MINUTE_MS } from '#lib/clock';
import { binomialCdf } from '#lib/stats/binomial';
import { normalCdf, normalQuantile } from '#lib/stats/normal';
import { studentTQuantile } from '#lib/stats/student-t';
import { wilson } from '#lib/stats/wilson';
import { tidy } from '#lib/tidy';
import type { WindowSums } from '#records';
import type { AlertType } from './alert-types.ts';
import {
  errorDeviations,
  MIN_COST_SPREAD,
  logDeviations,
  median,
  pairDeviations,
  spreadOfCalls,
  usualErrorRate,
} from './unusual.ts';

export interface AlertRule {
  alertType: AlertType;
  thresholdValue: number;
  windowMinutes: number;
  /** Of latencies; the usual one unless given. */
  percentile?: number | null;
  /**
   * For an alert that is measured on its own: in how many groups it looks for its condition at the same time. More
   * groups find more by chance, so each needs stronger evidence.
   */
  among?: number;
}

/** A window, and the same window on previous days as far as retention reaches. */
interface WithHistory {
  window: WindowSums;
  history?: readonly WindowSums[];
}

export interface Measured extends WithHistory {
  /** Neighbouring parts of the window, as `partMinutes` says. Only for `anomaly_cost`. */
  pairs?: readonly (readonly WithHistory[])[];
  /** For `eval_score`, `score_below` and `score_above`. */
  scores?: WindowScores;
  /** For `guardian_findings`: findings that the alert has not reported yet. */
  findings?: NewFindings;
}

/**
 * Scores of one criterion in a window. `mean` is in points of the criterion's scale, `normalizedMean` from 0
 * to 1. Both are null without scores. For a score that clients send, `mean` is its mean, or the share of a
 * value.
 */
export interface WindowScores {
  count: number;
  mean: number | null;
  normalizedMean: number | null;
  /** The standard deviations of single scores, in the units of the means; 0 for fewer than two scores. */
  deviation: number;
  normalizedDeviation: number;
  /** The mean is a share of yes or no. */
  isShare?: boolean;
}

export interface NewFindings {
  titles: readonly string[];
  /** The number of the last finding. */
  upTo: number;
}

export interface Observed {
  /** Null if there is too little data. */
  value: number | null;
  holds: boolean;
  /** Set for an anomaly that holds. */
  compared?: ComparedWindow;
}

/** The value of the window and the baseline. */
export interface ComparedWindow {
  value: number;
  usual: number;
}

/** The state that an alert keeps between rounds. */
export interface State {
  holds: boolean;
  /** When it last fired since the condition became true. */
  firedAt: number | null;
  /** True if a silence suppressed a firing since then. */
  heldBack: boolean;
}

/** Only `fires` and `clears` are sent to the channels. */
export type AlertOutcome = 'fires' | 'clears' | 'stays' | 'quiet';

export const NEW_STATE: State = { holds: false, firedAt: null, heldBack: false };

export const MIN_CALLS = 5;
const MIN_ERRORS = 3;
const MIN_SCORES = 5;
const MIN_REPEAT_MINUTES = 60;
const MIN_SLOW = 3;
/** The chance to be wrong: bounds are one-sided with 90 % confidence. */
const RISK = 0.1;
/** Of an alert that is measured on its own. It looks every minute, and with few calls one more failure is a large step. */
const RISK_ALONE = 0.04;
export const USUAL_PERCENTILE = 95;

const NOTHING: Observed = { value: null, holds: false };
export const NO_SCORES: WindowScores = {
  count: 0,
  mean: null,
  normalizedMean: null,
  deviation: 0,
  normalizedDeviation: 0,
};

const errorRate = ({ calls, errors }: WindowSums): number | null =>
  calls >= MIN_CALLS ? errors / calls : null;

interface Anomaly {
  /** The compared value; null if there is too little data. */
  of: (window: WindowSums) => number | null;
  minDays: number;
  deviations: (window: WindowSums, days: readonly WindowSums[], rule: AlertRule) => number;
  usual: (days: readonly WindowSums[]) => number;
}

/** The calls that a comparison rests on. */
const callsBehind = (window: WindowSums, days: readonly WindowSums[]): number =>
  Math.min(window.calls, usualCalls(days));

const usualCalls = (days: readonly WindowSums[]): number => median(days.map(({ calls }) => calls));

/** Values below `floor` count as `floor`. */
const ofLogarithms = (
  of: Anomaly['of'],
  floor: number,
  leastSpread: (calls: number, rule: AlertRule) => number,
): Anomaly => {
  const values = (days: readonly WindowSums[]) => days.map((day) => of(day) ?? 0);
  return {
    of,
    minDays: 10,
    deviations: (window, days, rule) =>
      logDeviations(of(window) ?? 0, values(days), {
        floor,
        leastSpread: leastSpread(callsBehind(window, days), rule),
      }),
    usual: (days) => median(values(days)),
  };
};

const costOf = ({ calls, costUsd }: WindowSums): number | null => (calls > 0 ? costUsd : null);
const MIN_COST = 0.0001;
/** With fewer, one expensive call can decide both parts of a pair. */
const MIN_CALLS_OF_PART = 50;

/** How much a percentile of few values scatters, in deviations of a value: the scatter of a normal quantile. */
function uncertaintyOf(percentile: number): number {
  const share = percentile / 100;
  const z = normalQuantile(share);
  return Math.sqrt(share * (1 - share) * 2 * Math.PI) * Math.exp((z * z) / 2);
}
const UNCERTAINTY = uncertaintyOf(USUAL_PERCENTILE);

const ANOMALIES = {
  anomaly_cost: ofLogarithms(costOf, MIN_COST, (calls, { among = 1 }) =>
    among > 1 ? Math.max(MIN_COST_SPREAD, spreadOfCalls('cost', calls)) : MIN_COST_SPREAD,
  ),
  anomaly_latency: ofLogarithms(
    ({ latencyMs }) => latencyMs,
    1,
    (calls, rule) => spreadOfCalls('latency', calls, uncertaintyOf(percentileOf(rule)) / UNCERTAINTY),
  ),
  anomaly_error_rate: {
    of: errorRate,
    minDays: 5,
    deviations: errorDeviations,
    usual: (days) => usualErrorRate(days).rate,
  },
} as const satisfies Partial<Record<AlertType, Anomaly>>;

const isAnomaly = (type: AlertType): type is keyof typeof ANOMALIES => Object.hasOwn(ANOMALIES, type);

/** The days with enough data for a comparison. */
const usualDays = ({ history = [] }: WithHistory, { of }: Anomaly): WindowSums[] =>
  history.filter((day) => of(day) !== null);

function anomaly(measured: WithHistory, kind: Anomaly, rule: AlertRule): number | null {
  const days = usualDays(measured, kind);
  if (kind.of(measured.window) === null || days.length < kind.minDays) return null;
  return kind.deviations(measured.window, days, rule);
}

function costAnomaly(measured: Measured, rule: AlertRule): number | null {
  const whole = anomaly(measured, ANOMALIES.anomaly_cost, rule);
  const pairs = (measured.pairs ?? []).flatMap((pair) => partsAway(pair) ?? []);
  return whole === null ? null : Math.max(whole, ...pairs);
}

/** Two independent parts that are both z away are together √2 z away (Stouffer). */
function partsAway(pair: readonly WithHistory[]): number | null {
  const parts = pair.map((part) => ({ ...part, days: usualDays(part, ANOMALIES.anomaly_cost) }));
  const { minDays } = ANOMALIES.anomaly_cost;
  if (parts.some(({ window, days }) => costOf(window) === null || days.length < minDays)) return null;
  const calls = Math.min(...parts.map(({ window, days }) => callsBehind(window, days)));
  if (calls < MIN_CALLS_OF_PART) return null;
  const values = parts.map(({ window, days }) => ({
    value: window.costUsd,
    usual: days.map(({ costUsd }) => costUsd),
  }));
  return Math.SQRT2 * pairDeviations(values, { floor: MIN_COST, leastSpread: spreadOfCalls('cost', calls) });
}

const comparedIn = (measured: Measured, kind: Anomaly): ComparedWindow => ({
  value: tidy(kind.of(measured.window) ?? 0),
  usual: tidy(kind.usual(usualDays(measured, kind))),
});

type ValueOf = (measured: Measured, rule: AlertRule) => number | null;

const VALUES: Readonly<Record<AlertType, ValueOf>> = {
  cost_threshold: ({ window }) => window.costUsd,
  monthly_budget: ({ window }) => window.costUsd,
  error_rate: ({ window }) => errorRate(window),
  latency_degradation: ({ window }) => window.latencyMs,
  anomaly_cost: costAnomaly,
  anomaly_latency: (measured, rule) => anomaly(measured, ANOMALIES.anomaly_latency, rule),
  anomaly_error_rate: (measured, rule) => anomaly(measured, ANOMALIES.anomaly_error_rate, rule),
  eval_score: ({ scores }, { thresholdValue }) => meanScore(scores, thresholdValue),
  score_below: ({ scores }) => sentMean(scores),
  score_above: ({ scores }) => sentMean(scores),
  guardian_findings: ({ findings }) => findings?.titles.length ?? null,
};

const percentileOf = ({ percentile }: Pick<AlertRule, 'percentile'>): number =>
  percentile ?? USUAL_PERCENTILE;

/**
 * A threshold from 0 to 1 is a part of any scale; any other threshold is in points of the criterion's scale.
 */
function meanScore(scores: WindowScores | undefined, threshold: number): number | null {
  if (!scores || scores.count < MIN_SCORES) return null;
  return isPartOfScale(threshold) ? scores.normalizedMean : scores.mean;
}

const isPartOfScale = (threshold: number): boolean => threshold >= 0 && threshold <= 1;

const sentMean = (scores: WindowScores | undefined): number | null =>
  scores && scores.count >= MIN_SCORES ? scores.mean : null;

/**
 * How far the true mean may be from that of so few scores (Student's one-sided bound). Few scores, or scattered
 * ones, must be clearly beyond the threshold.
 */
const marginOf = (count: number, deviation: number): number =>
  deviation === 0 ? 0 : (studentTQuantile(1 - RISK, count - 1) * deviation) / Math.sqrt(count);

/** True if the share is higher than chance explains. A few hits among few scores are not. */
function isSignificantShare({ count, mean }: WindowScores, alertType: AlertType, threshold: number): boolean {
  if (mean === null) return false;
  const [share, limit] = alertType === 'score_above' ? [mean, threshold] : [1 - mean, 1 - threshold];
  const hits = Math.round(share * count);
  return hits >= MIN_ERRORS && isMoreThan(limit / 2, hits, count);
}

/**
 * Whether the true share is above the limit, by Wilson's one-sided bound. An alert that is measured on its own takes the
 * exact binomial test, because a filter and groups leave few calls, where Wilson's bound is too low. Groups share the
 * risk to be wrong (Bonferroni).
 */
const isMoreThan = (limit: number, hits: number, count: number, among?: number): boolean =>
  among === undefined
    ? (wilson(hits, count, 1 - 2 * RISK)?.low ?? 0) > limit
    : 1 - binomialCdf(hits - 1, count, limit) <= RISK_ALONE / among;

type ScoreAlertType = 'eval_score' | 'score_below' | 'score_above';

const isOfScores = (type: AlertType): type is ScoreAlertType =>
  type === 'eval_score' || type === 'score_below' || type === 'score_above';

function areScoresBeyond(
  { value, threshold }: { value: number; threshold: number },
  alertType: ScoreAlertType,
  scores: WindowScores,
): boolean {
  const beyond = alertType === 'score_above' ? value - threshold : threshold - value;
  if (beyond <= 0) return false;
  if (scores.isShare === true) return isSignificantShare(scores, alertType, threshold);
  const isPart = alertType === 'eval_score' && isPartOfScale(threshold);
  return beyond > marginOf(scores.count, isPart ? scores.normalizedDeviation : scores.deviation);
}

/**
 * True if the error rate is higher than chance explains. A few errors are not, even if they are a large share of few
 * calls.
 */
const isSignificantErrorRate = (
  { calls, errors }: WindowSums,
  { thresholdValue, among }: AlertRule,
): boolean => errors >= MIN_ERRORS && isMoreThan(thresholdValue / 2, errors, calls, among);

/**
 * True if more calls are slow than chance explains: the percentile of few calls is that of the slowest ones. Alerts on
 * all calls of an account do without.
 */
const isSignificantLatency = ({ calls, slow = 0 }: WindowSums, rule: AlertRule): boolean =>
  rule.among === undefined ||
  (slow >= MIN_SLOW && isMoreThan((1 - percentileOf(rule) / 100) / 2, slow, calls, rule.among));

/** How rare so many failures must be at the usual rate, among several groups. */
const RARE = 0.00002;

/**
 * Deviations say little about a few calls, and among many groups some always have few: there, the exact test counts too.
 * One more failure stands for what is not known of the usual rate.
 */
function areErrorsEnough(measured: WithHistory, among = 1): boolean {
  const { calls, errors } = measured.window;
  if (errors < MIN_ERRORS) return false;
  if (among <= 1) return true;
  const usual = usualErrorRate(usualDays(measured, ANOMALIES.anomaly_error_rate));
  const rate = Math.min(1, usual.rate + 1 / Math.max(1, usual.calls));
  return 1 - binomialCdf(errors - 1, calls, rate) <= RARE / among;
}

/** The deviations that are as rare among so many groups as the threshold is in one. */
const deviationsAmong = (threshold: number, among = 1): number =>
  among <= 1 ? threshold : Math.max(threshold, -normalQuantile(normalCdf(-threshold) / among));

export function observe(rule: AlertRule, measured: Measured): Observed {
  const { alertType, thresholdValue, among } = rule;
  const exact = VALUES[alertType](measured, rule);
  if (exact === null) return NOTHING;
  const [value, threshold] = [tidy(exact), tidy(thresholdValue)];
  if (isOfScores(alertType))
    return { value, holds: areScoresBeyond({ value, threshold }, alertType, measured.scores ?? NO_SCORES) };
  // One finding is enough, unless the threshold asks for more.
  if (alertType === 'guardian_findings') return { value, holds: value >= Math.max(1, threshold) };
  if (alertType === 'error_rate')
    return { value, holds: value >= threshold && isSignificantErrorRate(measured.window, rule) };
  if (alertType === 'latency_degradation')
    return {
      value,
      holds: value >= threshold && measured.window.calls > 0 && isSignificantLatency(measured.window, rule),
    };
  const enough = alertType === 'anomaly_error_rate' ? areErrorsEnough(measured, among) : true;
  // A threshold of 0 still needs at least one call.
  const needed = isAnomaly(alertType) ? deviationsAmong(threshold, among) : threshold;
  const holds = value >= needed && measured.window.calls > 0 && enough;
  const compared = holds && isAnomaly(alertType) && comparedIn(measured, ANOMALIES[alertType]);
  return { value, holds, ...(compared ? { compared } : {}) };
}

/** The time before an alert whose condition stays true fires again. */
const repeatMs = ({ windowMinutes }: Pick<AlertRule, 'windowMinutes'>): number =>
  Math.max(windowMinutes, MIN_REPEAT_MINUTES) * MINUTE_MS;

export function decideAlert(
  rule: Pick<AlertRule, 'windowMinutes'> & Partial<Pick<AlertRule, 'alertType'>>,
  holds: boolean,
  before: State,
  now: { ms: number; silenced: boolean },
): { outcome: AlertOutcome; state: State } {
  // `guardian_findings` alerts fire on every new finding and never resolve.
  const neverClears = rule.alertType === 'guardian_findings';
  if (!holds)
    return { outcome: before.firedAt === null || neverClears ? 'quiet' : 'clears', state: NEW_STATE };
  // A firing time in the future means that the clock was set back, so the wait starts again.
  const firedAt = before.firedAt === null ? null : Math.min(before.firedAt, now.ms);
  if (now.silenced) return { outcome: 'stays', state: { holds, firedAt, heldBack: true } };
  const due = neverClears || firedAt === null || before.heldBack || now.ms - firedAt >= repeatMs(rule);
  if (due) return { outcome: 'fires', state: { holds, firedAt: now.ms, heldBack: false } };
  return { outcome: 'stays', state: { holds, firedAt, heldBack: false } };
}
