import { binomialPmf } from './binomial.ts';
import { ALPHA } from './interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { fewestPairs } from './power.ts';

const MANY = 10_000;

/**
 * The power of Wilcoxon's test to show a drop where differences come in steps. There the theory of normal differences
 * promises far too much: most pairs do not change, and those that do not change are dropped. So: over how many of n
 * pairs will change, the chance that their ranks are enough. `shares` is the distribution of the differences as they
 * would be, zeros included. As a rule within five points of simulation, below it rather than above.
 */
export function signedRankPower(
  shares: ReadonlyMap<number, number>,
  tail = ALPHA / 2,
): (n: number) => number {
  const { changing, mean, square } = rankScores(shares);
  const fewest = fewestPairs(tail);
  const critical = normalQuantile(1 - tail) * Math.sqrt(square);
  const spread = Math.sqrt(Math.max(0, square - mean * mean));
  const amongChanged = (m: number): number => {
    // Without a spread all changes are alike and down, and the fewest that can do; else half a step of the rank sums is lost.
    if (spread < 1e-9) return mean > 0 ? 1 : 0;
    return normalCdf((Math.sqrt(m) * (mean - 0.25 / m) - critical) / spread);
  };
  return (n) => {
    // How many change is then known to a hundredth, and the sum below would be thousands of terms for the same.
    if (n * changing > MANY) return amongChanged(n * changing);
    const width = 8 * Math.sqrt(n * changing * (1 - changing)) + 1;
    const last = Math.min(n, Math.ceil(n * changing + width));
    let power = 0;
    for (let m = Math.max(fewest, Math.floor(n * changing - width)); m <= last; m++)
      power += binomialPmf(m, n, changing) * amongChanged(m);
    return Math.min(1, power);
  };
}

/** Of the differences that are not 0: the mean and the mean square of their ranks (0-1), a drop counted as positive. */
function rankScores(shares: ReadonlyMap<number, number>): { changing: number; mean: number; square: number } {
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
