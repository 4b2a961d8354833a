import { Type, type Static } from 'typebox';
import { closed, Id, Label, OneOf } from '#lib/schema';
import { Criterion } from '#services/scores';

export const MAX_CRITERIA = 100;

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
      description:
        'Instructions for the judge; the argument of a deterministic type; JavaScript for `code`; the reference text for `embedding_similarity`; JSON for `tool_calls` and `trajectory`',
    }),
    scaleMin: Scale('Score of a failure'),
    scaleMax: Scale('Score of a pass; greater than scaleMin'),
    type: Type.Optional(Criterion.properties.type),
    scoreType: Type.Optional(Criterion.properties.scoreType),
    scope: Type.Optional(Criterion.properties.scope),
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
    type: Criterion.properties.type,
    scoreType: Criterion.properties.scoreType,
    descriptionJa: Type.String(),
  },
  { title: 'EvalPreset' },
);
