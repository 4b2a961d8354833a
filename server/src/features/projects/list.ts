import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { presentProject, selectProjects } from './store.ts';

export async function listProjects(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectProjects(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { projects: shown.map(presentProject), nextCursor };
}
