// The arithmetic of agreement and trust, without a store.
import { cohenKappa, MIN_FOR_KAPPA_INTERVAL } from '#lib/stats/kappa';
import { pairedMean } from '#lib/stats/mean-difference';
import { wilson } from '#lib/stats/wilson';

/** Tolerance for floating-point sums: a tenth of the scale must count as a tenth. */
const EPSILON = 1e-9;

export interface JudgedPair {
  callId: string;
  /** Both from 1 to 5. */
  human: number;
  judge: number;
}

interface AgreementFigures {
  pairedCalls: number;
  meanHuman: number | null;
  meanJudge: number | null;
  meanAbsDiff: number | null;
  meanDiff: number | null;
  meanDiffLow: number | null;
  meanDiffHigh: number | null;
  agreementPctWithin1: number | null;
  agreementLow: number | null;
  agreementHigh: number | null;
  kappa: number | null;
  kappaLow: number | null;
  kappaHigh: number | null;
}

/** From 1 to 5. */
const WIDTH = 4;
/** Two one-sided tests at 5 %: a judge whose true shift is at the limit passes in one case of twenty. */
const SHIFT_CONFIDENCE = 0.9;

/** From 0-1 of a scale to the 1-5 that people use. */
export const onFive = (normalized: number): number => 1 + 4 * normalized;

export const diffOf = ({ human, judge }: JudgedPair): number => judge - human;

export function agreementFigures(pairs: readonly JudgedPair[]): AgreementFigures {
  const n = pairs.length;
  const within = pairs.filter((pair) => Math.abs(diffOf(pair)) <= 1 + EPSILON).length;
  const interval = wilson(within, n);
  const kappa = cohenKappa(
    pairs.map(({ human, judge }) => [rating(human), rating(judge)]),
    'quadratic',
  );
  const shift = pairedMean(pairs.map(diffOf), WIDTH, SHIFT_CONFIDENCE);
  const kappaInterval = n < MIN_FOR_KAPPA_INTERVAL ? null : kappa?.interval;
  return {
    pairedCalls: n,
    meanHuman: mean(pairs.map(({ human }) => human)),
    meanJudge: mean(pairs.map(({ judge }) => judge)),
    meanAbsDiff: mean(pairs.map((pair) => Math.abs(diffOf(pair)))),
    meanDiff: shift && shift.difference,
    meanDiffLow: shift?.interval?.low ?? null,
    meanDiffHigh: shift?.interval?.high ?? null,
    agreementPctWithin1: wholePercent(within, n),
    agreementLow: interval && interval.low * 100,
    agreementHigh: interval && interval.high * 100,
    kappa: kappa?.kappa ?? null,
    kappaLow: kappaInterval?.low ?? null,
    kappaHigh: kappaInterval?.high ?? null,
  };
}

const rating = (value: number): number => Math.min(5, Math.max(1, Math.round(value + EPSILON)));

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export const wholePercent = (part: number, n: number): number | null => (n === 0 ? null : (part / n) * 100);

export interface ProbeScores {
  /** All from 0 to 1 of the scale. */
  original: number;
  again: number;
  degraded: number;
}

/** The distance of two scores of the same answer, as a share of the scale. */
export const apartIn = ({ original, again }: Pick<ProbeScores, 'original' | 'again'>): number =>
  Math.abs(original - again);

/** Must be lower or higher than both scores; a value between them says nothing. */
export const outcomeOf = ({ original, again, degraded }: ProbeScores) => ({
  detected: degraded < Math.min(original, again) - EPSILON,
  inverted: degraded > Math.max(original, again) + EPSILON,
  stable: apartIn({ original, again }) <= 0.1 + EPSILON,
  /** An answer with the worst score cannot fall, so that it did not says nothing. */
  canFall: Math.min(original, again) > EPSILON,
});
