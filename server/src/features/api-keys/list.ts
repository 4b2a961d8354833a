import { notFound } from '#lib/app-error';
import type { AdminContext, Context, InAccount } from '#core/context';
import { cutPage, pageByPosition, type Page, type PageQuery, type Position } from '#core/paging';
import type { ApiKeysTable } from '#metadata';
import { hasKey, presentKey, selectKeys, selectKeysMadeBy } from './store.ts';

export async function listKeys(ctx: AdminContext, accountId: string, query: PageQuery) {
  const page = pageByPosition(query);
  return presentPage(await selectKeys(ctx.db, accountId, page), page);
}

/** Keys that are revoked when this person is removed from the account. */
export async function listKeysMadeBy(ctx: Context, userId: string, query: PageQuery) {
  const page = pageByPosition(query);
  return presentPage(await selectKeysMadeBy(ctx.db, ctx.account.id, userId, page), page);
}

/** Valid keys made with this one, or with one of those. */
export async function listChildKeys(ctx: AdminContext & InAccount, id: string, query: PageQuery) {
  if (!(await hasKey(ctx.db, ctx.account.id, id))) throw notFound('API key');
  const page = pageByPosition(query);
  const rows = await selectKeysMadeBy(ctx.db, ctx.account.id, id, page, ctx.clock.now());
  return presentPage(rows, page);
}

function presentPage(rows: readonly ApiKeysTable[], page: Page<Position>) {
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { apiKeys: shown.map(presentKey), nextCursor };
}
