import { invalid, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Criterion } from '#services/scores';
import { criteriaOf } from './store.ts';

/** How many a run or an experiment scores. */
export const MAX_RUN_CRITERIA = 20;

/** All criteria unless some are named. Named ones must exist. */
export async function chosenCriteria(ctx: Context, ids: readonly number[] | undefined): Promise<Criterion[]> {
  const all = await criteriaOf(ctx.db, ctx.account.id);
  if (ids === undefined) {
    if (all.length <= MAX_RUN_CRITERIA) return all;
    throw invalid(
      'criterionIds',
      `A run scores at most ${MAX_RUN_CRITERIA} criteria and there are ${all.length}: name the ones to score.`,
      'too_many_criteria',
    );
  }
  const byId = new Map(all.map((criterion) => [criterion.id, criterion]));
  return ids.map((id, at) => {
    const criterion = byId.get(id);
    if (!criterion)
      throw unknownId(`criterionIds.${at}`, `There is no criterion ${id}.`, 'unknown_criterion');
    return criterion;
  });
}
