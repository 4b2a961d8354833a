// Money is stored and added in whole micro-dollars. The interface uses US dollars.

export const MICROS_PER_USD = 1_000_000;

/** A single division, so that the number is the one a person would write. */
export const usd = (micros: number): number => Math.round(micros) / MICROS_PER_USD;

/** Rounds to the precision of micro-dollars. */
export const roundUsd = (amount: number): number => usd(amount * MICROS_PER_USD);
