// Observations of the gate that do not decide it: codes for programs and the dashboard, with figures.
import { counted } from '#lib/wording';
import { type CriterionDelta } from './criterion-delta.ts';
import { beyondLimitNote, probability } from './explain-verdict.ts';
import { type MeanTest } from './mean-test.ts';

export const CAUTION_CODES = ['inconclusive', 'same_outputs'] as const;

export interface Caution {
  code: (typeof CAUTION_CODES)[number];
  /** Null if it concerns all criteria together. */
  criterionId: number | null;
  threshold: number | null;
  observed: number | null;
  pValue: number | null;
  /** Number of compared items, or of items in the smaller run if the runs have different items. */
  items: number;
  /** Items in each run needed for a decision; null if more would not help. */
  itemsNeeded: number | null;
  /** Maximum number of items in runs of this kind; null if unknown. */
  itemsAllowed: number | null;
  message: string;
}

interface Limits {
  threshold: number;
  itemsAllowed: number | null;
}

export function undecidedMean(overall: MeanTest, { threshold, itemsAllowed }: Limits): Caution {
  const { criteria, effect, pValue, itemsNeeded } = overall;
  return undecided(`The mean over ${counted(criteria, 'criterion', 'criteria')}`, {
    criterionId: null,
    threshold,
    observed: -effect,
    pValue,
    ...sample(overall),
    itemsNeeded,
    itemsAllowed,
  });
}

/** Uses the adjusted p, as the gate does. */
export function undecidedCriterion(delta: CriterionDelta, { threshold, itemsAllowed }: Limits): Caution {
  const { criterionId, name, effect, pAdjusted, itemsToDecide } = delta;
  return undecided(name, {
    criterionId,
    threshold,
    observed: -(effect ?? 0),
    pValue: pAdjusted,
    ...sample(delta),
    itemsNeeded: itemsToDecide,
    itemsAllowed,
  });
}

export const sameOutputsCaution = (items: number): Caution => ({
  code: 'same_outputs',
  criterionId: null,
  threshold: null,
  observed: null,
  pValue: null,
  items,
  itemsNeeded: null,
  itemsAllowed: null,
  message: `Both runs scored the same outputs (${counted(items, 'item')}): what differs is the scoring, not the answers. Was the change in place when the candidate ran?`,
});

type Seen = Omit<Caution, 'code' | 'message'> & { eachRun: boolean };

function undecided(subject: string, { eachRun, ...seen }: Seen): Caution {
  const { observed, threshold, pValue, items, itemsNeeded, itemsAllowed } = seen;
  const drop = observed ?? 0;
  const p = pValue === null ? 'there is no test for a single item' : `p ${probability(pValue)}`;
  const each = eachRun ? ' in each run' : '';
  const more =
    itemsNeeded === null
      ? 'More items like these would not decide it: look at them.'
      : `About ${itemsNeeded} items${each} would decide it.${beyondLimitNote(itemsNeeded, itemsAllowed)}`;
  return {
    code: 'inconclusive',
    ...seen,
    observed: Math.round(drop * 1e9) / 1e9,
    message: `${subject} fell by ${drop.toFixed(3)} of the scale, more than the ${threshold} that is allowed, but ${counted(items, 'item')}${each} cannot tell that from noise (${p}). ${more}`,
  };
}

const sample = (of: {
  pairedCount: number | null;
  baselineCount: number;
  candidateCount: number;
}): { items: number; eachRun: boolean } => ({
  items: of.pairedCount ?? Math.min(of.baselineCount, of.candidateCount),
  eachRun: of.pairedCount === null,
});
