import { notFound } from '#lib/app-error';
import { change, type Tx } from '#core/change';
import type { Context } from '#core/context';
import { lockAccount } from '#features/account';
import { deleteKey, deleteKeysMadeBy } from './store.ts';

export const revokeKey = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'api_key.revoke', async ({ db, drop }) => {
    // So that a key that is being made with this one is either refused or there to be seen.
    await lockAccount(db, ctx.account.id);
    const name = await deleteKey(db, ctx.account.id, id);
    if (name === null) throw notFound('API key');
    await drop('keys', id);
    return { result: undefined, target: { type: 'api_key', id }, metadata: { name } };
  });

/** In the transaction that removes the person. The ids of the keys, which stop working everywhere within a second. */
export async function revokeKeysMadeBy(
  { db, drop }: Tx,
  accountId: string,
  userId: string,
): Promise<string[]> {
  const ids = await deleteKeysMadeBy(db, accountId, userId);
  for (const id of ids) await drop('keys', id);
  return ids;
}
