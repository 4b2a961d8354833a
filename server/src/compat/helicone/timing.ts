// When a logged call began and ended.
import { isObject } from '#lib/is-object';
import type { Json } from '#records';

interface HeliconeTiming {
  startMs: number;
  endMs: number;
  firstTokenMs: number | undefined;
}

/** A log without times is about a call that has just ended. */
export function timingOf(sent: Json | undefined, nowMs: number): HeliconeTiming {
  const timing = isObject(sent) ? sent : {};
  const startMs = timeOf(timing['startTime']) ?? nowMs;
  const endMs = Math.max(startMs, timeOf(timing['endTime']) ?? startMs);
  const first = timing['timeToFirstToken'];
  // `logSingleRequest` takes its own start as that of the call, so the end lies ahead. The latency is right.
  const ahead = startMs <= nowMs ? Math.max(0, endMs - nowMs) : 0;
  return {
    startMs: startMs - ahead,
    endMs: endMs - ahead,
    firstTokenMs: typeof first === 'number' && first > 0 ? first : undefined,
  };
}

/** Below this, a number in text counts seconds. */
const SECONDS_BELOW = 4_102_444_800;

/** `{seconds, milliseconds}`, a number as text, or ISO 8601. */
function timeOf(time: Json | undefined): number | undefined {
  if (typeof time === 'string') {
    const number = /^\d+$/.test(time) ? Number(time) : undefined;
    if (number !== undefined) return number < SECONDS_BELOW ? number * 1_000 : number;
    const parsed = Date.parse(time);
    return Number.isNaN(parsed) ? undefined : parsed;
  }
  if (!isObject(time)) return undefined;
  const { seconds, milliseconds = 0 } = time;
  return typeof seconds === 'number' && typeof milliseconds === 'number'
    ? seconds * 1_000 + milliseconds
    : undefined;
}
