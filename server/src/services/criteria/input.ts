import { Type, type Static } from 'typebox';
import { closed, Label } from '#lib/schema';
import { Criterion } from '#services/scores';
import { usualScope, type CriterionDefinition } from './require-criterion.ts';

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

/** Adds the defaults of omitted fields. */
export function criterionDefinition(input: CriterionInput): CriterionDefinition {
  const { type = 'llm_judge', scoreType = 'numeric' } = input;
  return { ...input, type, scoreType, scope: input.scope ?? usualScope(type) };
}
