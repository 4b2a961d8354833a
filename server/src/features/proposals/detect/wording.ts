import type { CallClass } from '../records/call-class.ts';
// Formats numbers and names in a proposal.

const MOST_NAME = 60;

const short = (name: string): string => {
  const letters = Array.from(name);
  return letters.length > MOST_NAME ? `${letters.slice(0, MOST_NAME - 1).join('')}…` : name;
};

export const quoted = (name: string): string => `“${short(name)}”`;

/** `prompt “greet”`, `feature “sort”`. */
export const namedClass = ({ classKind, className }: CallClass): string =>
  classKind === '' ? 'calls without a prompt or a feature tag' : `${classKind} ${quoted(className)}`;

export const percent = (share: number): string => {
  const value = share * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
};

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

export const dollars = (usd: number): string =>
  `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Six decimals, the precision of micro-dollars. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
