/**
 * Rounds a sum or mean to 12 significant digits for display and comparison. Adding doubles leaves a far
 * smaller error, and 400 times 0.0125 must be 5, not 5.000000000000037. Not for single records, which are
 * returned as stored.
 */
export const tidy = (value: number): number => Number(value.toPrecision(12));
