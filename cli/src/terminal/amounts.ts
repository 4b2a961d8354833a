// Money, time and counts for people.

/** Small amounts keep two significant digits, because a call often costs less than a cent. */
export function dollarText(amount: number | null): string {
  if (amount === null) return '-';
  if (amount === 0) return '$0';
  if (amount >= 999.995) return `$${Math.round(amount).toLocaleString('en-US')}`;
  if (amount >= 0.1) return `$${amount.toFixed(2)}`;
  if (amount < 0.000001) return '<$0.000001';
  const digits = Math.min(7, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(digits)}`;
}

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
export const countOf = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** UTC, to the second. */
export const moment = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')}Z`;

/** UTC without the year, for lists. */
export const shortMoment = (iso: string): string => iso.slice(5, 19).replace('T', ' ');
