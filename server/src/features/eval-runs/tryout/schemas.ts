import { Type, type Static } from 'typebox';
import { closed, Distinct, Id, Nullable } from '#lib/schema';
import { CriterionInput } from '#services/criteria';
import { StoredFilter } from '#services/record-access';
import { UNSTORED_SCORE } from '#services/scores';

export const MAX_TRIED = 10;

const Ids = (description: string) =>
  Distinct(Type.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: MAX_TRIED,
    description,
  });

export const CriterionSample = closed(
  {
    input: Type.Optional(Type.String({ maxLength: 20_000 })),
    output: Type.String({ maxLength: 100_000 }),
    expectedOutput: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
    toolCalls: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        maxItems: 50,
        description: 'As in a record: each with `name` and `arguments`',
      }),
    ),
  },
  { title: 'EvalSample' },
);
export type CriterionSample = Static<typeof CriterionSample>;

export const CriterionTest = closed(
  {
    criterion: Type.Optional(CriterionInput),
    criterionId: Type.Optional(Id),
    callIds: Type.Optional(Ids('Calls of the account')),
    traceIds: Type.Optional(Ids('Whole traces, for a criterion with the scope `trajectory`')),
    filter: Type.Optional(StoredFilter),
    datasetId: Type.Optional(Id),
    samples: Type.Optional(Type.Array(CriterionSample, { minItems: 1, maxItems: MAX_TRIED })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_TRIED,
        description:
          'How many of the newest calls that match `filter`, or of the first items of the dataset; 10 by default',
      }),
    ),
  },
  { title: 'EvalCriterionTest' },
);
export type CriterionTest = Static<typeof CriterionTest>;

const TestedCall = Type.Object(
  {
    callId: Nullable(Type.String({ description: 'null for a sample, and for an item without a call' })),
    traceId: Nullable(Type.String({ description: 'Set for a score over a whole trace' })),
    itemId: Nullable(Type.Integer({ description: 'The item of the dataset' })),
    ...UNSTORED_SCORE,
  },
  { title: 'EvalTestedCall', additionalProperties: false },
);
export type TestedCall = Static<typeof TestedCall>;

export const CriterionTestResult = Type.Object(
  {
    results: Type.Array(TestedCall, { description: 'In the order of what was tested' }),
    scoredCount: Type.Integer({ minimum: 0 }),
    failedCount: Type.Integer({ minimum: 0 }),
    costUsd: Type.Number({ minimum: 0 }),
  },
  { title: 'EvalCriterionTestResult', additionalProperties: false },
);
export type CriterionTestResult = Static<typeof CriterionTestResult>;
