import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { uniqueName } from '#core/change/unique';
import { nextNumber } from '#metadata';
import {
  criteriaOf,
  criterionDefinition,
  FIRST_OWN_ID,
  requireCriterion,
  type CriterionInput,
} from '#services/criteria';
import { MAX_CRITERIA, type CriteriaList } from './schemas.ts';
import { countOwnCriteria, insertCriterion } from './store.ts';

export async function createCriterion(ctx: Context, input: CriterionInput): Promise<CriteriaList> {
  const definition = criterionDefinition(input);
  const { type, scoreType, scope } = definition;
  await requireCriterion(ctx, definition);
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
        sample_project_id: null,
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
