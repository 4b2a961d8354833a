import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { change } from '#core/change/change';
import { noteChange } from '#core/change/change-feed';
import { systemClock } from '#lib/clock';
import type { Writer } from '#metadata';
import { deleteSpendOf } from '../spend/store.ts';
import { presentBudget, presentBudgets } from './present.ts';
import type { Budget } from './schemas.ts';
import { deleteBudgetRow, lockBudget, selectBudget, selectBudgets, selectProjectBudgets } from './store.ts';

export async function listBudgets(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectBudgets(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { budgets: await presentBudgets(ctx, shown), nextCursor };
}

export async function getBudget(ctx: Context, id: string): Promise<Budget> {
  const row = isId('budget', id) ? await selectBudget(ctx.db, ctx.account.id, id) : undefined;
  if (!row) throw notFound('Budget');
  return presentBudget(ctx, row);
}

/** Budgets that count the calls of a removed project only. */
export async function deleteProjectBudgets(db: Writer, accountId: string, projectId: string): Promise<void> {
  const ids = await selectProjectBudgets(db, accountId, projectId);
  for (const id of ids) {
    await deleteSpendOf(db, id);
    await deleteBudgetRow(db, accountId, id);
  }
  if (ids.length > 0) await noteChange(db, systemClock, { topic: 'gate', key: accountId });
}

export const deleteBudget = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'gate_budget.delete', async ({ db, invalidate }) => {
    const row = isId('budget', id) ? await lockBudget(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Budget');
    await deleteSpendOf(db, id);
    await deleteBudgetRow(db, ctx.account.id, id);
    await invalidate('gate', ctx.account.id);
    return { result: undefined, target: { type: 'gate_budget', id }, metadata: { name: row.name } };
  });
