// Times of LangSmith's clients: ISO text, with or without a zone, or a number in seconds or smaller units.
import type { Json } from '#records';

const HAS_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

/** No time since 1973 is below it in milliseconds, and none is above it in seconds. */
const MIN_MS = 1e11;
/** Above it, a number is no time, not even in nanoseconds. JSON has numbers up to infinity. */
const MOST = 1e20;

/** Whole milliseconds; 0 if there is none or it cannot be read. */
export function clientTime(value: Json | undefined): number {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string' || value === '') return 0;
  // Python leaves out the zone of a time in UTC.
  const ms = Date.parse(HAS_ZONE.test(value) ? value : `${value}Z`);
  return ms > 0 ? ms : 0;
}

function fromNumber(value: number): number {
  if (!(value > 0 && value < MOST)) return 0;
  let ms = value;
  if (ms < MIN_MS) ms *= 1_000;
  while (ms >= MIN_MS * 1_000) ms /= 1_000;
  return Math.round(ms);
}
