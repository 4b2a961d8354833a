import { invalid, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Criterion } from '#services/scores';
import { criteriaOf } from './store.ts';

/** How many a run or an experiment scores. */
export const MAX_RUN_CRITERIA = 20;

/**
 * The criteria of a run or an experiment: all unless some are named. Runs go call by call, so criteria of whole
 * sessions are not among them.
 */
export async function chosenCriteria(ctx: Context, ids: readonly number[] | undefined): Promise<Criterion[]> {
  if (ids !== undefined) {
    const named = await namedCriteria(ctx, ids);
    const session = named.findIndex(({ scope }) => scope === 'session');
    if (session < 0) return named;
    throw invalid(
      `criterionIds.${session}`,
      'This criterion is about whole sessions: score them by a rule with the scope session.',
      'scope_mismatch',
    );
  }
  const all = (await criteriaOf(ctx.db, ctx.account.id)).filter(({ scope }) => scope !== 'session');
  if (all.length <= MAX_RUN_CRITERIA) return all;
  throw invalid(
    'criterionIds',
    `A run scores at most ${MAX_RUN_CRITERIA} criteria and there are ${all.length}: name the ones to score.`,
    'too_many_criteria',
  );
}

/** Criteria of any scope. They must exist. */
export async function namedCriteria(ctx: Context, ids: readonly number[]): Promise<Criterion[]> {
  const all = await criteriaOf(ctx.db, ctx.account.id);
  const byId = new Map(all.map((criterion) => [criterion.id, criterion]));
  return ids.map((id, at) => {
    const criterion = byId.get(id);
    if (!criterion)
      throw unknownId(`criterionIds.${at}`, `There is no criterion ${id}.`, 'unknown_criterion');
    return criterion;
  });
}
