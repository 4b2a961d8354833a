import { binomialCdf } from './binomial.ts';
import { between, CONFIDENCE, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';

/**
 * McNemar's exact test, two-sided: pairs that changed one way (`losses`) against pairs that changed the other
 * (`gains`), as tosses of a fair coin. Pairs that did not change say nothing about the direction; none changed: 1.
 */
export function mcnemarExact(losses: number, gains: number): number {
  if (Math.abs(losses - gains) <= 1) return 1;
  return Math.min(1, 2 * binomialCdf(Math.min(losses, gains), losses + gains, 0.5));
}

/**
 * Tango's score interval for the difference of paired proportions, (gains - losses) / n. Chosen over Wald's,
 * which has no width where nothing changed and leaves -1..1, and over the exact conditional one, which takes the
 * share of changed pairs as known. Null without pairs. It is a little less strict than the exact test, so close to
 * the border it may leave zero out where the test does not reject.
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
  // How far the data are from a true difference of d, in standard errors under d; falls as d grows.
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
    low: losses === n ? -1 : between(crossing(-1, difference, z), -1, difference),
    high: gains === n ? 1 : between(crossing(difference, 1, -z), difference, 1),
  };
}
