// The statistics of one criterion over two runs: the test to use, its result and its power.
import { ALPHA } from '#lib/stats/interval';
import { mcnemarExact, pairedProportionsInterval } from '#lib/stats/mcnemar';
import { pairedMean, welch } from '#lib/stats/mean-difference';
import { moments } from '#lib/stats/moments';
import { ENOUGH_POWER, itemsNeeded, mcnemarPower, welchPower, wilcoxonPower } from '#lib/stats/power';
import { signedRankPower } from '#lib/stats/signed-rank-power';
import { wilcoxonSignedRank } from '#lib/stats/wilcoxon';
import { droppedBySteps, leastVariance, scaleStep } from './least-spread.ts';
import { UNKNOWN_VARIANCE } from './items-to-decide.ts';
import { type ScorePair, type Units } from './pair-scores.ts';
import { roundedScore, type ScoredCriterion } from './scores.ts';

export type TestName = 'mcnemar' | 'wilcoxon' | 'welch';

/** Normalised units, candidate minus baseline. */
export interface TestResult {
  test: TestName;
  /** Pairs, or the items of the smaller run. */
  n: number;
  pValue: number | null;
  effect: number;
  ciLow: number | null;
  ciHigh: number | null;
  power: number;
  itemsNeeded: number | null;
  /** Items with the same score in both runs, which say nothing about the direction. */
  unchanged: number;
  /** The test found one direction and the mean moved the other: a few items moved far, many moved little. */
  mixed: boolean;
}

export function testCriterion(
  baseline: ScoredCriterion,
  candidate: ScoredCriterion,
  units: Units,
  drop: number,
): TestResult {
  const step = scaleStep(baseline, candidate);
  if (!units.paired) return unpaired(units, drop, leastVariance(drop, step));
  const boolean = baseline.scoreType === 'boolean' && candidate.scoreType === 'boolean';
  return boolean ? passOrFail(units.pairs, drop) : paired(units.pairs, drop, step);
}

function passOrFail(pairs: readonly ScorePair[], drop: number): TestResult {
  const n = pairs.length;
  const losses = pairs.filter(({ baseline, candidate }) => baseline >= 0.5 && candidate < 0.5).length;
  const gains = pairs.filter(({ baseline, candidate }) => baseline < 0.5 && candidate >= 0.5).length;
  const interval = pairedProportionsInterval(losses, gains, n);
  const powerAt = (items: number): number => mcnemarPower(items, (losses + gains) / n, drop);
  return {
    test: 'mcnemar',
    n,
    pValue: mcnemarExact(losses, gains),
    effect: (gains - losses) / n,
    ciLow: interval?.low ?? null,
    ciHigh: interval?.high ?? null,
    power: powerAt(n),
    itemsNeeded: pairsNeeded(powerAt, n),
    unchanged: n - losses - gains,
    mixed: false,
  };
}

function paired(pairs: readonly ScorePair[], drop: number, step: number): TestResult {
  const n = pairs.length;
  const differences = pairs.map(({ baseline, candidate }) => roundedScore(candidate - baseline));
  const { pValue, zeros, rankSumUp, rankSumDown } = wilcoxonSignedRank(differences);
  const mean = pairedMean(differences, 1);
  const effect = mean?.difference ?? 0;
  const variance = moments(differences).variance ?? UNKNOWN_VARIANCE;
  const powerAt =
    step > 0
      ? signedRankPower(droppedBySteps(differences, drop, step))
      : (items: number): number => wilcoxonPower(items, variance, drop);
  return {
    test: 'wilcoxon',
    n,
    pValue,
    effect,
    ciLow: mean?.interval?.low ?? null,
    ciHigh: mean?.interval?.high ?? null,
    power: powerAt(n),
    itemsNeeded: pairsNeeded(powerAt, n),
    unchanged: zeros,
    mixed: pValue < ALPHA && effect * (rankSumUp - rankSumDown) < 0,
  };
}

/** Exact tests gain power in jumps, so the planned number may be slightly too small. */
function pairsNeeded(powerAt: (items: number) => number, n: number): number | null {
  const needed = itemsNeeded(powerAt);
  return needed === null || powerAt(n) >= ENOUGH_POWER ? needed : Math.max(needed, n + 1);
}

function unpaired(units: Units, drop: number, floor: number): TestResult {
  const before = moments([...units.baseline.values()]);
  const after = moments([...units.candidate.values()]);
  const result = welch(before, after, 1);
  const varianceBefore = before.variance ?? UNKNOWN_VARIANCE;
  const varianceAfter = Math.max(floor, after.variance ?? UNKNOWN_VARIANCE);
  return {
    test: 'welch',
    n: Math.min(before.n, after.n),
    pValue: result?.pValue ?? null,
    effect: after.mean - before.mean,
    ciLow: result?.interval?.low ?? null,
    ciHigh: result?.interval?.high ?? null,
    power: welchPower(before.n, varianceBefore, after.n, varianceAfter, drop),
    itemsNeeded: itemsNeeded((items) => welchPower(items, varianceBefore, items, varianceAfter, drop)),
    unchanged: 0,
    mixed: false,
  };
}
