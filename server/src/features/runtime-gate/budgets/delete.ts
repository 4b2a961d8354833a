import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteSpendOf } from '../spend/store.ts';
import { deleteBudgetRow, lockBudget } from './store.ts';

export const deleteBudget = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'gate_budget.delete', async ({ db, invalidate }) => {
    const row = isId('budget', id) ? await lockBudget(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Budget');
    await deleteSpendOf(db, id);
    await deleteBudgetRow(db, ctx.account.id, id);
    await invalidate('gate', ctx.account.id);
    return { result: undefined, target: { type: 'gate_budget', id }, metadata: { name: row.name } };
  });
