import { binomialPmf } from './binomial.ts';
// The power of tests that flip the signs of paired differences.
import { ALPHA } from './interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { fewestPairs } from './power.ts';

const MANY = 10_000;

/**
 * The power of Wilcoxon's test for differences in steps. The theory of normal differences promises far too
 * much here, because most pairs do not change and are dropped. It sums over the number of changing pairs the
 * chance that their ranks are significant. `shares` is the distribution of the differences, zeros included.
 * Usually within five points of simulation, and below rather than above.
 */
export const signedRankPower = (
  shares: ReadonlyMap<number, number>,
  tail = ALPHA / 2,
): ((n: number) => number) => flipPower(rankScores(shares), tail, fewestPairs(tail), 0.25);

/**
 * The same for the sign-flip test, which weighs a change by its size instead of its rank. Its mid-p halves the
 * chance of the observed signs.
 */
export const signFlipPower = (shares: ReadonlyMap<number, number>, tail = ALPHA): ((n: number) => number) =>
  flipPower(sizeScores(shares), tail, fewestPairs(2 * tail), 0);

/** Among the pairs that change: the mean and the mean square of their weights, a drop as positive. */
interface Weights {
  changing: number;
  mean: number;
  square: number;
}

/** `lost` is what the continuity correction takes from the sum of weights. */
function flipPower(
  { changing, mean, square }: Weights,
  tail: number,
  fewest: number,
  lost: number,
): (n: number) => number {
  const critical = normalQuantile(1 - tail) * Math.sqrt(square);
  const spread = Math.sqrt(Math.max(0, square - mean * mean));
  const amongChanged = (m: number): number => {
    // Without variance all changes are equal and down, and the fewest pairs suffice.
    if (spread < 1e-9) return mean > 0 ? 1 : 0;
    return normalCdf((Math.sqrt(m) * (mean - lost / m) - critical) / spread);
  };
  return (n) => {
    // The number of changes is then known to 1 %, and the sum below would have thousands of terms for the
    // same result.
    if (n * changing > MANY) return amongChanged(n * changing);
    const width = 8 * Math.sqrt(n * changing * (1 - changing)) + 1;
    const last = Math.min(n, Math.ceil(n * changing + width));
    let power = 0;
    for (let m = Math.max(fewest, Math.floor(n * changing - width)); m <= last; m++)
      power += binomialPmf(m, n, changing) * amongChanged(m);
    return Math.min(1, power);
  };
}

/** Mean and mean square of the ranks (0-1) of the nonzero differences, with a drop as positive. */
function rankScores(shares: ReadonlyMap<number, number>): Weights {
  const sizes = new Map<number, { all: number; down: number }>();
  let changing = 0;
  for (const [difference, share] of shares) {
    if (difference === 0) continue;
    changing += share;
    const size = sizes.get(Math.abs(difference)) ?? { all: 0, down: 0 };
    size.all += share;
    size.down += difference < 0 ? share : -share;
    sizes.set(Math.abs(difference), size);
  }
  let [below, mean, square] = [0, 0, 0];
  for (const [, { all, down }] of [...sizes].sort(([a], [b]) => a - b)) {
    const rank = (below + all / 2) / changing;
    below += all;
    mean += (down / changing) * rank;
    square += (all / changing) * rank * rank;
  }
  return { changing: Math.min(1, changing), mean, square };
}

function sizeScores(shares: ReadonlyMap<number, number>): Weights {
  let [changing, sum, squares] = [0, 0, 0];
  for (const [difference, share] of shares) {
    if (difference === 0) continue;
    changing += share;
    sum -= share * difference;
    squares += share * difference * difference;
  }
  if (changing === 0) return { changing, mean: 0, square: 0 };
  return { changing: Math.min(1, changing), mean: sum / changing, square: squares / changing };
}
