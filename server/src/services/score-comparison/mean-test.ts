// Tests all criteria together, once: each item's mean over the criteria, one run against the other. Testing
// every criterion and failing on any would multiply false alarms; testing none would take noise for a drop.
import { ALPHA, type Interval } from '#lib/stats/interval';
import { pairedMean, welch } from '#lib/stats/mean-difference';
import { moments } from '#lib/stats/moments';
import { permutationPDown } from '#lib/stats/permutation';
import { signFlip } from '#lib/stats/sign-flip';
import { signFlipPower } from '#lib/stats/signed-rank-power';
import { itemsToDecide, pairsToDecide } from './items-to-decide.ts';
import { type Units } from './pair-scores.ts';

export interface MeanTest {
  test: 'sign_flip' | 'welch';
  /** Criteria that both runs scored. */
  criteria: number;
  /** Items of each run, and items compared one by one; null if the runs have different items. */
  baselineCount: number;
  candidateCount: number;
  pairedCount: number | null;
  /** Candidate minus baseline: the mean of the criteria's differences, 0 to 1 of the scale. */
  effect: number;
  /** One-sided: the chance of a drop this large if nothing changed. Null if a run has a single item. */
  pValue: number | null;
  /** The same for a gain. */
  pGain: number | null;
  /** The 95 % interval of the effect; null if a run has a single item. */
  ciLow: number | null;
  ciHigh: number | null;
  /** Items in each run needed to decide about the observed drop; null without a drop or if it is decided. */
  itemsNeeded: number | null;
}

/** Null if the runs have no criterion in common. */
export function testMean(criteria: readonly Units[]): MeanTest | null {
  if (criteria.length === 0) return null;
  return criteria.every(({ paired }) => paired) ? byItem(criteria) : bySample(criteria);
}

function byItem(criteria: readonly Units[]): MeanTest {
  const differences = itemValues(
    criteria.map(({ pairs }) => ({
      count: pairs.length,
      addTo: (add) => {
        for (const { key, baseline, candidate } of pairs) add(key, candidate - baseline);
      },
    })),
  );
  const steps = differences.map(onGrid);
  const effect = mean(differences);
  const { pDown, pUp } = signFlip(steps);
  return {
    test: 'sign_flip',
    criteria: criteria.length,
    baselineCount: differences.length,
    candidateCount: differences.length,
    pairedCount: differences.length,
    effect,
    pValue: pDown,
    pGain: pUp,
    ...ends(pairedMean(steps, 1)?.interval),
    itemsNeeded: isUndecided(effect, pDown) ? pairsToDecide(steps, (shares) => signFlipPower(shares)) : null,
  };
}

function bySample(criteria: readonly Units[]): MeanTest {
  // Centred on the mean of both runs, so that an item without a score in a hard criterion does not look
  // better.
  const middles = criteria.map(({ baseline, candidate }) =>
    mean([...baseline.values(), ...candidate.values()]),
  );
  const valuesOf = (run: 'baseline' | 'candidate'): number[] =>
    itemValues(
      criteria.map((units, at) => {
        const middle = middles[at] ?? 0;
        return {
          count: units[run].size,
          addTo: (add) => {
            for (const [key, score] of units[run]) add(key, score - middle);
          },
        };
      }),
    );
  const [before, after] = [valuesOf('baseline'), valuesOf('candidate')];
  const [first, second] = [moments(before.map(onGrid)), moments(after.map(onGrid))];
  const effect = mean(after) - mean(before);
  const result = welch(first, second, 1);
  const twoSided = result?.pValue ?? null;
  const pValue = pDownOf(effect, twoSided, () => permutationPDown(before, after));
  return {
    test: 'welch',
    criteria: criteria.length,
    baselineCount: before.length,
    candidateCount: after.length,
    pairedCount: null,
    effect,
    pValue,
    pGain: pDownOf(-effect, twoSided, () => permutationPDown(after, before)),
    ...ends(result?.interval),
    itemsNeeded: isUndecided(effect, pValue) ? itemsToDecide(first, second, ALPHA) : null,
  };
}

/**
 * Welch's one-sided p, but at least that of a permutation test. If a small sample meets a large one, or
 * scores are skewed, Welch alone fails up to a third of comparisons wrongly. With equal sizes the two hardly
 * differ.
 */
function pDownOf(effect: number, twoSided: number | null, permutation: () => number): number | null {
  if (twoSided === null) return null;
  const pDown = effect < 0 ? twoSided / 2 : 1 - twoSided / 2;
  return pDown < ALPHA ? Math.max(pDown, permutation()) : pDown;
}

const ends = (interval: Interval | null | undefined): Pick<MeanTest, 'ciLow' | 'ciHigh'> => ({
  ciLow: interval?.low ?? null,
  ciHigh: interval?.high ?? null,
});

const isUndecided = (effect: number, pValue: number | null): boolean =>
  effect < 0 && (pValue === null || pValue >= ALPHA);

/** The items of one criterion. `addTo` passes each key with its value; it makes no map of 10,000 items. */
interface CriterionValues {
  count: number;
  addTo: (add: (key: string, value: number) => void) => void;
}

/**
 * One value per item: its mean over the criteria. Criteria that score fewer items (whole traces, or a failing
 * judge) weigh more in those items, so that each criterion has the same weight in the total mean.
 */
function itemValues(criteria: readonly CriterionValues[]): number[] {
  const places = new Map<string, number>();
  const sums: number[] = [];
  for (const { count, addTo } of criteria)
    addTo((key, value) => {
      const place = places.get(key);
      if (place === undefined) places.set(key, sums.push(value / count) - 1);
      else sums[place] = (sums[place] ?? 0) + value / count;
    });
  const weight = sums.length / criteria.length;
  return sums.map((sum) => sum * weight);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The test treats only exact ties as ties, and sums of thirds are equal only up to rounding. The grid is
 * coarser than the scores' nine digits and symmetric: Math.round alone rounds halves up, which would favour
 * one direction.
 */
const onGrid = (value: number): number => (Math.sign(value) * Math.round(Math.abs(value) * 1e7)) / 1e7 + 0;
