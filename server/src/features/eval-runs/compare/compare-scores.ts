// Two runs side by side: a row for each criterion that either of them scored, and one verdict over all rows.
import { holm } from '#lib/stats/holm';
import { compareCriterion } from './compare-criterion.ts';
import { isNew, isSignificantDrop, isSignificantGain, type CriterionDelta } from './criterion-delta.ts';
import { explainVerdict } from './explain-verdict.ts';
import { type ScoredCriterion } from './scores.ts';
import { type Verdict } from './verdict.ts';

/** The drop, in normalised units, that the data must have been able to show for 'unchanged' to mean anything. */
export const DROP_ASKED_ABOUT = 0.1;

export interface Comparison {
  criterionDeltas: CriterionDelta[];
  verdict: Verdict;
  explanation: string;
}

export interface CompareOptions {
  drop?: number;
}

export function compareScores(
  baseline: readonly ScoredCriterion[],
  candidate: readonly ScoredCriterion[],
  { drop = DROP_ASKED_ABOUT }: CompareOptions = {},
): Comparison {
  const before = new Map(baseline.map((criterion) => [criterion.criterionId, criterion]));
  const after = new Map(candidate.map((criterion) => [criterion.criterionId, criterion]));
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  const rows = ids.flatMap((id) => {
    const row = compareCriterion(before.get(id), after.get(id), drop);
    return row === null ? [] : [row];
  });
  const adjusted = holm(rows.map(({ pValue }) => pValue));
  for (const [index, row] of rows.entries()) row.pAdjusted = adjusted[index] ?? null;
  const verdict = verdictOf(rows);
  return { criterionDeltas: rows, verdict, explanation: explainVerdict(verdict, rows, drop) };
}

function verdictOf(deltas: readonly CriterionDelta[]): Verdict {
  if (deltas.some(isSignificantDrop)) return 'regressed';
  if (deltas.some(isSignificantGain)) return 'improved';
  const held = deltas.filter((delta) => !isNew(delta));
  return held.length > 0 && held.every(({ conclusive }) => conclusive) ? 'unchanged' : 'inconclusive';
}
