// Statistical power: the chance that a true drop of a given size is significant, and the number of items for
// a power of 80 %. `tail` is the level on the side of the drop: 2.5 % for a two-sided test at 5 %, the
// default.
import { binomialCdf, binomialPmf } from './binomial.ts';
import { ALPHA } from './interval.ts';
import { separationPValue, welchDf } from './mean-difference.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { studentTQuantile } from './student-t.ts';

export const ENOUGH_POWER = 0.8;
// Wilcoxon's test needs pi/3 as many items as Student's for normal differences (Hodges, Lehmann 1956).
const WILCOXON_EFFICIENCY = 3 / Math.PI;

/** 2 / 2^5 is above 5 %, so five pairs can never be significant in a two-sided test. */
export const fewestPairs = (tail: number): number => Math.floor(Math.log2(1 / tail)) + 1;
export const FEWEST_PAIRS = fewestPairs(ALPHA / 2);

/** Johnson and Welch's approximation of the noncentral t distribution; within a hundredth. */
function tPower(drop: number, standardError: number, df: number, tail = ALPHA / 2): number {
  const critical = studentTQuantile(1 - tail, df);
  const shifted = drop / standardError - critical * (1 - 1 / (4 * df));
  return normalCdf(shifted / Math.sqrt(1 + (critical * critical) / (2 * df)));
}

/** `variance` is that of the paired differences. */
export function wilcoxonPower(n: number, variance: number, drop: number): number {
  if (n < FEWEST_PAIRS) return 0;
  if (variance <= 0) return 1;
  return tPower(drop, Math.sqrt(variance / (n * WILCOXON_EFFICIENCY)), n - 1);
}

export function welchPower(
  nA: number,
  varianceA: number,
  nB: number,
  varianceB: number,
  drop: number,
  tail = ALPHA / 2,
): number {
  if (nA < 2 || nB < 2) return 0;
  const squaredError = varianceA / nA + varianceB / nB;
  if (squaredError <= 0) return separationPValue(nA, nB) / 2 < tail ? 1 : 0;
  return tPower(drop, Math.sqrt(squaredError), welchDf(nA, varianceA, nB, varianceB), tail);
}

/**
 * The power of the exact McNemar test on n pairs, of which `changedShare` change either way. It sums over the
 * number of changes, up to the size at which the normal approximation is as good.
 */
export function mcnemarPower(n: number, changedShare: number, drop: number): number {
  const changed = Math.min(1, Math.max(changedShare, drop));
  const gainShare = (changed - drop) / 2 / changed;
  if (n * changed > EXACT_CHANGES) {
    const critical = normalQuantile(1 - ALPHA / 2) * Math.sqrt(n * changed) + 1;
    return normalCdf((n * drop - critical) / Math.sqrt(n * (changed - drop * drop)));
  }
  const spread = 6 * Math.sqrt(n * changed * (1 - changed)) + 1;
  const last = Math.min(n, Math.ceil(n * changed + spread));
  let power = 0;
  for (let m = Math.max(FEWEST_PAIRS, Math.floor(n * changed - spread)); m <= last; m++)
    power += binomialPmf(m, n, changed) * binomialCdf(mostGains(m), m, gainShare);
  return Math.min(1, power);
}

const EXACT_CHANGES = 400;

// By number of changes: the most gains that still make a significant drop; -1 if none do.
const gainsAllowed: number[] = [-1];

function mostGains(changes: number): number {
  for (let m = gainsAllowed.length; m <= changes; m++) {
    const before = gainsAllowed[m - 1] ?? -1;
    // One more change allows at most one more gain.
    gainsAllowed.push(2 * binomialCdf(before + 1, m, 0.5) < ALPHA ? before + 1 : before);
  }
  return gainsAllowed[changes] ?? -1;
}

/** The smallest n with enough power, accurate to about 1 %; null if a million is not enough. */
export function itemsNeeded(powerAt: (n: number) => number, target = ENOUGH_POWER): number | null {
  let high = 2;
  while (powerAt(high) < target) {
    if (high >= 1_000_000) return null;
    high *= 2;
  }
  let low = high / 2;
  while (high - low > Math.max(1, low / 200)) {
    const middle = Math.floor((low + high) / 2);
    if (powerAt(middle) < target) low = middle;
    else high = middle;
  }
  return high;
}
