import { notFound } from '#lib/app-error';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { deleteKey } from './store.ts';

export const revokeKey = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'api_key.revoke', async ({ db, drop }) => {
    const name = await deleteKey(db, ctx.account.id, id);
    if (name === null) throw notFound('API key');
    await drop('keys', id);
    return { result: undefined, target: { type: 'api_key', id }, metadata: { name } };
  });
