/** Size, mean and variance of a sample. A single value has no variance. */
export interface Moments {
  n: number;
  mean: number;
  variance: number | null;
}

/** The deviation of a sample, from the sums that a store gives. Rounding must not make it imaginary. */
export const deviationOf = (n: number, sum: number, squares: number): number =>
  n < 2 ? 0 : Math.sqrt(Math.max(0, squares - (sum * sum) / n) / (n - 1));

/** Two passes: first the mean, then the squares around it, which stays exact for a small variance. */
export function moments(values: readonly number[]): Moments {
  const n = values.length;
  if (n === 0) return { n, mean: 0, variance: null };
  const first = values[0] ?? 0;
  // Equal values have exactly zero variance, not the 1e-17 that rounding the mean would leave.
  if (values.every((value) => value === first)) return { n, mean: first, variance: n > 1 ? 0 : null };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { n, mean, variance: squares / (n - 1) };
}
