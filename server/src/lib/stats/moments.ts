/** What a sample says about itself: its size, its mean, and its variance, which a single value does not have. */
export interface Moments {
  n: number;
  mean: number;
  variance: number | null;
}

/** Two passes: the mean first, then the squares around it, so that nothing is lost where the spread is small. */
export function moments(values: readonly number[]): Moments {
  const n = values.length;
  if (n === 0) return { n, mean: 0, variance: null };
  const first = values[0] ?? 0;
  // A sample of equal values has no spread at all, not the 1e-17 that rounding the mean would leave.
  if (values.every((value) => value === first)) return { n, mean: first, variance: n > 1 ? 0 : null };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { n, mean, variance: squares / (n - 1) };
}
