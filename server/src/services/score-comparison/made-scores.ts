// Scores for the tests in this folder.
import { type ScoredCriterion } from './scores.ts';

type Scale = Partial<Omit<ScoredCriterion, 'scores'>>;

const FIVE = { criterionId: 1, name: 'Helpfulness', scaleMin: 1, scaleMax: 5, scoreType: 'numeric' } as const;
const PASS = { criterionId: 2, name: 'Is JSON', scaleMin: 0, scaleMax: 1, scoreType: 'boolean' } as const;

/** Scores of dataset items, in order. Every run makes its own calls, so only the items are the same. */
export const ofItems = (run: string, scores: readonly number[], scale: Scale = {}): ScoredCriterion => ({
  ...FIVE,
  ...scale,
  scores: scores.map((score, i) => ({ itemKey: `item-${i}`, callId: `${run}-${i}`, score })),
});

export const passes = (run: string, scores: readonly number[], scale: Scale = {}): ScoredCriterion =>
  ofItems(run, scores, { ...PASS, ...scale });

/** Scores of calls, which are their own items. */
export const ofCalls = (prefix: string, scores: readonly number[], scale: Scale = {}): ScoredCriterion => ({
  ...FIVE,
  ...scale,
  scores: scores.map((score, i) => ({ itemKey: `${prefix}-${i}`, callId: `${prefix}-${i}`, score })),
});

export const repeatTimes = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);

export const JUDGED = [5, 4, 4, 5, 3, 4, 5, 2, 4, 5, 3, 4, 5, 4, 4, 3, 5, 4, 5, 4];
export const fourTimes = [...JUDGED, ...JUDGED, ...JUDGED, ...JUDGED];
