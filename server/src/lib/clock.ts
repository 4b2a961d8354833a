// The clock is passed in as a value, so tests can set it and nothing depends on sleeping.

export interface Clock {
  /** Milliseconds since the epoch by the wall clock, which may be set back. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The earliest time that the interface accepts. */
export const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** `YYYY-MM` of the UTC month. */
export const utcMonth = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** `YYYY-MM-DD` of the UTC day. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The start of the UTC month of this time, or of a month after it. */
export function utcMonthStart(ms: number, monthsLater = 0): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1);
}
