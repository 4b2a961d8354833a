// The time window of a page: `window=7d` in the URL, or `from` and `to`. Also the previous period for
// comparison, and the steps in which a series is queried and drawn.
import { first, type Search } from './search-text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const PRESETS = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
} as const;
export type WindowPreset = keyof typeof PRESETS;
const DEFAULT_PRESET: WindowPreset = '7d';

export type WindowChoice = { preset: WindowPreset } | { from: string; to: string };

export interface TimeWindow {
  startTime: string;
  endTime: string;
}

export type WindowAxis = 'minute' | 'hour' | 'day';

const isTime = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text));

export function readWindow(search: Search): WindowChoice {
  const [from, to, name] = [first(search['from']), first(search['to']), first(search['window'])];
  if (isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to)) {
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  }
  return { preset: Object.hasOwn(PRESETS, name ?? '') ? (name as WindowPreset) : DEFAULT_PRESET };
}

/** All URL parameters of the window; undefined removes a parameter. */
export const writeWindow = (choice: WindowChoice) =>
  'preset' in choice
    ? { window: choice.preset, from: undefined, to: undefined }
    : { window: undefined, from: choice.from, to: choice.to };

const between = (startMs: number, endMs: number): TimeWindow => ({
  startTime: new Date(startMs).toISOString(),
  endTime: new Date(endMs).toISOString(),
});

export function chosenWindow(choice: WindowChoice, nowMs: number): TimeWindow {
  if (!('preset' in choice)) return { startTime: choice.from, endTime: choice.to };
  return between(nowMs - PRESETS[choice.preset], nowMs);
}

/** Up to the end of the running minute: a window that ends when the minute began misses the newest calls. */
export const windowUntilNow = (choice: WindowChoice, nowMs: number): TimeWindow =>
  chosenWindow(choice, (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS);

export const lengthOf = ({ startTime, endTime }: TimeWindow): number =>
  Date.parse(endTime) - Date.parse(startTime);

export function windowBefore(window: TimeWindow): TimeWindow {
  const start = Date.parse(window.startTime);
  return between(start - lengthOf(window), start);
}

/** The steps of a series: `every` days, hours or minutes each. */
export interface Grid {
  axis: WindowAxis;
  every: number;
}

const AXIS_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const;

/** From fine to coarse. Their windows are within the limits of the API. */
const GRIDS: readonly Grid[] = [
  { axis: 'minute', every: 1 },
  { axis: 'minute', every: 2 },
  { axis: 'minute', every: 5 },
  { axis: 'minute', every: 10 },
  { axis: 'minute', every: 30 },
  { axis: 'hour', every: 1 },
  { axis: 'hour', every: 3 },
  { axis: 'day', every: 1 },
  { axis: 'day', every: 2 },
  { axis: 'day', every: 7 },
];
const MAX_STEPS = 60;

/** The finest steps of which a chart can show all. */
export const gridOf = (window: TimeWindow): Grid =>
  GRIDS.find(({ axis, every }) => lengthOf(window) <= MAX_STEPS * every * AXIS_MS[axis]) ?? {
    axis: 'day',
    every: 7,
  };

export interface WindowStep extends TimeWindow {
  /** The key of the group in the API. */
  key: string;
}

/** Minutes east of UTC, as in the API. */
const offsetAt = (time: number): number => -new Date(time).getTimezoneOffset();

export interface Stretch extends TimeWindow {
  offsetMinutes: number;
}

/**
 * Splits the window at clock changes, because a query takes a single UTC offset. A day with a clock change is
 * in two parts, with the same key in both.
 */
export function stretchesOf(window: TimeWindow, offset: (time: number) => number = offsetAt): Stretch[] {
  const [start, end] = [Date.parse(window.startTime), Date.parse(window.endTime)];
  const stretches: Stretch[] = [];
  let from = start;
  let at = start;
  while (at < end) {
    const next = Math.min(at + DAY_MS, end);
    // Compares the offset at the last moment of this day that is in the window.
    if (offset(next - 1) === offset(from)) at = next;
    else {
      at = firstUnlike(Math.max(from, at - 1), next - 1, offset);
      stretches.push({ ...between(from, at), offsetMinutes: offset(from) });
      from = at;
    }
  }
  if (from < end) stretches.push({ ...between(from, end), offsetMinutes: offset(from) });
  return stretches;
}

/** The first moment whose offset differs from that of `low`; `high` has a different offset. */
function firstUnlike(low: number, high: number, offset: (time: number) => number): number {
  let [same, other] = [low, high];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offset(middle) === offset(low)) same = middle;
    else other = middle;
  }
  return other;
}

/**
 * Every step of the window, including steps without calls. Days are local, from midnight to midnight; minutes
 * and hours are UTC.
 */
export function windowSteps(
  window: TimeWindow,
  { axis, every }: Grid,
  offset: (time: number) => number = offsetAt,
): WindowStep[] {
  if (axis === 'day') {
    // Widened, so that the first and the last step are outside of the window despite clock changes.
    const margin = (every + 1) * DAY_MS;
    const wide = between(Date.parse(window.startTime) - margin, Date.parse(window.endTime) + margin);
    return daysOf(stretchesOf(wide, offset), every).filter(
      ({ startTime, endTime }) => endTime > window.startTime && startTime < window.endTime,
    );
  }
  const size = every * AXIS_MS[axis];
  const steps: WindowStep[] = [];
  let start = Math.floor(Date.parse(window.startTime) / size) * size;
  for (const end = Date.parse(window.endTime); start < end; start += size) {
    const iso = new Date(start).toISOString();
    const key = axis === 'minute' ? `${iso.slice(0, 16)}Z` : `${iso.slice(0, 13)}:00Z`;
    steps.push({ key, ...between(start, start + size) });
  }
  return steps;
}

/** A day with a clock change has 23 or 25 hours. */
function daysOf(stretches: readonly Stretch[], every: number): WindowStep[] {
  const length = every * DAY_MS;
  const days: WindowStep[] = [];
  for (const { startTime, endTime, offsetMinutes } of stretches) {
    const shift = offsetMinutes * MINUTE_MS;
    const [from, end] = [Date.parse(startTime), Date.parse(endTime)];
    for (let start = Math.floor((from + shift) / length) * length - shift; start < end; start += length) {
      const key = new Date(start + shift).toISOString().slice(0, 10);
      const part = between(Math.max(start, from), Math.min(start + length, end));
      const before = days.at(-1);
      if (before?.key === key) before.endTime = part.endTime;
      else days.push({ key, ...part });
    }
  }
  return days;
}
