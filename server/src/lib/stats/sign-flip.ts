import { chunks } from '#lib/chunks';
import { seededRandom } from '#lib/seeded-random';
import { coinSums, coinSumsCost, greatestCommonDivisor } from './coin-sums.ts';

interface SignFlip {
  /** Nonzero differences; the others say nothing about the direction. */
  changed: number;
  method: 'enumerated' | 'counted' | 'drawn';
  /** One-sided: the chance of a mean as low as observed, and of one as high. */
  pDown: number;
  pUp: number;
}

/** Differences are compared on this grid, so that sums of thirds tie. */
const GRID = 1e7;
/** 65,536 sums: less than a millisecond. */
const MAX_ENUMERATED = 16;
/** Additions, about 2 ms. */
const MAX_COUNTED = 1e6;
/** A p near 0.05 is known to 0.003. */
const DRAWS = 4_999;
/** Coins that are drawn at once: the sums of all their outcomes are added up before. */
const COINS = 10;
/** From one random number. */
const BLOCKS = 3;
/** The largest differences get a coin each; the sum of all smaller ones is as good as normal. */
const MAX_DRAWN = 300;

/**
 * The sign-flip test, a permutation test of the mean of paired differences: how often the mean is as low as
 * observed if a fair coin decides the sign of each difference. It needs no assumption about their
 * distribution, and few, coarse scores have more power than with ranks. Pass or fail makes it McNemar's test.
 *
 * If most changes are of few sizes, the sums lie on few values, and the plain p is far too cautious: it counts
 * all of the observed value. Mid-p counts half of it. With the number of changes left to chance, its rate of
 * false alarms at 5 % is at most 5.02 % for pass or fail with 4 to 200 pairs, because two judgements of one
 * item differ at most half of the time.
 */
export function signFlip(differences: readonly number[]): SignFlip {
  const moved = differences.map((difference) => Math.round(difference * GRID)).filter((steps) => steps !== 0);
  const sizes = moved.map(Math.abs).sort((a, b) => b - a);
  if (sizes.length === 0) return { changed: 0, method: 'enumerated', pDown: 1, pUp: 1 };
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const up = moved.reduce((sum, steps) => sum + Math.max(0, steps), 0);
  const { method, tail } = tailOf(sizes, total);
  const isCoarse = 2 * new Set(sizes).size <= sizes.length;
  const p = (sum: number): number => {
    const { atMost, below } = tail(sum);
    return isCoarse ? (atMost + below) / 2 : atMost;
  };
  return { changed: sizes.length, method, pDown: p(up), pUp: p(total - up) };
}

/** The chance that the differences that point up have at most this sum, and less than it. */
type Tail = (sum: number) => { atMost: number; below: number };

function tailOf(sizes: readonly number[], total: number): { method: SignFlip['method']; tail: Tail } {
  if (sizes.length <= MAX_ENUMERATED) return { method: 'enumerated', tail: countIn(allSums(sizes), 0) };
  const step = sizes.reduce(greatestCommonDivisor);
  if (coinSumsCost(sizes.length, total, step) > MAX_COUNTED)
    return { method: 'drawn', tail: countIn(drawnSums(sizes), 1) };
  const lower = coinSums(sizes, step);
  const atMost = (sum: number): number => (2 * sum <= total ? lower(sum) : 1 - lower(total - sum - step));
  return { method: 'counted', tail: (sum) => ({ atMost: atMost(sum), below: atMost(sum - step) }) };
}

/** The observed sum counts as one of the drawn ones, which keeps the level exact. */
const countIn =
  (sums: Float64Array, observed: 0 | 1): Tail =>
  (limit) => {
    let [atMost, below] = [observed, 0];
    for (const sum of sums) {
      if (sum <= limit) atMost++;
      if (sum < limit) below++;
    }
    const all = sums.length + observed;
    return { atMost: atMost / all, below: below / all };
  };

function allSums(sizes: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** sizes.length);
  for (const [at, size] of sizes.entries())
    for (let from = 0, half = 2 ** at; from < half; from++) sums[half + from] = (sums[from] ?? 0) + size;
  return sums;
}

function drawnSums(sizes: readonly number[]): Float64Array {
  const random = seededRandom(sizes.length);
  const large = sizes.slice(0, MAX_DRAWN);
  const small = sizes.slice(MAX_DRAWN);
  const mean = small.reduce((sum, size) => sum + size, 0) / 2;
  const deviation = Math.sqrt(small.reduce((sum, size) => sum + size * size, 0)) / 2;
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const blocks = chunks(large, COINS).map(allSums);
  return Float64Array.from({ length: DRAWS }, () => {
    let sum = small.length === 0 ? 0 : Math.round(mean + deviation * normal());
    let coins = 0;
    for (let at = 0; at < blocks.length; at++) {
      coins = at % BLOCKS === 0 ? Math.floor(random() * 2 ** (COINS * BLOCKS)) : coins >>> COINS;
      const sums = blocks[at];
      sum += sums?.[coins & (sums.length - 1)] ?? 0;
    }
    return sum;
  });
}
