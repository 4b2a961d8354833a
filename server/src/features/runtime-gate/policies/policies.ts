import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { change } from '#core/change/change';
import { presentPolicy } from './present.ts';
import type { Policy } from './schemas.ts';
import { selectPolicies, selectPolicy, deletePolicyRow, lockPolicy } from './store.ts';

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

export const deletePolicy = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'gate_policy.delete', async ({ db, invalidate }) => {
    const row = isId('policy', id) ? await lockPolicy(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Policy');
    await deletePolicyRow(db, ctx.account.id, id);
    await invalidate('gate', ctx.account.id);
    return { result: undefined, target: { type: 'gate_policy', id }, metadata: { name: row.name } };
  });
