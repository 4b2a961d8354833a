// The time window of aggregates, with its default and its maximum length.
import { invalid } from '#lib/app-error';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { TimeAxis } from '#records';
import type { Window } from './scope.ts';

interface Span {
  defaultMs: number;
  longestMs: number;
  longest: string;
}

const SPANS: Readonly<Record<TimeAxis, Span>> = {
  day: { defaultMs: 30 * DAY_MS, longestMs: 366 * DAY_MS, longest: '366 days' },
  hour: { defaultMs: 24 * HOUR_MS, longestMs: 168 * HOUR_MS, longest: '168 hours' },
  minute: { defaultMs: 60 * MINUTE_MS, longestMs: 60 * MINUTE_MS, longest: '60 minutes' },
};

const DEFAULT_MS = 30 * DAY_MS;

interface Times {
  startTime?: string;
  endTime?: string;
}

/** Defaults: the end is now, and the start is the default length of the axis before the end. */
export function windowOf({ startTime, endTime }: Times, axis: TimeAxis | null, nowMs: number): Window {
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
  if (axis && until - startMs > SPANS[axis].longestMs) {
    throw invalid(
      endTime === undefined ? 'startTime' : 'endTime',
      `By ${axis}, startTime and endTime may lie at most ${SPANS[axis].longest} apart.`,
      'window_too_long',
    );
  }
  return { startMs, endMs };
}

/** Only days depend on the time zone. */
export function offsetOf(offsetMinutes: number | undefined, axis: string | null): number {
  if (offsetMinutes !== undefined && axis !== 'day') {
    throw invalid('tzOffsetMinutes', 'tzOffsetMinutes goes with groupBy "day" only.');
  }
  return offsetMinutes ?? 0;
}
