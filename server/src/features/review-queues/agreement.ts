// How much two reviewers agree, per dimension. Pure: it takes answers and returns figures.
import { cohenKappa, MIN_FOR_KAPPA_INTERVAL } from '#lib/stats/kappa';
import { agrees, rankOf } from './dimensions.ts';
import type { Dimension, ReviewValues } from './schemas.ts';

/** Two answers to one item. */
export interface AnswerPair {
  reviewers: readonly [string, string];
  values: readonly [ReviewValues, ReviewValues];
}

interface AgreementNumbers {
  n: number;
  agreementPct: number | null;
  kappa: number | null;
  kappaLow: number | null;
  kappaHigh: number | null;
}

export interface DimensionNumbers extends AgreementNumbers {
  name: string;
  weights: 'none' | 'quadratic';
  disagreements: number;
  pairs: (AgreementNumbers & { reviewers: readonly [string, string] })[];
}

export const reviewAgreement = (
  dimensions: readonly Dimension[],
  pairs: readonly AnswerPair[],
): DimensionNumbers[] => {
  // Always the same person first: kappa compares the habits of two raters, and they must not be mixed.
  const sorted = pairs.map(inOrder);
  return dimensions.map((dimension) => {
    const rated = sorted.flatMap(({ reviewers, values: [left, right] }) => {
      const [one, other] = [left[dimension.name], right[dimension.name]];
      return one === undefined || other === undefined ? [] : [{ reviewers, values: [one, other] as const }];
    });
    const whole = numbersOf(dimension, rated);
    return {
      name: dimension.name,
      weights: weightsOf(dimension),
      ...whole.numbers,
      disagreements: whole.disagreements,
      pairs: [...Map.groupBy(rated, ({ reviewers }) => reviewers.join(' '))]
        .map(([, alike]) => {
          const reviewers = alike[0]?.reviewers ?? (['', ''] as const);
          return Object.assign(numbersOf(dimension, alike).numbers, { reviewers });
        })
        .toSorted((left, right) => right.n - left.n),
    };
  });
};

const inOrder = ({ reviewers: [one, other], values: [left, right] }: AnswerPair): AnswerPair =>
  one <= other
    ? { reviewers: [one, other], values: [left, right] }
    : { reviewers: [other, one], values: [right, left] };

const weightsOf = ({ kind }: Dimension): 'none' | 'quadratic' => (kind === 'number' ? 'quadratic' : 'none');

interface RatedPair {
  values: readonly [number | boolean | string, number | boolean | string];
}

function numbersOf(
  dimension: Dimension,
  rated: readonly RatedPair[],
): { numbers: AgreementNumbers; disagreements: number } {
  const n = rated.length;
  const disagreements = rated.filter(({ values: [one, other] }) => !agrees(dimension, one, other)).length;
  const found = cohenKappa(
    rated.map(({ values: [one, other] }) => [rankOf(dimension, one), rankOf(dimension, other)]),
    weightsOf(dimension),
  );
  const interval = n < MIN_FOR_KAPPA_INTERVAL ? null : found?.interval;
  return {
    numbers: {
      n,
      agreementPct: n === 0 ? null : (100 * (n - disagreements)) / n,
      // One item says nothing about chance.
      kappa: n < 2 ? null : (found?.kappa ?? null),
      kappaLow: interval?.low ?? null,
      kappaHigh: interval?.high ?? null,
    },
    disagreements,
  };
}
