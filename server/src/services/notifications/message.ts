// The wording of an alert message, before a channel formats it. Pure. Numbers get their units only here.
import { isoTime } from '#lib/clock';

/** A firing as alerts store it. */
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
  /** For an anomaly: the value of the window and the usual value. */
  compared?: { value: number; usual: number };
  /** For an alert on cost: calls of the window without a price, which the observed cost does not include. */
  unpriced?: { calls: number; tokens: number };
  /** Extra lines, such as the titles of new findings. */
  details?: readonly string[];
}

/** `data` of `alert.fired`, as subscribers get it. */
interface AlertData {
  eventId: number;
  alertId: number;
  alertName: string;
  alertType: string;
  observedValue: number;
  thresholdValue: number;
  windowMinutes: number;
  triggeredAt: string;
  dashboardUrl: string;
  /** Set for an anomaly, whose `observedValue` is the distance between these two. */
  windowValue?: number;
  usualValue?: number;
  unpriced?: { calls: number; tokens: number };
  details?: readonly string[];
  /** Set in messages that someone sent to try a channel. */
  test?: true;
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

export const dashboardUrl = (publicUrl: string, alertId: number, eventId: number): string =>
  `${publicUrl}/alerts/${alertId}?event=${eventId}`;

export const alertData = (publicUrl: string, firing: AlertFiring): AlertData => ({
  eventId: firing.id,
  alertId: firing.alertId,
  alertName: firing.alertName,
  alertType: firing.alertType,
  observedValue: firing.observedValue,
  thresholdValue: firing.thresholdValue,
  windowMinutes: firing.windowMinutes,
  triggeredAt: isoTime(firing.triggeredAt),
  dashboardUrl: dashboardUrl(publicUrl, firing.alertId, firing.id),
  ...(firing.compared ? { windowValue: firing.compared.value, usualValue: firing.compared.usual } : {}),
  ...(firing.unpriced
    ? { unpriced: firing.unpriced, details: [...(firing.details ?? []), notIncluded(firing.unpriced)] }
    : firing.details && firing.details.length > 0
      ? { details: firing.details }
      : {}),
});

const notIncluded = ({ calls, tokens }: { calls: number; tokens: number }): string =>
  `Not included: ${number(calls, 0)} ${calls === 1 ? 'call' : 'calls'} without a price (${number(tokens, 0)} tokens).`;

const number = (value: number, digits: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits });

/** Cents, or three significant digits below one dollar. */
function usd(value: number): string {
  const small = value !== 0 && Math.abs(value) < 1;
  const digits = small ? Math.min(10, 2 - Math.floor(Math.log10(Math.abs(value)))) : 2;
  return `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

const percent = (value: number): string => `${number(value * 100, 2)}%`;
const duration = (ms: number): string => (ms < 1_000 ? `${number(ms, 0)} ms` : `${number(ms / 1_000, 2)} s`);
const deviations = (value: number): string => `${number(value, value < 10 ? 2 : 0)} deviations`;

function span(minutes: number): string {
  if (minutes === 1_440) return 'the last 24 hours';
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `the last ${count === 1 ? unit : `${number(count, 2)} ${unit}s`}`;
}

interface Wording {
  /** The subject in one or two words. */
  title: string;
  unit: (value: number) => string;
  /** For an anomaly: the unit of the compared values. */
  of?: (value: number) => string;
  sentence: (observed: string, threshold: string, window: string, data: AlertData) => string;
}

const unusual = (title: string, what: string, of: Wording['unit']): Wording => ({
  title,
  unit: deviations,
  of,
  sentence: (observed, threshold, window, { windowValue, usualValue }) =>
    windowValue === undefined || usualValue === undefined
      ? `${what} of ${window} is ${observed} above what is usual for this time of day; the threshold is ${threshold}.`
      : `${what} of ${window} is ${of(windowValue)}; usual for this time of day is ${of(usualValue)}. That is ${observed} above it; the threshold is ${threshold}.`,
});

const WORDING: Readonly<Record<string, Wording>> = {
  cost_threshold: {
    title: 'Cost',
    unit: usd,
    sentence: (observed, threshold, window) =>
      `Calls of ${window} cost ${observed}; the threshold is ${threshold}.`,
  },
  monthly_budget: {
    title: 'Monthly budget',
    unit: usd,
    sentence: (observed, threshold) =>
      `Calls of this month (UTC) cost ${observed} so far; the budget is ${threshold}.`,
  },
  error_rate: {
    title: 'Error rate',
    unit: percent,
    sentence: (observed, threshold, window) =>
      `${observed} of the calls of ${window} failed; the threshold is ${threshold}.`,
  },
  latency_degradation: {
    title: 'Latency',
    unit: duration,
    sentence: (observed, threshold, window) =>
      `The 95th percentile of latency in ${window} is ${observed}; the threshold is ${threshold}.`,
  },
  anomaly_cost: unusual('Unusual cost', 'The cost', usd),
  anomaly_latency: unusual('Unusual latency', 'The 95th percentile of latency', duration),
  anomaly_error_rate: unusual('Unusual error rate', 'The error rate', percent),
  eval_score: {
    title: 'Evaluation score',
    unit: (value) => number(value, 3),
    sentence: (observed, threshold, window, { thresholdValue }) =>
      thresholdValue >= 0 && thresholdValue <= 1
        ? `The mean score of ${window} is ${observed} of the scale (0 to 1), below the threshold of ${threshold}.`
        : `The mean score of ${window} is ${observed}, below the threshold of ${threshold}.`,
  },
  score_below: {
    title: 'Score',
    unit: (value) => number(value, 3),
    sentence: (observed, threshold, window) =>
      `The score of ${window} is ${observed}, below the threshold of ${threshold}.`,
  },
  score_above: {
    title: 'Score',
    unit: (value) => number(value, 3),
    sentence: (observed, threshold, window) =>
      `The score of ${window} is ${observed}, above the threshold of ${threshold}.`,
  },
  guardian_findings: {
    title: 'Guardian findings',
    unit: (value) => number(value, 0),
    sentence: (observed) => `New findings in the guardian's inbox: ${observed}.`,
  },
};

const OTHER: Wording = {
  title: 'Alert',
  unit: (value) => number(value, 3),
  sentence: (observed, threshold, window) =>
    `The value of ${window} is ${observed}; the threshold is ${threshold}.`,
};

const wordingOf = (type: string): Wording =>
  (Object.hasOwn(WORDING, type) ? WORDING[type] : undefined) ?? OTHER;

export function messageSentence(data: AlertData): string {
  const { unit, sentence } = wordingOf(data.alertType);
  return sentence(unit(data.observedValue), unit(data.thresholdValue), span(data.windowMinutes), data);
}

/** One line with the alert name and its value. */
export function headlineOf(data: AlertData, most: number): string {
  const [observed, ...limits] = limitsOf(data);
  const beside = limits[0] ? ` (${limits[0].name.toLowerCase()} ${limits[0].value})` : '';
  const number = `: ${observed?.value}${beside}`;
  return `${cutMessage(data.alertName, Math.max(1, most - number.length))}${number}`;
}

/** The observed value and the limits it is compared with. */
function limitsOf(data: AlertData): Fact[] {
  const { unit, of } = wordingOf(data.alertType);
  const { observedValue, thresholdValue, windowValue, usualValue } = data;
  const threshold = { name: 'Threshold', value: unit(thresholdValue) };
  if (data.alertType === 'guardian_findings') return [{ name: 'Observed', value: unit(observedValue) }];
  if (of === undefined || windowValue === undefined || usualValue === undefined)
    return [{ name: 'Observed', value: unit(observedValue) }, threshold];
  return [
    { name: 'Observed', value: of(windowValue) },
    { name: 'Usual', value: of(usualValue) },
    { name: 'Difference', value: unit(observedValue) },
    threshold,
  ];
}

export const factsOf = (data: AlertData): Fact[] => [
  ...limitsOf(data),
  { name: 'Type', value: wordingOf(data.alertType).title },
  { name: 'Time', value: readableTime(data.triggeredAt) },
];

export const readableTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const MAX_DETAILS = 10;

/** As much as a person can read; the link shows the rest. */
export function detailsOf({ details = [] }: AlertData): string[] {
  const shown = details.slice(0, MAX_DETAILS).map((line) => cutMessage(line, 200));
  return details.length > MAX_DETAILS ? [...shown, `and ${details.length - MAX_DETAILS} more`] : shown;
}

/** Never splits a surrogate pair. Services count in different units; UTF-16 is the strictest. */
export const cutMessage = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
