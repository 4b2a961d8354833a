// Checks a whole criterion when it is created or changed.
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import { requireRubric, type Criterion } from '#services/scores';
import { nameTaken } from '#core/change/unique';
import { GLOBAL_CRITERIA } from '#services/criteria';

export type Definition = Omit<Criterion, 'id' | 'isGlobal' | 'createdAt' | 'updatedAt'>;

export async function requireCriterion(ctx: Context, definition: Definition): Promise<void> {
  const { name, rubric, scaleMin, scaleMax, type, scoreType, scope } = definition;
  if (scaleMin >= scaleMax) throw invalid('scaleMax', 'scaleMax must be greater than scaleMin.');
  if (scoreType === 'boolean' && (scaleMin !== 0 || scaleMax !== 1)) {
    throw invalid('scaleMax', 'A boolean criterion has the scale 0 to 1: scaleMin must be 0 and scaleMax 1.');
  }
  if (scope === 'trajectory' && type !== 'llm_judge') {
    throw invalid('scope', 'Only criteria of the type llm_judge can have the scope trajectory.');
  }
  if (GLOBAL_CRITERIA.some((criterion) => criterion.name === name)) throw nameTaken('criterion');
  if (type !== 'llm_judge') await requireRubric(ctx, { type, rubric, scaleMin, scaleMax });
  else if (rubric.trim() === '') throw invalid('rubric', 'The rubric must not be blank.');
}
