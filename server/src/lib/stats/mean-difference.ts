// The difference of two means, with an interval. It uses means, not medians or Hodges-Lehmann's estimate:
// people set thresholds on means, and scores with few steps leave most pairs unchanged, so a median would
// always be 0.
import { clamp, CONFIDENCE, type Interval, unseenShare } from './interval.ts';
import { moments, type Moments } from './moments.ts';
import { studentTQuantile, studentTTwoSided } from './student-t.ts';

interface MeanDifference {
  difference: number;
  interval: Interval | null;
}

export interface Welch extends MeanDifference {
  /** Null if a side has a single value, because its variance is unknown. */
  pValue: number | null;
  df: number | null;
}

/**
 * The mean of paired differences with Student's interval. `range` is the largest possible difference. Without
 * variance, the interval is what a share of pairs too small to be seen could still change.
 */
export function pairedMean(
  differences: readonly number[],
  range: number,
  confidence = CONFIDENCE,
): MeanDifference | null {
  const { n, mean, variance } = moments(differences);
  if (n === 0) return null;
  const half =
    variance === null || variance === 0
      ? range * unseenShare(n, confidence)
      : studentTQuantile((1 + confidence) / 2, n - 1) * Math.sqrt(variance / n);
  return { difference: mean, interval: around(mean, half, range) };
}

/**
 * Welch's t test of two independent samples, two-sided, second minus first. It does not assume equal
 * variances.
 */
export function welch(a: Moments, b: Moments, range: number, confidence = CONFIDENCE): Welch | null {
  if (a.n === 0 || b.n === 0) return null;
  const difference = b.mean - a.mean;
  if (a.variance === null || b.variance === null)
    return { difference, interval: null, pValue: null, df: null };
  const squaredError = a.variance / a.n + b.variance / b.n;
  if (squaredError === 0) {
    const half = range * (unseenShare(a.n, confidence) + unseenShare(b.n, confidence));
    const pValue = difference === 0 ? 1 : separationPValue(a.n, b.n);
    return { difference, interval: around(difference, half, range), pValue, df: null };
  }
  const df = welchDf(a.n, a.variance, b.n, b.variance);
  const error = Math.sqrt(squaredError);
  const half = studentTQuantile((1 + confidence) / 2, df) * error;
  return {
    difference,
    interval: around(difference, half, range),
    pValue: studentTTwoSided(difference / error, df),
    df,
  };
}

/** Welch's and Satterthwaite's degrees of freedom; at least those of the smaller sample. */
export function welchDf(nA: number, varianceA: number, nB: number, varianceB: number): number {
  const [a, b] = [varianceA / nA, varianceB / nB];
  return (a + b) ** 2 / (a ** 2 / (nA - 1) + b ** 2 / (nB - 1));
}

/**
 * For two samples that are each constant but different: t would be infinite and p 0, even for two against two
 * values. This is the p of the permutation test: that split or its mirror, among all possible splits.
 */
export function separationPValue(nA: number, nB: number): number {
  let p = 2;
  const small = Math.min(nA, nB);
  for (let i = 1; i <= small; i++) p *= i / (nA + nB - small + i);
  return Math.min(1, p);
}

function around(middle: number, half: number, range: number): Interval {
  return { low: clamp(middle - half, -range, range), high: clamp(middle + half, -range, range) };
}
