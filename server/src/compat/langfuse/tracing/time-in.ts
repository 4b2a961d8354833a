import { parseIsoTime } from '#lib/iso-time';

const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;

/**
 * A time in milliseconds; null if there is none. Times without a zone are UTC: some programs write them by
 * hand.
 */
export function timeIn(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  return parseIsoTime(WITHOUT_ZONE.test(value) ? `${value}Z` : value);
}
