import { Type, type Static } from 'typebox';
import { Id, OneOf } from '#lib/schema';
import { Criterion } from '#services/scores';

export const MAX_CRITERIA = 100;

export const CriteriaList = Type.Object({ criteria: Type.Array(Criterion) }, { title: 'EvalCriteria' });
export type CriteriaList = Static<typeof CriteriaList>;

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
    type: Criterion.properties.type,
    scoreType: Criterion.properties.scoreType,
    descriptionJa: Type.String(),
  },
  { title: 'EvalPreset' },
);
