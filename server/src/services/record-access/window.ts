// The time window of aggregates, with its default and its maximum length.
import { invalid } from '#lib/app-error';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { stepMs, type TimeAxis } from '#records';
import type { Window } from './scope.ts';

interface Span {
  defaultMs: number;
  /** The maximum number of steps in a window. */
  steps: number;
}

const SPANS: Readonly<Record<TimeAxis, Span>> = {
  day: { defaultMs: 30 * DAY_MS, steps: 366 },
  hour: { defaultMs: 24 * HOUR_MS, steps: 168 },
  minute: { defaultMs: 60 * MINUTE_MS, steps: 60 },
};

const DEFAULT_MS = 30 * DAY_MS;
const LONGEST_MS = 366 * DAY_MS;

interface Times {
  startTime?: string;
  endTime?: string;
  /** Days, hours or minutes in one step. */
  every?: number;
}

/** Defaults: the end is now, and the start is the default length of the axis before the end. */
export function windowOf(
  { startTime, endTime, every = 1 }: Times,
  axis: TimeAxis | null,
  nowMs: number,
): Window {
  if (every !== 1 && !axis) throw invalid('every', 'every requires groupBy "day", "hour" or "minute".');
  const until = endTime === undefined ? nowMs : Date.parse(endTime);
  const startMs =
    startTime === undefined ? until - (axis ? SPANS[axis].defaultMs : DEFAULT_MS) : Date.parse(startTime);
  // "Until now" includes calls of the current millisecond.
  const endMs = endTime === undefined ? until + 1 : until;
  if (startMs >= endMs) {
    throw endTime === undefined
      ? invalid('startTime', 'startTime must not be in the future, unless a later endTime is given.')
      : invalid('endTime', 'endTime must be later than startTime.');
  }
  if (axis && until - startMs > Math.min(SPANS[axis].steps * stepMs(axis, every), LONGEST_MS)) {
    const length =
      every === 1
        ? `${SPANS[axis].steps} ${axis}s`
        : `${SPANS[axis].steps} steps of ${every} ${axis}s, or 366 days,`;
    throw invalid(
      endTime === undefined ? 'startTime' : 'endTime',
      `By ${axis}, startTime and endTime may lie at most ${length} apart.`,
      'window_too_long',
    );
  }
  return { startMs, endMs };
}

/** Only days depend on the time zone. */
export function offsetOf(offsetMinutes: number | undefined, axis: string | null): number {
  if (offsetMinutes !== undefined && axis !== 'day') {
    throw invalid('tzOffsetMinutes', 'tzOffsetMinutes requires groupBy "day".');
  }
  return offsetMinutes ?? 0;
}
