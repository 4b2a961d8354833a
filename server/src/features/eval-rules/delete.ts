import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { requireRule } from './require-rule.ts';
import { deleteRuleRow, holdRule } from './store.ts';

/** Its scores stay, because they belong to what was scored. */
export const deleteRule = (ctx: Context, id: number): Promise<void> =>
  change(ctx, 'eval_rule.delete', async ({ db }) => {
    await holdRule(db, ctx.account.id, ctx.project?.id ?? null, id);
    const { name, criterion_id: criterionId } = await requireRule(ctx, db, id);
    await deleteRuleRow(db, ctx.account.id, id);
    return {
      result: undefined,
      target: { type: 'eval_rule', id: String(id) },
      metadata: { name, criterionId },
    };
  });
