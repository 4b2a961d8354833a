// Pairs the scores of two runs: the same dataset item, or the same call judged twice.
import { normalise, roundedScore, type RunScore, type ScoredCriterion } from './scores.ts';

export interface ScorePair {
  key: string;
  baseline: number;
  candidate: number;
}

export interface Units {
  /** One normalised score per item key. An item with several scores counts once, with their mean. */
  baseline: ReadonlyMap<string, number>;
  candidate: ReadonlyMap<string, number>;
  pairs: ScorePair[];
  paired: boolean;
}

export function pairScores(baseline: ScoredCriterion, candidate: ScoredCriterion): Units {
  const before = scoresByKey(baseline);
  const after = scoresByKey(candidate);
  const pairs: ScorePair[] = [];
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
 * Dataset items are paired if at least half of the smaller run is in both, so a dataset that grew by hard
 * items is not a regression. Two overlapping windows of recent calls are not paired, because the change is in
 * the calls that only one of them has; they are paired only if they are the same calls, except for a few that
 * failed.
 */
function belongTogether(scores: readonly RunScore[], before: number, after: number, shared: number): boolean {
  if (shared === 0) return false;
  return scores.every(isCall)
    ? shared >= 0.9 * Math.max(before, after)
    : shared >= 0.5 * Math.min(before, after);
}

function scoresByKey(criterion: ScoredCriterion): Map<string, number> {
  const scores = new Map<string, number>();
  // Counts only for items with more than one score, which is rare.
  const counts = new Map<string, number>();
  for (const [index, { itemKey, callId, score }] of criterion.scores.entries()) {
    // A score without a key is its own item and has no partner.
    const key = itemKey ?? callId ?? `\0${criterion.criterionId}/${index}`;
    const sum = scores.get(key);
    if (sum !== undefined) counts.set(key, (counts.get(key) ?? 1) + 1);
    scores.set(key, (sum ?? 0) + normalise(score, criterion));
  }
  for (const [key, count] of counts) scores.set(key, roundedScore((scores.get(key) ?? 0) / count));
  return scores;
}
