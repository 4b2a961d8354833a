import { notFound } from '#lib/app-error';
import { change, type Tx } from '#core/change/change';
import type { AdminContext, InAccount } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { deleteKey, deleteKeysMadeBy, reassignKeys, selectLiveIdsMadeBy } from './store.ts';

interface RevokedKey {
  /** Keys made with it, or with one of those, that were revoked with it. */
  revokedKeys: string[];
  /** Such keys that keep working. */
  keptKeys: string[];
}

export const revokeKey = (
  ctx: AdminContext & InAccount,
  id: string,
  withChildren: boolean,
): Promise<RevokedKey> =>
  change(ctx, 'api_key.revoke', async (tx) => {
    const { db, invalidate } = tx;
    const accountId = ctx.account.id;
    // The lock makes sure that a key being created with this one is either rejected or visible here.
    await lockAccount(db, accountId);
    const key = await deleteKey(db, accountId, id);
    if (!key) throw notFound('API key');
    await invalidate('keys', id);
    const revokedKeys = withChildren ? await revokeKeysMadeBy(tx, accountId, id) : [];
    const keptKeys = await selectLiveIdsMadeBy(db, accountId, id, ctx.clock.now());
    // Keys that stay are reassigned to the creator of the revoked key, so that they still end with it.
    await reassignKeys(db, accountId, id, key.created_by);
    return {
      result: { revokedKeys, keptKeys },
      target: { type: 'api_key', id },
      metadata: { name: key.name, revokedKeys, keptKeys },
    };
  });

/**
 * Call in the transaction that removes the creator. Returns the ids of the keys, which stop working
 * everywhere within a second.
 */
export async function revokeKeysMadeBy(
  { db, invalidate }: Tx,
  accountId: string,
  maker: string,
): Promise<string[]> {
  const ids = await deleteKeysMadeBy(db, accountId, maker);
  for (const id of ids) await invalidate('keys', id);
  return ids;
}
