import { binomialPmf } from './binomial.ts';
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
export function signedRankPower(
  shares: ReadonlyMap<number, number>,
  tail = ALPHA / 2,
): (n: number) => number {
  const { changing, mean, square } = rankScores(shares);
  const fewest = fewestPairs(tail);
  const critical = normalQuantile(1 - tail) * Math.sqrt(square);
  const spread = Math.sqrt(Math.max(0, square - mean * mean));
  const amongChanged = (m: number): number => {
    // Without variance all changes are equal and down, and the fewest pairs suffice. Otherwise half a step of
    // the rank sums is lost.
    if (spread < 1e-9) return mean > 0 ? 1 : 0;
    return normalCdf((Math.sqrt(m) * (mean - 0.25 / m) - critical) / spread);
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
