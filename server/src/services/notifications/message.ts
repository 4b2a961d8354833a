// The wording of an alert message, before a channel formats it. Pure. Numbers get their units only here.
import { isoTime } from '#lib/clock';

/** A group of records that an alert judges on its own, such as those of one user. */
export interface AlertGroup {
  /** `user`, `model`, …, or `tag:` and a key. */
  dimension: string;
  value: string;
  /** For people, where the value is an id. */
  name?: string;
}

/** A group that fired, in the message of all that fired together. */
interface FiredGroup extends AlertGroup {
  observedValue: number;
  eventId: number;
}

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
  /** What is measured; calls unless given. */
  of?: string;
  /** Of latencies; the 95th unless given. */
  percentile?: number;
  /** The group that fired, for an alert with groups. */
  group?: AlertGroup;
  /** All groups that fired together, this one first. */
  groups?: readonly FiredGroup[];
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
  of?: string;
  percentile?: number;
  group?: AlertGroup;
  groups?: readonly FiredGroup[];
  /** Set in messages that someone sent to try a channel. */
  test?: true;
}

export interface AlertMessage {
  type: 'alert.fired' | 'alert.resolved';
  timestamp: string;
  data: AlertData;
  /** For an alert with groups, and a receiver that keeps an incident for each: its name. */
  incident?: string;
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
  ...(firing.of === undefined || firing.of === 'calls' ? {} : { of: firing.of }),
  ...(firing.percentile === undefined ? {} : { percentile: firing.percentile }),
  ...(firing.group ? { group: firing.group, groups: firing.groups ?? [] } : {}),
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

/** What is measured, in the middle of a sentence. */
const measuredOf = ({ of = 'calls' }: AlertData): string => of;

function percentileOf({ percentile = 95 }: AlertData): string {
  const last = percentile % 10;
  const isTeen = percentile % 100 >= 11 && percentile % 100 <= 13;
  const end = isTeen ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
  return `${number(percentile, 6)}${end} percentile`;
}

/** Latencies of calls need no more words. */
const latencyOf = (data: AlertData): string =>
  `${percentileOf(data)} of ${measuredOf(data) === 'calls' ? 'latency' : `the latency of ${measuredOf(data)}`}`;

const unusual = (title: string, what: (data: AlertData) => string, of: Wording['unit']): Wording => ({
  title,
  unit: deviations,
  of,
  sentence: (observed, threshold, window, data) => {
    const { windowValue, usualValue } = data;
    return windowValue === undefined || usualValue === undefined
      ? `The ${what(data)} of ${window} is ${observed} above what is usual for this time of day; the threshold is ${threshold}.`
      : `The ${what(data)} of ${window} is ${of(windowValue)}; usual for this time of day is ${of(usualValue)}. That is ${observed} above it; the threshold is ${threshold}.`;
  },
});

/** With what is measured, unless these are calls. */
const ofRecords =
  (what: string) =>
  (data: AlertData): string =>
    measuredOf(data) === 'calls' ? what : `${what} of ${measuredOf(data)}`;

const WORDING: Readonly<Record<string, Wording>> = {
  cost_threshold: {
    title: 'Cost',
    unit: usd,
    sentence: (observed, threshold, window, data) =>
      `${capital(measuredOf(data))} of ${window} cost ${observed}; the threshold is ${threshold}.`,
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
    sentence: (observed, threshold, window, data) =>
      `${observed} of the ${measuredOf(data)} of ${window} failed; the threshold is ${threshold}.`,
  },
  latency_degradation: {
    title: 'Latency',
    unit: duration,
    sentence: (observed, threshold, window, data) =>
      `The ${latencyOf(data)} in ${window} is ${observed}; the threshold is ${threshold}.`,
  },
  anomaly_cost: unusual('Unusual cost', ofRecords('cost'), usd),
  anomaly_latency: unusual('Unusual latency', latencyOf, duration),
  anomaly_error_rate: unusual('Unusual error rate', ofRecords('error rate'), percent),
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MOST_OF_VALUE = 100;

/** `User alice`, `Tag env prod`. */
function groupName({ dimension, value, name = value }: AlertGroup): string {
  const of = dimension.startsWith('tag:') ? `tag ${dimension.slice(4)}` : dimension;
  return `${of} ${cutMessage(name, MOST_OF_VALUE)}`;
}

export function messageSentence(data: AlertData): string {
  const { unit, sentence } = wordingOf(data.alertType);
  const said = sentence(unit(data.observedValue), unit(data.thresholdValue), span(data.windowMinutes), data);
  if (!data.group) return said;
  const others = (data.groups?.length ?? 1) - 1;
  const more =
    others > 0 ? ` ${others} more ${others === 1 ? 'group' : 'groups'} fired at the same time.` : '';
  return `${capital(groupName(data.group))}: ${said}${more}`;
}

/** One line with the alert name and its value. */
export function headlineOf(data: AlertData, most: number): string {
  const [observed, ...limits] = limitsOf(data);
  const beside = limits[0] ? ` (${limits[0].name.toLowerCase()} ${limits[0].value})` : '';
  const number = `: ${observed?.value}${beside}`;
  const others = (data.groups?.length ?? 1) - 1;
  const who = data.group ? ` (${groupName(data.group)}${others > 0 ? ` and ${others} more` : ''})` : '';
  return `${cutMessage(`${data.alertName}${who}`, Math.max(1, most - number.length))}${number}`;
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
export function detailsOf(data: AlertData): string[] {
  const { unit } = wordingOf(data.alertType);
  const { details = [], groups = [] } = data;
  const all = [
    ...(groups.length > 1
      ? groups.map((group) => `${capital(groupName(group))}: ${unit(group.observedValue)}`)
      : []),
    ...details,
  ];
  const shown = all.slice(0, MAX_DETAILS).map((line) => cutMessage(line, 200));
  return all.length > MAX_DETAILS ? [...shown, `and ${all.length - MAX_DETAILS} more`] : shown;
}

/** Never splits a surrogate pair. Services count in different units; UTF-16 is the strictest. */
export const cutMessage = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
