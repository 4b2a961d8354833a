// The alert types: their units, and how rules, thresholds and values are worded.
import { useFormat, useTexts } from '#i18n';
import type { alertFormTexts } from './form-texts.ts';
import { alertsTexts } from './texts.ts';
import type { AlertData, AlertTypeName, AlertChannelKind, AlertThreshold } from './types.ts';

type Unit = keyof typeof alertFormTexts.en.threshold;

export const UNITS: Record<AlertTypeName, Unit> = {
  cost_threshold: 'usd',
  monthly_budget: 'usd',
  error_rate: 'percent',
  latency_degradation: 'ms',
  anomaly_cost: 'deviations',
  anomaly_latency: 'deviations',
  anomaly_error_rate: 'deviations',
  eval_score: 'points',
  score_below: 'score',
  score_above: 'score',
  guardian_findings: 'findings',
};
type WatchedOf = Pick<AlertData, 'of' | 'filter' | 'forEach' | 'percentile'>;
type ScoreOf = Pick<AlertData, 'scoreName' | 'scoreValue'>;

export const measuresScore = (type: AlertTypeName): boolean => UNITS[type] === 'score';
export const TYPES = Object.keys(UNITS) as AlertTypeName[];
export const CHANNELS: readonly AlertChannelKind[] = [
  'email',
  'slack',
  'webhook',
  'discord',
  'teams',
  'pagerduty',
];

const PRO: ReadonlySet<AlertTypeName> = new Set([
  'anomaly_cost',
  'anomaly_latency',
  'anomaly_error_rate',
  'eval_score',
]);
export const needsPro = (type: AlertTypeName): boolean => PRO.has(type);

const DAY = 1_440;
const WINDOWS = [5, 15, 30, 60, 180, 240, 360, 720, DAY, 7 * DAY, 30 * DAY];

/** Latency and anomaly alerts look back at most one day. */
export const windowsFor = (type: AlertTypeName, current: number): number[] => {
  const unit = UNITS[type];
  const longest = unit === 'ms' || unit === 'deviations' ? DAY : 30 * DAY;
  return [...new Set([...WINDOWS, current])]
    .filter((minutes) => minutes <= longest)
    .toSorted((a, b) => a - b);
};

/** The value as users type it: an error rate in percent. */
export const toTyped = (type: AlertTypeName, value: number): number =>
  UNITS[type] === 'percent' ? Number((value * 100).toPrecision(12)) : value;
export const fromTyped = (type: AlertTypeName, value: number): number =>
  UNITS[type] === 'percent' ? Number((value / 100).toPrecision(12)) : value;

export type AlertState = keyof typeof alertsTexts.en.states;

export function stateOf(alert: AlertData, nowMs: number): AlertState {
  if (!alert.enabled) return 'off';
  if (alert.silencedUntil !== null && Date.parse(alert.silencedUntil) > nowMs) return 'silenced';
  if (alert.lastObservedValue === null) return alert.alertType === 'guardian_findings' ? 'quiet' : 'unknown';
  // The service decides: a value beyond the threshold may still rest on too few failures.
  return alert.holds ? 'holds' : 'quiet';
}

export function useAlertWords() {
  const texts = useTexts(alertsTexts);
  const format = useFormat();
  const value = (type: AlertTypeName, amount: number | null): string => {
    if (amount === null) return '–';
    const shows: Record<Unit, () => string> = {
      usd: () => format.money(amount),
      percent: () => format.share(amount),
      ms: () => format.duration(amount),
      deviations: () => texts.deviations(format.compact(amount)),
      points: () => format.compact(amount),
      score: () => format.compact(amount),
      findings: () => texts.findingsCount(format.count(amount)),
    };
    return shows[UNITS[type]]();
  };
  const span = (minutes: number): string => {
    const { windows } = texts;
    if (minutes === 60) return windows.hour;
    if (minutes === DAY) return windows.day;
    if (minutes % DAY === 0) return windows.days(format.count(minutes / DAY));
    if (minutes % 60 === 0) return windows.hours(format.count(minutes / 60));
    return windows.minutes(format.count(minutes));
  };
  const rule = ({
    alertType,
    thresholdValue,
    windowMinutes,
    ...score
  }: AlertThreshold & Partial<ScoreOf & WatchedOf>): string => {
    const { of = 'calls', percentile = null, forEach = null, filter = null } = score;
    const named =
      alertType === 'latency_degradation' && percentile !== null
        ? texts.types[alertType].replace('p95', `p${percentile}`)
        : texts.types[alertType];
    const narrowed = [
      ...(of === 'calls' ? [] : [texts.ofSubjects[of]]),
      ...(filter === null ? [] : [texts.filtered]),
      ...(forEach === null ? [] : [texts.forEach(forEach)]),
    ];
    const what = narrowed.length === 0 ? named : `${named} (${narrowed.join(', ')})`;
    const limit = value(alertType, thresholdValue);
    if (alertType === 'monthly_budget') return texts.reachesMonth(limit);
    if (alertType === 'eval_score') return texts.below(what, limit, span(windowMinutes));
    if (alertType === 'score_below' || alertType === 'score_above') {
      const { scoreName, scoreValue } = score;
      const ofScore = scoreName ?? texts.aScore;
      const subject = scoreValue ? texts.shareOf(ofScore, scoreValue) : ofScore;
      const say = alertType === 'score_below' ? texts.scoreBelow : texts.scoreAbove;
      return say(subject, limit, span(windowMinutes));
    }
    if (alertType === 'guardian_findings') {
      return thresholdValue > 1 ? texts.someFindings(format.count(thresholdValue)) : texts.anyFinding;
    }
    return texts.reaches(what, limit, span(windowMinutes));
  };
  return { value, span, rule };
}
