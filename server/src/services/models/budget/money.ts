// Amounts of the budget. They are stored and added in whole micro-dollars; the interface uses US dollars.

export const MIN_USD = 5;
export const MAX_USD = 500;
export const DEFAULT_USD = 5;

const MICROS_PER_CENT = 10_000;
const MICROS_PER_USD = 1_000_000;

export const DEFAULT_MICROS = DEFAULT_USD * MICROS_PER_USD;

/** A single division, so that the number is the one a person would write. */
export const usd = (micros: number): number => micros / MICROS_PER_USD;

/**
 * Null for anything but whole cents. 5.1 has no exact double, so the check compares with the parsed two-digit
 * decimal; a remainder by 0.01 would not work.
 */
export const microsOfCents = (amount: number): number | null =>
  Number(amount.toFixed(2)) === amount ? Math.round(amount * 100) * MICROS_PER_CENT : null;
