import type { CallClass } from '../records/call-class.ts';
// Formats numbers and names in a proposal.

const MAX_NAME = 60;

const short = (name: string): string => {
  const letters = Array.from(name);
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join('')}…` : name;
};

export const quotedName = (name: string): string => `“${short(name)}”`;

/** `prompt “greet”`, `feature “sort”`. */
export const namedClass = ({ classKind, className }: CallClass): string =>
  classKind === '' ? 'calls without a prompt or a feature tag' : `${classKind} ${quotedName(className)}`;

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Six decimals, the precision of micro-dollars. */
export const roundedMicros = (value: number): number => Math.round(value * 1e6) / 1e6;
