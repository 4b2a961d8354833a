import { Type, type Static } from 'typebox';
import { closed, Id, Nullable, OneOf } from '#lib/schema';
import { CAUTION_CODES, COMPARISON_FIELDS, GATE_FIELDS, GATE_VERDICTS } from '#services/score-comparison';
import { Run } from './schemas.ts';

const Count = Type.Integer({ minimum: 0 });
const NullableNumber = (description?: string) =>
  Nullable(Type.Number(description === undefined ? {} : { description }));
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const CompareQuery = closed({ baseline: Id, candidate: Id });

const { criterionDeltas, overall, itemsAllowed, verdict } = COMPARISON_FIELDS;
const { violations, cautions } = GATE_FIELDS;

export const Comparison = Type.Object(
  {
    baseline: Run,
    candidate: Run,
    criterionDeltas,
    overall,
    itemsAllowed,
    verdict,
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
    violations,
    cautions,
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
        itemsAllowed,
        message: Type.String(),
      }),
    ),
    baselineResolved: Nullable(Type.Object({ id: Id, name: Type.String() })),
    criterionDeltas,
    overall,
    itemsAllowed,
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
