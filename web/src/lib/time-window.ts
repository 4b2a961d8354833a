// From when to when a page looks: `window=7d` in the address, or `from` and `to`. Also the period before it, to compare with,
// and the steps in which a series over it is asked for and drawn.
import { first, type Search } from './search-text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const PRESETS = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const;
export type Preset = keyof typeof PRESETS;
export const DEFAULT_PRESET: Preset = '7d';

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

/** Every step of the window, those without calls too. Days begin at the offset, all else in UTC. */
export function stepsOf(window: TimeWindow, axis: Axis, offsetMinutes: number): Step[] {
  const size = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }[axis];
  const shift = axis === 'day' ? offsetMinutes * MINUTE_MS : 0;
  const steps: Step[] = [];
  let start = Math.floor((Date.parse(window.startTime) + shift) / size) * size - shift;
  for (const end = Date.parse(window.endTime); start < end; start += size) {
    const iso = new Date(start + shift).toISOString();
    const key = { minute: `${iso.slice(0, 16)}Z`, hour: `${iso.slice(0, 13)}:00Z`, day: iso.slice(0, 10) }[
      axis
    ];
    steps.push({ key, ...between(start, start + size) });
  }
  return steps;
}
