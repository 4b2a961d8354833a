/**
 * A sum or mean of fractions as it is shown and compared: 12 significant digits. Adding doubles leaves an error far below that,
 * and 400 times 0.0125 is to be 5, not 5.000000000000037. Not for single records, which are given as they are stored.
 */
export const tidy = (value: number): number => Number(value.toPrecision(12));
