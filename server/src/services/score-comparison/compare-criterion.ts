// Compares one criterion over two runs: the figures, the test result and the notes.
import { ALPHA, unseenShare } from '#lib/stats/interval';
import { ENOUGH_POWER } from '#lib/stats/power';
import { type CriterionDelta } from './criterion-delta.ts';
import { testCriterion, type TestResult } from './criterion-test.ts';
import { noteOn } from './note-on.ts';
import { type Units } from './pair-scores.ts';
import { countFailures, meanScore, normalise, roundedScore, type ScoredCriterion } from './scores.ts';

/** Null if neither run has a score. `units` is null if only one of them has. */
export function compareCriterion(
  baseline: ScoredCriterion | undefined,
  candidate: ScoredCriterion | undefined,
  units: Units | null,
  drop: number,
): CriterionDelta | null {
  const known = candidate ?? baseline;
  const baselineCount = baseline?.scores.length ?? 0;
  const candidateCount = candidate?.scores.length ?? 0;
  if (known === undefined || baselineCount + candidateCount === 0) return null;
  const one = {
    criterionId: known.criterionId,
    name: known.name,
    baselineMean: baseline === undefined ? null : meanScore(baseline),
    candidateMean: candidate === undefined ? null : meanScore(candidate),
    baselineCount,
    candidateCount,
    unscoredCount: candidate?.unscored ?? 0,
    pAdjusted: null,
    itemsToDecide: null,
  };
  if (baseline === undefined || candidate === undefined || units === null)
    return { ...one, ...NOTHING, note: noteOn({ baselineCount, candidateCount }, null) };

  const result = testCriterion(baseline, candidate, units, drop);
  const { test, pValue, effect, ciLow, ciHigh, power, itemsNeeded } = result;
  const [baselineMean, candidateMean] = [one.baselineMean ?? 0, one.candidateMean ?? 0];
  const counted = {
    baselineCount: units.baseline.size,
    candidateCount: units.candidate.size,
    paired: units.paired,
    sameScale: baseline.scaleMin === candidate.scaleMin && baseline.scaleMax === candidate.scaleMax,
  };
  return {
    ...one,
    delta: roundedScore(candidateMean - baselineMean),
    normalizedDelta: roundedScore(normalise(candidateMean, candidate) - normalise(baselineMean, baseline)),
    pairedCount: units.paired ? units.pairs.length : null,
    newFailures: Math.max(0, countFailures(candidate) - countFailures(baseline)),
    test,
    pValue,
    significant: pValue !== null && pValue < ALPHA,
    effect: roundedScore(effect),
    direction: directionOf(result),
    ciLow,
    ciHigh,
    power,
    itemsNeeded,
    conclusive: isConclusive(result, drop),
    note: noteOn(counted, result),
  };
}

function directionOf({ effect, mixed }: TestResult): CriterionDelta['direction'] {
  if (mixed) return 'mixed';
  if (roundedScore(effect) === 0) return 'none';
  return effect > 0 ? 'up' : 'down';
}

/**
 * True if the test has 80 % power for a drop of this size, or if the interval excludes it and there are
 * enough items that a share of that size cannot have been missed.
 */
function isConclusive({ power, ciLow, n, mixed }: TestResult, drop: number): boolean {
  if (mixed) return false;
  return power >= ENOUGH_POWER || (ciLow !== null && ciLow > -drop && unseenShare(n) <= drop);
}

const NOTHING = {
  delta: null,
  normalizedDelta: null,
  pairedCount: null,
  newFailures: 0,
  test: null,
  pValue: null,
  significant: false,
  effect: null,
  direction: 'none' as const,
  ciLow: null,
  ciHigh: null,
  power: null,
  itemsNeeded: null,
  conclusive: false,
};
