import { notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteDashboardRow } from './store.ts';

export const deleteDashboard = (ctx: Context, id: number): Promise<void> =>
  change(ctx, 'dashboard.delete', async ({ db }) => {
    const name = await deleteDashboardRow(db, ctx.account.id, id);
    if (name === null) throw notFound('Dashboard');
    return { result: undefined, target: { type: 'dashboard', id: String(id) }, metadata: { name } };
  });
