// Conditions on the scores of calls (`scores` beside `where`), for queries and for stored filters.
import { Type, type Static } from 'typebox';
import { closed, OneOf } from '#lib/schema';

export const MAX_SCORE_NAME = 128;
export const MAX_LABEL = 256;
const MAX_CONDITIONS = 5;

export const SCORE_OPERATORS = { eq: '=', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
export type ScoreOperator = keyof typeof SCORE_OPERATORS;

export const ScoreConditions = Type.Array(
  closed(
    {
      name: Type.String({ minLength: 1, maxLength: MAX_SCORE_NAME }),
      op: OneOf(Object.keys(SCORE_OPERATORS) as ScoreOperator[], 'Text and true or false: eq and ne only'),
      value: Type.Union([Type.Number(), Type.Boolean(), Type.String({ minLength: 1, maxLength: MAX_LABEL })]),
    },
    { title: 'ScoreCondition' },
  ),
  {
    maxItems: MAX_CONDITIONS,
    description:
      'All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`.',
  },
);
export type ScoreCondition = Static<typeof ScoreConditions>[number];

/** Whether the operator fits the value: only numbers have an order. */
export const isSoundScoreCondition = ({ op, value }: ScoreCondition): boolean =>
  typeof value === 'number' || op === 'eq' || op === 'ne';
