import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deletePolicyRow, lockPolicy } from './store.ts';

export const deletePolicy = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'gate_policy.delete', async ({ db, invalidate }) => {
    const row = isId('policy', id) ? await lockPolicy(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Policy');
    await deletePolicyRow(db, ctx.account.id, id);
    await invalidate('gate', ctx.account.id);
    return { result: undefined, target: { type: 'gate_policy', id }, metadata: { name: row.name } };
  });
