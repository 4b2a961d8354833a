// From when to when a page looks: `window=7d` in the address, or `from` and `to`. Also the period before it, to compare with,
// and the steps in which a series over it is asked for and drawn.
import { first, type Search } from './search-text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const PRESETS = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const;
export type Preset = keyof typeof PRESETS;
const DEFAULT_PRESET: Preset = '7d';

export type WindowChoice = { preset: Preset } | { from: string; to: string };

export interface TimeWindow {
  startTime: string;
  endTime: string;
}

export type Axis = 'minute' | 'hour' | 'day';

const isTime = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text));

export function readWindow(search: Search): WindowChoice {
  const [from, to, name] = [first(search['from']), first(search['to']), first(search['window'])];
  if (isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to)) {
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  }
  return { preset: Object.hasOwn(PRESETS, name ?? '') ? (name as Preset) : DEFAULT_PRESET };
}

/** The whole of what the choice is in the address; undefined takes a name out of it. */
export const writeWindow = (choice: WindowChoice) =>
  'preset' in choice
    ? { window: choice.preset, from: undefined, to: undefined }
    : { window: undefined, from: choice.from, to: choice.to };

const between = (startMs: number, endMs: number): TimeWindow => ({
  startTime: new Date(startMs).toISOString(),
  endTime: new Date(endMs).toISOString(),
});

export function windowOf(choice: WindowChoice, nowMs: number): TimeWindow {
  if (!('preset' in choice)) return { startTime: choice.from, endTime: choice.to };
  return between(nowMs - PRESETS[choice.preset], nowMs);
}

export const lengthOf = ({ startTime, endTime }: TimeWindow): number =>
  Date.parse(endTime) - Date.parse(startTime);

export function windowBefore(window: TimeWindow): TimeWindow {
  const start = Date.parse(window.startTime);
  return between(start - lengthOf(window), start);
}

/** As fine as the interface answers and the eye can tell apart. */
export function axisOf(window: TimeWindow): Axis {
  const length = lengthOf(window);
  if (length <= HOUR_MS) return 'minute';
  return length <= 7 * DAY_MS ? 'hour' : 'day';
}

export interface Step extends TimeWindow {
  /** The key by which the interface names the group. */
  key: string;
}

/** Minutes east of UTC, as the interface counts them. */
export const offsetAt = (time: number): number => -new Date(time).getTimezoneOffset();

export interface Stretch extends TimeWindow {
  offsetMinutes: number;
}

/**
 * The window in parts within which the clock is not put forward or back: the interface takes one offset for a question. The day of a
 * change is in two parts, under the same key in both.
 */
export function stretchesOf(window: TimeWindow, offset: (time: number) => number = offsetAt): Stretch[] {
  const [start, end] = [Date.parse(window.startTime), Date.parse(window.endTime)];
  const stretches: Stretch[] = [];
  let from = start;
  let at = start;
  while (at < end) {
    const next = Math.min(at + DAY_MS, end);
    // The last moment of this day that is in the window.
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

/** The first moment with another offset than `low`; `high` has one. */
function firstUnlike(low: number, high: number, offset: (time: number) => number): number {
  let [same, other] = [low, high];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offset(middle) === offset(low)) same = middle;
    else other = middle;
  }
  return other;
}

/** Every step of the window, those without calls too. Days are those of the reader, from midnight to midnight; all else is in UTC. */
export function stepsOf(window: TimeWindow, axis: Axis, offset: (time: number) => number = offsetAt): Step[] {
  if (axis === 'day') {
    // Whole days, so that the first and the last of these are not in the window, whatever the clock does.
    const wide = between(Date.parse(window.startTime) - 2 * DAY_MS, Date.parse(window.endTime) + 2 * DAY_MS);
    return daysOf(stretchesOf(wide, offset)).filter(
      ({ startTime, endTime }) => endTime > window.startTime && startTime < window.endTime,
    );
  }
  const size = axis === 'minute' ? MINUTE_MS : HOUR_MS;
  const steps: Step[] = [];
  let start = Math.floor(Date.parse(window.startTime) / size) * size;
  for (const end = Date.parse(window.endTime); start < end; start += size) {
    const iso = new Date(start).toISOString();
    const key = axis === 'minute' ? `${iso.slice(0, 16)}Z` : `${iso.slice(0, 13)}:00Z`;
    steps.push({ key, ...between(start, start + size) });
  }
  return steps;
}

/** 23 or 25 hours long when the clock is changed. */
function daysOf(stretches: readonly Stretch[]): Step[] {
  const days: Step[] = [];
  for (const { startTime, endTime, offsetMinutes } of stretches) {
    const shift = offsetMinutes * MINUTE_MS;
    const [from, end] = [Date.parse(startTime), Date.parse(endTime)];
    for (let start = Math.floor((from + shift) / DAY_MS) * DAY_MS - shift; start < end; start += DAY_MS) {
      const key = new Date(start + shift).toISOString().slice(0, 10);
      const part = between(Math.max(start, from), Math.min(start + DAY_MS, end));
      const before = days.at(-1);
      if (before?.key === key) before.endTime = part.endTime;
      else days.push({ key, ...part });
    }
  }
  return days;
}
