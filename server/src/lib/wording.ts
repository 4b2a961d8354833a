// Formats numbers and names for sentences that people read.

/** Larger numbers are abbreviated. */
const HUGE = 1e12;

const plain = (value: number, digits: number): string =>
  value < HUGE ? value.toLocaleString('en', { maximumFractionDigits: digits }) : value.toExponential(1);

export const number = (value: number): string => plain(value, value < 10 ? 1 : 0);

/** Cents, or four digits below ten cents. */
export const dollars = (value: number): string => {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: value < 0.1 ? 4 : 2 };
  return `$${value < HUGE ? value.toLocaleString('en', digits) : plain(value, 0)}`;
};

export const percent = (share: number): string => `${plain(share * 100, share < 0.1 ? 1 : 0)} %`;

export const duration = (ms: number): string =>
  ms < 1_000 ? `${plain(ms, 0)} ms` : `${plain(ms / 1_000, ms < 10_000 ? 1 : 0)} s`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

export const timeOf = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Names come from clients and may contain anything. */
export function named(text: string, most = 80): string {
  const clean = text.replaceAll(/\p{C}+/gu, ' ').trim();
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
