import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { presentPolicy } from './present.ts';
import type { Policy } from './schemas.ts';
import { selectPolicies, selectPolicy } from './store.ts';

export async function listPolicies(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectPolicies(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { policies: shown.map(presentPolicy), nextCursor };
}

export async function getPolicy(ctx: Context, id: string): Promise<Policy> {
  const row = isId('policy', id) ? await selectPolicy(ctx.db, ctx.account.id, id) : undefined;
  if (!row) throw notFound('Policy');
  return presentPolicy(row);
}
