import { Type, type Static } from 'typebox';
import { closed, Id, Nullable, OneOf } from '#lib/schema';
import { CAUTION_CODES, GATE_VERDICTS, VERDICTS, VIOLATION_KINDS } from './compare/index.ts';
import { Run } from './schemas.ts';

const Count = Type.Integer({ minimum: 0 });
const NullableNumber = (description?: string) =>
  Nullable(Type.Number(description === undefined ? {} : { description }));
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const CompareQuery = closed({ baseline: Id, candidate: Id });

const CriterionDelta = Type.Object(
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

const ItemsAllowed = Nullable(
  Type.Integer({ description: 'Maximum number of items in runs of this kind; null for runs of two kinds' }),
);

export const Comparison = Type.Object(
  {
    baseline: Run,
    candidate: Run,
    criterionDeltas: Type.Array(CriterionDelta),
    overall: Nullable(MeanTest),
    itemsAllowed: ItemsAllowed,
    verdict: OneOf(VERDICTS, 'A drop or gain counts if pAdjusted < 0.05'),
    explanation: Type.String(),
  },
  { title: 'EvalComparison', additionalProperties: false },
);
export type Comparison = Static<typeof Comparison>;

export const GateQuery = closed({
  candidate: Id,
  baseline: Type.Optional(Id),
  baselineName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The newest completed run of this name before the candidate',
    }),
  ),
  maxMeanDrop: Type.Optional(
    Share(
      'Allowed drop of the mean over all criteria. If no threshold is given: 0.05, and only a significant drop counts (p < 0.05)',
    ),
  ),
  maxNewFailures: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  maxCriterionDrop: Type.Optional(Share('Allowed drop of any single criterion')),
  allowMissingBaseline: Type.Optional(Type.Boolean()),
  requireSignificance: Type.Optional(
    Type.Boolean({
      description:
        'A drop counts only if it is significant: p < 0.05, for a single criterion adjusted for the number of criteria',
    }),
  ),
  failOnInconclusive: Type.Optional(
    Type.Boolean({
      description: 'Fail if a drop exceeds a threshold but is not significant',
    }),
  ),
});
export type GateQuery = Static<typeof GateQuery>;

export const GateAnswer = Type.Object(
  {
    pass: Type.Boolean(),
    verdict: OneOf(GATE_VERDICTS),
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
    cautionDetails: Type.Array(
      Type.Object({
        code: OneOf(CAUTION_CODES),
        criterionId: Nullable(Id),
        threshold: NullableNumber(),
        observed: NullableNumber('The observed drop'),
        pValue: NullableNumber('For a single criterion: adjusted for the number of criteria'),
        items: Count,
        itemsNeeded: Nullable(
          Type.Integer({ description: 'Items needed for a decision; null if more would not help' }),
        ),
        itemsAllowed: ItemsAllowed,
        message: Type.String(),
      }),
    ),
    baselineResolved: Nullable(Type.Object({ id: Id, name: Type.String() })),
    criterionDeltas: Type.Array(CriterionDelta),
    overall: Nullable(MeanTest),
    itemsAllowed: ItemsAllowed,
    explanation: Type.String(),
    judgeTrust: Nullable(
      Type.Object(
        {
          trustEstablished: Type.Boolean(),
          probes: Count,
          pairedCalls: Count,
        },
        {
          description: 'Whether the judge behind the scores is trusted; null if no judge was used',
        },
      ),
    ),
  },
  { title: 'EvalGate', additionalProperties: false },
);
export type GateAnswer = Static<typeof GateAnswer>;
