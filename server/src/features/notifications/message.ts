// What is said when an alert fires, before any channel gives it its form. Pure: numbers get their units here and nowhere else.
import { isoTime } from '#lib/clock';

/** A firing as the alerts keep it. */
export interface AlertFiring {
  id: number;
  alertId: number;
  alertName: string;
  alertType: string;
  observedValue: number;
  thresholdValue: number;
  windowMinutes: number;
  /** Milliseconds. */
  triggeredAt: number;
  /** Lines of its own, such as the titles of new findings. */
  details?: readonly string[];
}

/** `data` of `alert.fired`, as subscribers get it. */
export interface AlertData {
  eventId: number;
  alertId: number;
  alertName: string;
  alertType: string;
  observedValue: number;
  thresholdValue: number;
  windowMinutes: number;
  triggeredAt: string;
  dashboardUrl: string;
  details?: readonly string[];
}

export interface AlertMessage {
  type: 'alert.fired' | 'alert.resolved';
  timestamp: string;
  data: AlertData;
}

export interface Fact {
  name: string;
  value: string;
}

export const alertData = (publicUrl: string, firing: AlertFiring): AlertData => ({
  eventId: firing.id,
  alertId: firing.alertId,
  alertName: firing.alertName,
  alertType: firing.alertType,
  observedValue: firing.observedValue,
  thresholdValue: firing.thresholdValue,
  windowMinutes: firing.windowMinutes,
  triggeredAt: isoTime(firing.triggeredAt),
  dashboardUrl: `${publicUrl}/alerts/${firing.alertId}?event=${firing.id}`,
  ...(firing.details && firing.details.length > 0 ? { details: firing.details } : {}),
});

const number = (value: number, digits: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits });

/** Cents are enough, unless the amount is a fraction of one. */
const usd = (value: number): string =>
  `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: Math.abs(value) < 1 ? 6 : 2 })}`;
const percent = (value: number): string => `${number(value * 100, 2)}%`;
const ms = (value: number): string => `${number(value, 0)} ms`;
const deviations = (value: number): string => `${number(value, 2)} deviations`;

function span(minutes: number): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `the last ${count === 1 ? unit : `${number(count, 2)} ${unit}s`}`;
}

interface Wording {
  unit: (value: number) => string;
  sentence: (observed: string, threshold: string, window: string) => string;
}

const unusual =
  (what: string): Wording['sentence'] =>
  (observed, threshold, window) =>
    `${what} of ${window} is ${observed} above what is usual for this time of day; the threshold is ${threshold}.`;

const WORDING: Readonly<Record<string, Wording>> = {
  cost_threshold: {
    unit: usd,
    sentence: (observed, threshold, window) =>
      `Calls of ${window} cost ${observed}; the threshold is ${threshold}.`,
  },
  monthly_budget: {
    unit: usd,
    sentence: (observed, threshold) =>
      `Calls of this month (UTC) cost ${observed} so far; the budget is ${threshold}.`,
  },
  error_rate: {
    unit: percent,
    sentence: (observed, threshold, window) =>
      `${observed} of the calls of ${window} failed; the threshold is ${threshold}.`,
  },
  latency_degradation: {
    unit: ms,
    sentence: (observed, threshold, window) =>
      `The 95th percentile of latency in ${window} is ${observed}; the threshold is ${threshold}.`,
  },
  anomaly_cost: { unit: deviations, sentence: unusual('The cost') },
  anomaly_latency: { unit: deviations, sentence: unusual('The latency') },
  anomaly_error_rate: { unit: deviations, sentence: unusual('The error rate') },
  eval_score: {
    unit: (value) => number(value, 3),
    sentence: (observed, threshold, window) =>
      `The mean score of ${window} is ${observed}, below the threshold of ${threshold}.`,
  },
  guardian_findings: {
    unit: (value) => number(value, 0),
    sentence: (observed) => `New findings in the guardian's inbox: ${observed}.`,
  },
};

const OTHER: Wording = {
  unit: (value) => number(value, 3),
  sentence: (observed, threshold, window) =>
    `The value of ${window} is ${observed}; the threshold is ${threshold}.`,
};

const wordingOf = (type: string): Wording =>
  (Object.hasOwn(WORDING, type) ? WORDING[type] : undefined) ?? OTHER;

export function sentenceOf(data: AlertData): string {
  const { unit, sentence } = wordingOf(data.alertType);
  return sentence(unit(data.observedValue), unit(data.thresholdValue), span(data.windowMinutes));
}

export function factsOf(data: AlertData): Fact[] {
  const { unit } = wordingOf(data.alertType);
  const limits = [
    { name: 'Observed', value: unit(data.observedValue) },
    { name: 'Threshold', value: unit(data.thresholdValue) },
  ];
  return [
    ...(data.alertType === 'guardian_findings' ? limits.slice(0, 1) : limits),
    { name: 'Type', value: data.alertType },
    { name: 'Time', value: readableTime(data.triggeredAt) },
  ];
}

export const readableTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const MAX_DETAILS = 10;

/** What a person can take in; the rest is behind the link. */
export function detailsOf({ details = [] }: AlertData): string[] {
  const shown = details.slice(0, MAX_DETAILS).map((line) => cut(line, 200));
  return details.length > MAX_DETAILS ? [...shown, `and ${details.length - MAX_DETAILS} more`] : shown;
}

/** Never through the middle of a character. Services count in one unit or another; this is the strictest. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
