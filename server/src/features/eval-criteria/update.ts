import { AppError, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { uniqueName } from '#core/change/unique';
import type { CriteriaList } from './schemas.ts';
import type { Criterion } from '#services/scores';
import {
  criteriaOf,
  requireCriterion,
  selectOwnCriterion,
  type CriterionDefinition,
  type CriterionInput,
} from '#services/criteria';
import { updateCriterionRow } from './store.ts';

/** Replaces everything except the kind (type, scoreType, scope), which stays if it is missing. */
export async function updateCriterion(
  ctx: Context,
  id: number,
  input: CriterionInput,
): Promise<CriteriaList> {
  const seen = await requireOwn(ctx, id);
  // Compiled before the transaction, so that no lock waits for a rubric.
  await requireCriterion(ctx, merged(seen, input));
  return uniqueName('criterion', () =>
    change(ctx, 'eval_criterion.update', async ({ db }) => {
      await lockAccount(db, ctx.account.id);
      const before = await selectOwnCriterion(db, ctx.account.id, id);
      if (!before) throw notFound('Criterion');
      const after = merged(before, input);
      if (!sameKind(before, seen)) throw changedMeanwhile();
      const changed = differing(before, after);
      if (changed.length > 0) {
        await updateCriterionRow(db, ctx.account.id, id, {
          name: after.name,
          rubric: after.rubric,
          scale_min: after.scaleMin,
          scale_max: after.scaleMax,
          type: after.type,
          score_type: after.scoreType,
          scope: after.scope,
          updated_at: ctx.clock.now(),
        });
      }
      return {
        result: { criteria: await criteriaOf(db, ctx.account.id) },
        target: changed.length === 0 ? null : { type: 'eval_criterion', id: String(id) },
        metadata: { name: after.name, changed },
      };
    }),
  );
}

async function requireOwn(ctx: Context, id: number): Promise<Criterion> {
  const criterion = await selectOwnCriterion(ctx.db, ctx.account.id, id);
  if (!criterion) throw notFound('Criterion');
  return criterion;
}

const merged = (before: Criterion, input: CriterionInput): CriterionDefinition => ({
  ...input,
  type: input.type ?? before.type,
  scoreType: input.scoreType ?? before.scoreType,
  scope: input.scope ?? before.scope,
});

/** The type determines what a valid rubric is. */
const sameKind = (one: Criterion, other: Criterion): boolean =>
  one.type === other.type && one.scoreType === other.scoreType && one.scope === other.scope;

const changedMeanwhile = () =>
  new AppError(
    'conflict',
    'changed_meanwhile',
    'Someone else changed the kind of this criterion at the same time. Check it and try again.',
  );

const differing = (before: Criterion, after: CriterionDefinition): string[] =>
  Object.entries(after)
    .filter(([key, value]) => before[key as keyof CriterionDefinition] !== value)
    .map(([key]) => key);
