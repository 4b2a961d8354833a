// The fields of a comparison in an answer: of two runs, and of a variant with its baseline.
import { Type } from 'typebox';
import { Id, Nullable, OneOf } from '#lib/schema';
import { VERDICTS } from './criterion-delta.ts';
import { CAUTION_CODES } from './gate-caution.ts';
import { VIOLATION_KINDS } from './gate-verdict.ts';

const Count = Type.Integer({ minimum: 0 });
const NullableNumber = (description?: string) =>
  Nullable(Type.Number(description === undefined ? {} : { description }));

const Delta = Type.Object(
  {
    criterionId: Id,
    name: Type.String(),
    baselineMean: NullableNumber(),
    candidateMean: NullableNumber(),
    delta: NullableNumber('Candidate minus baseline, on the scale of the criterion'),
    normalizedDelta: NullableNumber('The same as a share of the scale'),
    baselineCount: Count,
    candidateCount: Count,
    unscoredCount: Type.Integer({
      minimum: 0,
      description: 'Items of the candidate that the criterion applies to and that have no score',
    }),
    pairedCount: Nullable(Count),
    newFailures: Count,
    test: Nullable(OneOf(['mcnemar', 'wilcoxon', 'welch'])),
    pValue: NullableNumber('Two-sided'),
    pAdjusted: NullableNumber('Adjusted for the number of criteria (Holm)'),
    significant: Type.Boolean({ description: 'pValue < 0.05' }),
    effect: NullableNumber('Difference of the compared means, 0 to 1 of the scale'),
    direction: OneOf(
      ['up', 'down', 'mixed', 'none'],
      'Mixed: p < 0.05, and most items moved one way and the mean the other',
    ),
    ciLow: NullableNumber(),
    ciHigh: NullableNumber(),
    power: NullableNumber('The chance that the data would have shown a drop of 0.1'),
    itemsNeeded: Nullable(Type.Integer({ description: 'Items needed for an 80 % chance' })),
    itemsToDecide: Nullable(
      Type.Integer({
        description:
          'Items needed for an 80 % chance to find a drop as large as the one seen, adjusted for the number of criteria; null if nothing fell, if the drop is significant, or if more items would not help',
      }),
    ),
    conclusive: Type.Boolean(),
    note: Nullable(Type.String()),
  },
  { title: 'CriterionDelta', additionalProperties: false },
);

const MeanTest = Type.Object(
  {
    test: OneOf(['sign_flip', 'welch'], 'Sign-flip: a permutation test over the same items'),
    criteria: Type.Integer({ minimum: 1, description: 'Criteria that both runs scored' }),
    baselineCount: Count,
    candidateCount: Count,
    pairedCount: Nullable(Count),
    effect: Type.Number({ description: 'Candidate minus baseline, 0 to 1 of the scale' }),
    pValue: NullableNumber('One-sided: the chance of a drop this large if nothing changed'),
    pGain: NullableNumber('The same for a gain'),
    ciLow: NullableNumber('95 % interval of the effect'),
    ciHigh: NullableNumber(),
    itemsNeeded: Nullable(
      Type.Integer({
        description:
          'Items needed for an 80 % chance to find a drop as large as the one seen; null if there is nothing left to decide',
      }),
    ),
  },
  {
    title: 'EvalMeanTest',
    additionalProperties: false,
    description: 'The mean of each item over the criteria, tested once',
  },
);

export const COMPARISON_FIELDS = {
  criterionDeltas: Type.Array(Delta),
  overall: Nullable(MeanTest),
  itemsAllowed: Nullable(
    Type.Integer({ description: 'Maximum number of items in runs of this kind; null for runs of two kinds' }),
  ),
  verdict: OneOf(VERDICTS, 'A drop or gain counts if pAdjusted < 0.05'),
};

export const GATE_FIELDS = {
  violations: Type.Array(
    Type.Object({
      criterionId: Nullable(Id),
      kind: OneOf(VIOLATION_KINDS),
      threshold: NullableNumber(),
      observed: NullableNumber(),
      message: Type.String(),
    }),
  ),
  cautions: Type.Array(OneOf(CAUTION_CODES), {
    description: 'Each code once; `cautionDetails` has the figures',
  }),
};
