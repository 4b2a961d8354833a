import { notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { CriteriaList } from './schemas.ts';
import { criteriaOf } from '#services/criteria';
import { deleteCriterionRow } from './store.ts';

/** Deletes the criterion with all its scores. */
export const deleteCriterion = (ctx: Context, id: number): Promise<CriteriaList> =>
  change(ctx, 'eval_criterion.delete', async ({ db }) => {
    const gone = await deleteCriterionRow(db, ctx.account.id, id);
    if (!gone) throw notFound('Criterion');
    return {
      result: { criteria: await criteriaOf(db, ctx.account.id) },
      target: { type: 'eval_criterion', id: String(id) },
      metadata: gone,
    };
  });
