import { Type, type Static } from 'typebox';
import { closed, Id, Nullable, OneOf } from '#lib/schema';
import { GATE_VERDICTS, VERDICTS, VIOLATION_KINDS } from './compare/index.ts';
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
    pairedCount: Nullable(Count),
    newFailures: Count,
    test: Nullable(OneOf(['mcnemar', 'wilcoxon', 'welch'])),
    pValue: NullableNumber('Two-sided'),
    pAdjusted: NullableNumber('Adjusted for the number of criteria (Holm)'),
    significant: Type.Boolean({ description: 'pValue < 0.05' }),
    effect: NullableNumber('Difference of what was compared, 0 to 1 of the scale'),
    direction: OneOf(['up', 'down', 'mixed', 'none']),
    ciLow: NullableNumber(),
    ciHigh: NullableNumber(),
    power: NullableNumber('The chance that the data would have shown a drop of 0.1'),
    itemsNeeded: Nullable(Type.Integer({ description: 'Items for a chance of 80 %' })),
    conclusive: Type.Boolean(),
    note: Nullable(Type.String()),
  },
  { title: 'CriterionDelta', additionalProperties: false },
);

export const Comparison = Type.Object(
  {
    baseline: Run,
    candidate: Run,
    criterionDeltas: Type.Array(CriterionDelta),
    verdict: OneOf(VERDICTS),
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
  maxMeanDrop: Type.Optional(Share('Of the mean over the criteria; 0.05 when no threshold is given')),
  maxNewFailures: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  maxCriterionDrop: Type.Optional(Share('Of any one criterion')),
  allowMissingBaseline: Type.Optional(Type.Boolean()),
  requireSignificance: Type.Optional(
    Type.Boolean({ description: 'A drop counts only when it is more than noise (p < 0.05)' }),
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
    baselineResolved: Nullable(Type.Object({ id: Id, name: Type.String() })),
    criterionDeltas: Type.Array(CriterionDelta),
    explanation: Type.String(),
    judgeTrust: Nullable(
      Type.Object(
        {
          trustEstablished: Type.Boolean(),
          probes: Count,
          pairedCalls: Count,
        },
        {
          description: 'Whether the judge behind the scores has earned trust; null where no judge was asked',
        },
      ),
    ),
  },
  { title: 'EvalGate', additionalProperties: false },
);
export type GateAnswer = Static<typeof GateAnswer>;
