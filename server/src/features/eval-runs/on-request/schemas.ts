import { Type, type Static } from 'typebox';
import { closed, Distinct, Id } from '#lib/schema';
import { CallScore } from '../call-scores/schemas.ts';
import { MAX_RUN_CRITERIA } from '#services/criteria';

export const ScoreOrder = closed(
  {
    criterionIds: Distinct(Id, { minItems: 1, maxItems: MAX_RUN_CRITERIA }),
  },
  { title: 'ScoreOrder' },
);
export type ScoreOrder = Static<typeof ScoreOrder>;

export const OrderedScores = Type.Object(
  { scores: Type.Array(CallScore, { description: 'One for each criterion, in the order of the request' }) },
  { title: 'OrderedScores', additionalProperties: false },
);
export type OrderedScores = Static<typeof OrderedScores>;

export const ScoredTraceParams = Type.Object({ id: Type.String() });
