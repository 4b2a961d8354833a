import { isoTime } from '#lib/clock';

const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** An end is computed from a duration, which may be longer than years with four digits. */
export const endTime = (ms: number): string => isoTime(Math.min(Math.round(ms), LAST_MS));
