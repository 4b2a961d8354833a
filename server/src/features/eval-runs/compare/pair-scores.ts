// Which scores of two runs belong together: the same item of a dataset, or the same call judged twice.
import { normalise, rounded, type RunScore, type ScoredCriterion } from './scores.ts';

export interface Pair {
  key: string;
  baseline: number;
  candidate: number;
}

export interface Units {
  /** One normalised score for each item, by its key; an item that was scored several times counts once, with its mean. */
  baseline: ReadonlyMap<string, number>;
  candidate: ReadonlyMap<string, number>;
  pairs: Pair[];
  paired: boolean;
}

export function pairScores(baseline: ScoredCriterion, candidate: ScoredCriterion): Units {
  const before = scoresByKey(baseline);
  const after = scoresByKey(candidate);
  const pairs: Pair[] = [];
  for (const [key, score] of before) {
    const other = after.get(key);
    if (other !== undefined) pairs.push({ key, baseline: score, candidate: other });
  }
  return {
    baseline: before,
    candidate: after,
    pairs,
    paired: belongTogether(baseline.scores, before.size, after.size, pairs.length),
  };
}

const isCall = ({ itemKey, callId }: RunScore): boolean => (itemKey ?? callId) === callId;

/**
 * Items of a dataset are paired when half of the smaller run is in both: compared on the same items, a dataset that
 * grew by hard ones is not a regression. Two windows of recent calls that overlap are not: what changed is in the calls
 * that only one of them has. They are paired only where they are the same calls, but for a few that failed.
 */
function belongTogether(scores: readonly RunScore[], before: number, after: number, shared: number): boolean {
  if (shared === 0) return false;
  return scores.every(isCall)
    ? shared >= 0.9 * Math.max(before, after)
    : shared >= 0.5 * Math.min(before, after);
}

function scoresByKey(criterion: ScoredCriterion): Map<string, number> {
  const scores = new Map<string, number>();
  // Only of the items that were scored more than once, which is rare.
  const counts = new Map<string, number>();
  for (const [index, { itemKey, callId, score }] of criterion.scores.entries()) {
    // A score without any key is an item of its own and finds no partner.
    const key = itemKey ?? callId ?? `\0${criterion.criterionId}/${index}`;
    const sum = scores.get(key);
    if (sum !== undefined) counts.set(key, (counts.get(key) ?? 1) + 1);
    scores.set(key, (sum ?? 0) + normalise(score, criterion));
  }
  for (const [key, count] of counts) scores.set(key, rounded((scores.get(key) ?? 0) / count));
  return scores;
}
