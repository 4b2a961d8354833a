import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { presentBudget, presentBudgets } from './present.ts';
import type { Budget } from './schemas.ts';
import { selectBudget, selectBudgets } from './store.ts';

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
