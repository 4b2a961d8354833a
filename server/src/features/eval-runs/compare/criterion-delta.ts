import { ALPHA } from '#lib/stats/interval';
import { type TestName } from './criterion-test.ts';

/** One row of a comparison, as the interface shows it. */
export interface CriterionDelta {
  criterionId: number;
  name: string;
  /** On the scale of the criterion, over all scores of the run; null in a run that has none. */
  baselineMean: number | null;
  candidateMean: number | null;
  delta: number | null;
  normalizedDelta: number | null;
  baselineCount: number;
  candidateCount: number;
  /** Items of the candidate that the criterion applies to and that have no score. */
  unscoredCount: number;
  /** Items scored in both runs and compared one by one; null where the runs are of different items. */
  pairedCount: number | null;
  /** Scores below the middle of the scale in the candidate beyond the baseline's. */
  newFailures: number;
  test: TestName | null;
  pValue: number | null;
  pAdjusted: number | null;
  significant: boolean;
  /** The difference of what was compared, 0-1 of the scale; over the pairs where there are pairs. */
  effect: number | null;
  /** Mixed: the test found that most items moved one way, and the mean went the other. */
  direction: 'up' | 'down' | 'mixed' | 'none';
  ciLow: number | null;
  ciHigh: number | null;
  /** The chance that the data would have shown a drop of the size asked about. */
  power: number | null;
  /** Items (in each run) for a chance of 80 %. */
  itemsNeeded: number | null;
  /**
   * Items (in each run) with which a drop as large as the one seen would be found in four cases of five, after the
   * correction for the number of criteria; null where nothing fell, where it is found, and where more items would not do.
   */
  itemsToDecide: number | null;
  /** Whether no significant drop here means that there is none of the size asked about. */
  conclusive: boolean;
  note: string | null;
}

/** More than chance explains among this many criteria: one in twenty that did not change has a p below 0.05. */
const isFound = ({ pAdjusted }: CriterionDelta): boolean => pAdjusted !== null && pAdjusted < ALPHA;
export const isDrop = (delta: CriterionDelta): boolean => isFound(delta) && delta.direction === 'down';
export const isGain = (delta: CriterionDelta): boolean => isFound(delta) && delta.direction === 'up';
/** Significant alone, and not among the other criteria. */
export const isWeak = (delta: CriterionDelta): boolean => delta.significant && !isFound(delta);
/** A criterion that is new in the candidate has nothing to be held against; one that went missing has. */
export const isNew = ({ baselineCount }: CriterionDelta): boolean => baselineCount === 0;
export const isMissing = ({ candidateCount }: CriterionDelta): boolean => candidateCount === 0;
