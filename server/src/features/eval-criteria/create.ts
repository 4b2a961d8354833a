import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { uniqueName } from '#core/change/unique';
import { nextNumber } from '#metadata';
import { criteriaOf, FIRST_OWN_ID } from '#services/criteria';
import { requireCriterion, usualScope } from './require-criterion.ts';
import { MAX_CRITERIA, type CriteriaList, type CriterionInput } from './schemas.ts';
import { countOwnCriteria, insertCriterion } from './store.ts';

export async function createCriterion(ctx: Context, input: CriterionInput): Promise<CriteriaList> {
  const { type = 'llm_judge', scoreType = 'numeric' } = input;
  const scope = input.scope ?? usualScope(type);
  await requireCriterion(ctx, { ...input, type, scoreType, scope });
  return uniqueName('criterion', () =>
    change(ctx, 'eval_criterion.create', async ({ db }) => {
      // The lock stops parallel requests from all seeing room for one more criterion.
      await lockAccount(db, ctx.account.id);
      if ((await countOwnCriteria(db, ctx.account.id)) >= MAX_CRITERIA) {
        throw new AppError(
          'conflict',
          'limit_reached',
          `An account can have at most ${MAX_CRITERIA} criteria of its own. Delete one first.`,
        );
      }
      const now = ctx.clock.now();
      const id = FIRST_OWN_ID - 1 + (await nextNumber(db, 'eval_criteria'));
      await insertCriterion(db, {
        id,
        account_id: ctx.account.id,
        name: input.name,
        rubric: input.rubric,
        scale_min: input.scaleMin,
        scale_max: input.scaleMax,
        type,
        score_type: scoreType,
        scope,
        created_at: now,
        updated_at: now,
      });
      return {
        result: { criteria: await criteriaOf(db, ctx.account.id) },
        target: { type: 'eval_criterion', id: String(id) },
        metadata: { name: input.name, type },
      };
    }),
  );
}
