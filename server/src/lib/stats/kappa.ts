import { clamp, CONFIDENCE, type Interval, unseenShare } from './interval.ts';
import { normalQuantile } from './normal.ts';

interface Kappa {
  n: number;
  /** The share of agreement, weighted; 1 is full. */
  observed: number;
  expected: number;
  /** Null if both raters used a single category, because there is nothing to agree about beyond chance. */
  kappa: number | null;
  /** Null if either rater used a single category, because its ratings have no variance. */
  interval: Interval | null;
}

type KappaWeights = 'none' | 'linear' | 'quadratic';

const MAX_CATEGORIES = 1_000;

/** The large-sample interval of kappa covers 85 % instead of 95 % at 10 pairs, and 91 % at 30. */
export const MIN_FOR_KAPPA_INTERVAL = 30;

/**
 * Cohen's kappa of two raters over pairs of ratings: agreement beyond chance, given their habits. With
 * weights, a near miss counts by the distance of the values (quadratic: squared). The interval is the
 * large-sample one of Fleiss, Cohen and Everitt (1969). Ratings are categories, so round continuous scores
 * first.
 */
export function cohenKappa(
  pairs: readonly (readonly [number, number])[],
  weights: KappaWeights = 'none',
  confidence = CONFIDENCE,
): Kappa | null {
  const n = pairs.length;
  if (n === 0) return null;
  const categories = [...new Set(pairs.flat())].sort((a, b) => a - b);
  if (categories.length > MAX_CATEGORIES) throw new RangeError('too many categories for kappa: round first');
  const span = (categories.at(-1) ?? 0) - (categories[0] ?? 0);
  const weight = (a: number, b: number): number => {
    if (a === b) return 1;
    if (weights === 'none') return 0;
    const distance = Math.abs(a - b) / span;
    return 1 - (weights === 'linear' ? distance : distance * distance);
  };

  const first = shares(pairs.map(([a]) => a));
  const second = shares(pairs.map(([, b]) => b));
  // The expected agreement of a rating, given the other rater's habits.
  const ofFirst = expectations(categories, second, weight);
  const ofSecond = expectations(categories, first, weight);
  const observed = pairs.reduce((sum, [a, b]) => sum + weight(a, b), 0) / n;
  const expected = [...first].reduce((sum, [a, share]) => sum + share * (ofFirst.get(a) ?? 0), 0);
  if (categories.length === 1) return { n, observed, expected, kappa: null, interval: null };
  // Agreement with a constant rater is exactly chance; computed, it would be off by about 1e-15.
  if (first.size === 1 || second.size === 1) return { n, observed, expected, kappa: 0, interval: null };

  const kappa = (observed - expected) / (1 - expected);
  if (observed === 1) {
    // Full agreement has no variance, so the share that n pairs could have missed bounds it.
    const low = Math.max(-1, 1 - unseenShare(n, confidence) / (1 - expected));
    return { n, observed, expected, kappa: 1, interval: { low, high: 1 } };
  }
  const squares =
    pairs.reduce((sum, [a, b]) => {
      const chance = (ofFirst.get(a) ?? 0) + (ofSecond.get(b) ?? 0);
      return sum + (weight(a, b) - chance * (1 - kappa)) ** 2;
    }, 0) / n;
  const variance = (squares - (kappa - expected * (1 - kappa)) ** 2) / (n * (1 - expected) ** 2);
  const half = normalQuantile((1 + confidence) / 2) * Math.sqrt(Math.max(0, variance));
  return {
    n,
    observed,
    expected,
    kappa,
    interval: { low: clamp(kappa - half, -1, 1), high: clamp(kappa + half, -1, 1) },
  };
}

function shares(ratings: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1 / ratings.length);
  return counts;
}

function expectations(
  categories: readonly number[],
  other: ReadonlyMap<number, number>,
  weight: (a: number, b: number) => number,
): Map<number, number> {
  return new Map(
    categories.map((own) => [own, [...other].reduce((sum, [b, share]) => sum + share * weight(own, b), 0)]),
  );
}
