// Compares two runs: one row per criterion that either of them scored, one test over all criteria, and one
// verdict.
import { ALPHA } from '#lib/stats/interval';
import { holm } from '#lib/stats/holm';
import { moments } from '#lib/stats/moments';
import { permutationPDown } from '#lib/stats/permutation';
import { signedRankPower } from '#lib/stats/signed-rank-power';
import { compareCriterion } from './compare-criterion.ts';
import {
  isDrop,
  isGain,
  isNew,
  isWeak,
  type ComparisonVerdict,
  type CriterionDelta,
} from './criterion-delta.ts';
import { explainVerdict } from './explain-verdict.ts';
import { itemsToDecide, pairsToDecide } from './items-to-decide.ts';
import { testMean, type MeanTest } from './mean-test.ts';
import { pairScores, type Units } from './pair-scores.ts';
import { roundedScore, type ScoredCriterion } from './scores.ts';

/** For 'unchanged', the data must have been able to show a drop of this size, in normalised units. */
export const DROP_ASKED_ABOUT = 0.1;

export interface ScoreComparison {
  criterionDeltas: CriterionDelta[];
  /** Null if the runs have no criterion in common. */
  overall: MeanTest | null;
  /** Maximum number of items in runs of this kind; null if unknown. */
  itemsAllowed: number | null;
  verdict: ComparisonVerdict;
  explanation: string;
}

interface CompareOptions {
  drop?: number;
  itemsAllowed?: number | null;
}

export function compareScores(
  baseline: readonly ScoredCriterion[],
  candidate: readonly ScoredCriterion[],
  { drop = DROP_ASKED_ABOUT, itemsAllowed = null }: CompareOptions = {},
): ScoreComparison {
  const before = new Map(baseline.map((criterion) => [criterion.criterionId, criterion]));
  const after = new Map(candidate.map((criterion) => [criterion.criterionId, criterion]));
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  const rows = ids.flatMap((id) => {
    const units = pairOf(before.get(id), after.get(id));
    const delta = compareCriterion(before.get(id), after.get(id), units, drop);
    return delta === null ? [] : [{ delta, units }];
  });
  const criterionDeltas = rows.map(({ delta }) => delta);
  const adjusted = holm(rows.map(heldP));
  const tests = adjusted.filter((p) => p !== null).length;
  for (const [index, { delta, units }] of rows.entries()) {
    delta.pAdjusted = adjusted[index] ?? null;
    if (units !== null && (delta.effect ?? 0) < 0 && !isDrop(delta))
      delta.itemsToDecide = toDecide(units, ALPHA / 2 / Math.max(1, tests));
  }
  const verdict = verdictOf(criterionDeltas);
  return {
    criterionDeltas,
    overall: testMean(rows.flatMap(({ units }) => units ?? [])),
    itemsAllowed,
    verdict,
    explanation: explainVerdict(verdict, criterionDeltas, { drop, itemsAllowed }),
  };
}

function pairOf(baseline: ScoredCriterion | undefined, candidate: ScoredCriterion | undefined): Units | null {
  if (baseline === undefined || candidate === undefined) return null;
  if (baseline.scores.length === 0 || candidate.scores.length === 0) return null;
  return pairScores(baseline, candidate);
}

// Sizes such as forty and thirty-eight count as equal.
const UNEQUAL = 1.5;

/**
 * The p for the verdict, before the adjustment. It equals the row's p, except for samples of very unequal
 * size: if a few identical scores meet many different ones, Welch's test finds a false drop in up to half of
 * the comparisons.
 */
function heldP({
  delta: { pValue, effect },
  units,
}: {
  delta: CriterionDelta;
  units: Units | null;
}): number | null {
  if (pValue === null || pValue >= ALPHA || units === null || units.paired) return pValue;
  const [before, after] = [[...units.baseline.values()], [...units.candidate.values()]];
  if (Math.max(before.length, after.length) <= UNEQUAL * Math.min(before.length, after.length)) return pValue;
  const oneSided = (effect ?? 0) < 0 ? permutationPDown(before, after) : permutationPDown(after, before);
  return Math.max(pValue, Math.min(1, 2 * oneSided));
}

const toDecide = ({ paired, pairs, baseline, candidate }: Units, tail: number): number | null =>
  paired
    ? pairsToDecide(
        pairs.map((pair) => roundedScore(pair.candidate - pair.baseline)),
        (shares) => signedRankPower(shares, tail),
      )
    : itemsToDecide(moments([...baseline.values()]), moments([...candidate.values()]), tail);

/** A drop that is significant only without adjustment is neither 'unchanged' nor 'regressed'. */
function verdictOf(deltas: readonly CriterionDelta[]): ComparisonVerdict {
  if (deltas.some(isDrop)) return 'regressed';
  if (deltas.some(isGain)) return 'improved';
  const held = deltas.filter((delta) => !isNew(delta));
  const settled = held.every((delta) => delta.conclusive && !(isWeak(delta) && delta.direction === 'down'));
  return held.length > 0 && settled ? 'unchanged' : 'inconclusive';
}
