import { clamp, CONFIDENCE, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';

/**
 * Wilson's score interval of a proportion: stays inside 0-1 and works for 0 and n successes. Null without
 * data.
 */
export function wilson(successes: number, n: number, confidence = CONFIDENCE): Interval | null {
  if (n <= 0) return null;
  const z = normalQuantile((1 + confidence) / 2);
  const share = successes / n;
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return {
    low: successes === 0 ? 0 : clamp(middle - half, 0, 1),
    high: successes === n ? 1 : clamp(middle + half, 0, 1),
  };
}
