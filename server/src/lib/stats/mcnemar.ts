import { binomialCdf } from './binomial.ts';
import { clamp, CONFIDENCE, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';

/**
 * McNemar's exact test, two-sided: `losses` against `gains`, as tosses of a fair coin. Unchanged pairs say
 * nothing about the direction. Returns 1 if nothing changed.
 */
export function mcnemarExact(losses: number, gains: number): number {
  if (Math.abs(losses - gains) <= 1) return 1;
  return Math.min(1, 2 * binomialCdf(Math.min(losses, gains), losses + gains, 0.5));
}

/**
 * Tango's score interval for the difference of paired proportions, (gains - losses) / n. Wald's interval has
 * no width if nothing changed and leaves -1..1; the exact conditional one takes the share of changed pairs as
 * known. Null without pairs. It is slightly less strict than the exact test, so near the border it may
 * exclude zero while the test does not reject.
 */
export function pairedProportionsInterval(
  losses: number,
  gains: number,
  n: number,
  confidence = CONFIDENCE,
): Interval | null {
  if (n <= 0) return null;
  const z = normalQuantile((1 + confidence) / 2);
  const difference = (gains - losses) / n;
  // The distance of the data from a true difference d, in standard errors under d; decreases as d grows.
  const score = (d: number): number => {
    const b = -(gains + losses) + (2 * n - gains + losses) * d;
    const root = Math.sqrt(Math.max(0, b * b + 8 * n * losses * d * (1 - d)));
    const lossShare = (root - b) / (4 * n);
    const variance = n * (2 * lossShare + d * (1 - d));
    const distance = gains - losses - n * d;
    if (variance <= 0) return distance === 0 ? 0 : Math.sign(distance) * Number.POSITIVE_INFINITY;
    return distance / Math.sqrt(variance);
  };
  const crossing = (from: number, to: number, level: number): number => {
    let [low, high] = [from, to];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (score(middle) > level) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return {
    low: losses === n ? -1 : clamp(crossing(-1, difference, z), -1, difference),
    high: gains === n ? 1 : clamp(crossing(difference, 1, -z), difference, 1),
  };
}
