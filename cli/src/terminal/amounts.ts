// Money, time and counts for people.
import { formatDollars } from '@tracewell/sdk/reading';

/** As the dashboard shows it. */
export const dollarText = (amount: number | null): string =>
  amount === null ? '-' : formatDollars(amount, 'en-US');

export function durationText(ms: number | null): string {
  if (ms === null) return '-';
  if (ms < 1) return ms === 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ${Math.floor(seconds % 60)}s`;
  const hours = Math.floor(seconds / 3_600);
  return hours < 48
    ? `${hours}h ${Math.floor((seconds % 3_600) / 60)}m`
    : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

export const countText = (count: number | null): string =>
  count === null ? '-' : Math.round(count).toLocaleString('en-US');

/** `1 call`, `2,000 calls`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** `100 calls without a price`; null if each has one. */
export const unpricedText = (unpriced: { calls: number } | undefined): string | null =>
  unpriced && unpriced.calls > 0 ? `${countOf(unpriced.calls, 'call')} without a price` : null;

/** UTC, to the second. */
export const moment = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')}Z`;

/** UTC without the year, for lists. */
export const shortMoment = (iso: string): string => iso.slice(5, 19).replace('T', ' ');
