// Checks a whole criterion when it is created, changed or tested.
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import { requireRubric, type Criterion } from '#services/scores';
import { nameTaken } from '#core/change/unique';
import { GLOBAL_CRITERIA } from './global-criteria.ts';

export type CriterionDefinition = Omit<Criterion, 'id' | 'isGlobal' | 'createdAt' | 'updatedAt'>;

export async function requireCriterion(ctx: Context, definition: CriterionDefinition): Promise<void> {
  await requireDefinition(ctx, definition);
  if (GLOBAL_CRITERIA.some((criterion) => criterion.name === definition.name)) throw nameTaken('criterion');
}

/** Everything but its name, which may be taken while it is only tested. */
export async function requireDefinition(
  ctx: Context,
  { rubric, scaleMin, scaleMax, type, scoreType, scope }: CriterionDefinition,
): Promise<void> {
  if (scaleMin >= scaleMax) throw invalid('scaleMax', 'scaleMax must be greater than scaleMin.');
  if (scoreType === 'boolean' && (scaleMin !== 0 || scaleMax !== 1)) {
    throw invalid('scaleMax', 'A boolean criterion has the scale 0 to 1: scaleMin must be 0 and scaleMax 1.');
  }
  if (scope === 'trajectory' && type !== 'llm_judge') {
    throw invalid('scope', 'Only criteria of the type llm_judge can have the scope trajectory.');
  }
  if (type !== 'llm_judge') await requireRubric(ctx, { type, rubric, scaleMin, scaleMax });
  else if (rubric.trim() === '') throw invalid('rubric', 'The rubric must not be blank.');
}
