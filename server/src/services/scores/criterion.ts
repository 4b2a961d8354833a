import { Type, type Static } from 'typebox';
import { OneOf, Timestamp } from '#lib/schema';
import { DETERMINISTIC_TYPES } from './evaluators/evaluator.ts';

const CriterionType = OneOf(['llm_judge', ...DETERMINISTIC_TYPES, 'embedding_similarity']);
const ScoreType = OneOf(['numeric', 'boolean', 'categorical']);
const CriterionScope = OneOf(['call', 'trajectory', 'session']);

export const Criterion = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    rubric: Type.String(),
    scaleMin: Type.Number(),
    scaleMax: Type.Number(),
    type: CriterionType,
    scoreType: ScoreType,
    scope: CriterionScope,
    isGlobal: Type.Boolean({ description: 'A criterion that every account has and no one can change' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'EvalCriterion' },
);
export type Criterion = Static<typeof Criterion>;

/** The score as a share of the criterion's scale, from 0 to 1. */
export const normalizedScore = (
  { scaleMin, scaleMax }: Pick<Criterion, 'scaleMin' | 'scaleMax'>,
  score: number,
): number => Math.min(1, Math.max(0, (score - scaleMin) / (scaleMax - scaleMin)));
