import { Type, type Static } from 'typebox';
import { closed, Id, Label, OneOf, Timestamp } from '#lib/schema';
import { DETERMINISTIC_TYPES } from './evaluators/evaluator.ts';

export const MAX_CRITERIA = 100;

const CriterionType = OneOf(['llm_judge', ...DETERMINISTIC_TYPES]);
const ScoreType = OneOf(['numeric', 'boolean', 'categorical']);
const CriterionScope = OneOf(['call', 'trajectory']);

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
    isGlobal: Type.Boolean({ description: 'A criterion that every account has and nobody can change' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'EvalCriterion' },
);
export type Criterion = Static<typeof Criterion>;

export const CriteriaList = Type.Object({ criteria: Type.Array(Criterion) }, { title: 'EvalCriteria' });
export type CriteriaList = Static<typeof CriteriaList>;

// Beyond this, a double could not represent the difference of the two ends.
const Scale = (description: string) => Type.Number({ minimum: -1e9, maximum: 1e9, description });

export const CriterionInput = closed(
  {
    name: Label(100),
    rubric: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'Instructions for the judge, or the argument of a deterministic type',
    }),
    scaleMin: Scale('Score of a failure'),
    scaleMax: Scale('Score of a pass; greater than scaleMin'),
    type: Type.Optional(CriterionType),
    scoreType: Type.Optional(ScoreType),
    scope: Type.Optional(CriterionScope),
  },
  { title: 'EvalCriterionInput' },
);
export type CriterionInput = Static<typeof CriterionInput>;

export const CriterionParams = Type.Object({
  id: Id,
});

export const CriterionPreset = Type.Object(
  {
    key: Type.String(),
    category: OneOf(['RAG', 'quality', 'safety']),
    name: Type.String(),
    rubric: Type.String(),
    scaleMin: Type.Number(),
    scaleMax: Type.Number(),
    type: CriterionType,
    scoreType: ScoreType,
    descriptionJa: Type.String(),
  },
  { title: 'EvalPreset' },
);
