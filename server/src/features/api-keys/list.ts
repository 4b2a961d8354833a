import type { SystemContext } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { present, selectKeys } from './store.ts';

export async function listKeys(ctx: SystemContext, accountId: string, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectKeys(ctx.db, accountId, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { apiKeys: shown.map(present), nextCursor };
}
