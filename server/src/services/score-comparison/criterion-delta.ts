import { ALPHA } from '#lib/stats/interval';
import { type TestName } from './criterion-test.ts';

export const VERDICTS = ['improved', 'regressed', 'unchanged', 'inconclusive'] as const;
export type ComparisonVerdict = (typeof VERDICTS)[number];

/** One row of a comparison, as returned by the interface. */
export interface CriterionDelta {
  criterionId: number;
  name: string;
  /** On the scale of the criterion, over all scores of the run; null without scores. */
  baselineMean: number | null;
  candidateMean: number | null;
  delta: number | null;
  normalizedDelta: number | null;
  baselineCount: number;
  candidateCount: number;
  /** Items of the candidate that the criterion applies to but that have no score. */
  unscoredCount: number;
  /** Items scored in both runs and compared one by one; null if the runs have different items. */
  pairedCount: number | null;
  /** Candidate scores below the middle of the scale, minus those of the baseline. */
  newFailures: number;
  test: TestName | null;
  pValue: number | null;
  pAdjusted: number | null;
  significant: boolean;
  /** The difference of the compared means, 0 to 1 of the scale; over the pairs if there are pairs. */
  effect: number | null;
  /** Mixed means that most items moved significantly one way while the mean moved the other. */
  direction: 'up' | 'down' | 'mixed' | 'none';
  ciLow: number | null;
  ciHigh: number | null;
  /** The chance that the data would have shown a drop of the tested size. */
  power: number | null;
  /** Items in each run for a power of 80 %. */
  itemsNeeded: number | null;
  /**
   * Items in each run that would find the observed drop with a power of 80 %, after the correction for the
   * number of criteria. Null if nothing fell, if the drop is significant, or if more items would not help.
   */
  itemsToDecide: number | null;
  /** Whether the absence of a significant drop rules out a drop of the tested size. */
  conclusive: boolean;
  note: string | null;
}

/** Significant after the adjustment. Of criteria that did not change, one in twenty has p < 0.05. */
const isFound = ({ pAdjusted }: CriterionDelta): boolean => pAdjusted !== null && pAdjusted < ALPHA;
export const isDrop = (delta: CriterionDelta): boolean => isFound(delta) && delta.direction === 'down';
export const isGain = (delta: CriterionDelta): boolean => isFound(delta) && delta.direction === 'up';
/** Significant alone but not after the adjustment. */
export const isWeak = (delta: CriterionDelta): boolean => delta.significant && !isFound(delta);
/** A criterion that is new in the candidate has no baseline score; a missing one has no candidate score. */
export const isNew = ({ baselineCount }: CriterionDelta): boolean => baselineCount === 0;
export const isMissing = ({ candidateCount }: CriterionDelta): boolean => candidateCount === 0;
