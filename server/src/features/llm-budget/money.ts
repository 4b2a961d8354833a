// Amounts of the budget. Kept and added up in whole micro-dollars; US dollars only at the interface.

export const MIN_USD = 5;
export const MAX_USD = 500;
export const DEFAULT_USD = 5;

const MICROS_PER_CENT = 10_000;
const MICROS_PER_USD = 1_000_000;

export const DEFAULT_MICROS = DEFAULT_USD * MICROS_PER_USD;

/** One division, so that the number is the one a person would write. */
export const usd = (micros: number): number => micros / MICROS_PER_USD;

/**
 * Null for what is not a whole number of cents. 5.1 has no exact double: what counts is whether the number is the one that
 * the decimal with two places reads as, which a remainder by 0.01 cannot tell.
 */
export const microsOfCents = (amount: number): number | null =>
  Number(amount.toFixed(2)) === amount ? Math.round(amount * 100) * MICROS_PER_CENT : null;
