// Changes the master key: everything that the old key wrapped is wrapped with the new one, in one transaction.
// If the rotation is interrupted, nothing has changed. A second run after a complete one changes nothing.
//
// Running processes keep sealing and opening with the data keys that they have in memory. They create no key
// for another account with the old master key (data-keys.ts), and must be restarted with the new one.
import { lockCheck, MasterKeyError, opensCheck, storeCheck } from '#core/secrets/master-key';
import { sealer } from '#core/secrets/sealing';
import type { Metadata, Writer } from '#metadata';
import { unwrapDataKey, wrap } from './data-keys.ts';

export interface Rotation {
  /** Data keys that were re-wrapped. */
  dataKeys: number;
  /** True if the store already had the new key, from an earlier run. */
  alreadyDone: boolean;
}

/** Re-seals a text with the new key. Throws if the old key does not open it. */
type Reseal = (sealed: string, purpose: string) => string;

/** Re-seals everything else that the master key seals, in the same transaction. */
type AlsoRotate = (db: Writer, reseal: Reseal) => Promise<void>;

export async function rotateMaster(
  metadata: Metadata,
  oldKey: Buffer,
  newKey: Buffer,
  also: readonly AlsoRotate[] = [],
): Promise<Rotation> {
  if (newKey.length !== 32) throw new MasterKeyError('The new master key must be 32 bytes.');
  return metadata.transaction(async (db) => {
    const check = await lockCheck(db);
    if (check !== null && opensCheck(newKey, check)) return { dataKeys: 0, alreadyDone: true };
    if (check === null || !opensCheck(oldKey, check)) {
      throw new MasterKeyError(
        'The old master key is not the one this data was written with. Nothing was changed.',
      );
    }
    const dataKeys = await rewrapDataKeys(db, oldKey, newKey);
    for (const rotate of also) await rotate(db, resealer(oldKey, newKey));
    await storeCheck(db, newKey);
    return { dataKeys, alreadyDone: false };
  });
}

async function rewrapDataKeys(db: Writer, oldKey: Buffer, newKey: Buffer): Promise<number> {
  const rows = await db.selectFrom('data_keys').select(['account_id', 'version', 'wrapped']).execute();
  for (const { account_id: accountId, version, wrapped } of rows) {
    const key = unwrapDataKey(oldKey, accountId, version, wrapped);
    if (!key) {
      throw new MasterKeyError(
        `Data key ${version} of account ${accountId} cannot be opened with the old master key. Nothing was changed.`,
      );
    }
    await db
      .updateTable('data_keys')
      .set({ wrapped: wrap(newKey, accountId, version, key) })
      .where('account_id', '=', accountId)
      .where('version', '=', version)
      .execute();
  }
  return rows.length;
}

const resealer = (oldKey: Buffer, newKey: Buffer): Reseal => {
  const before = sealer(oldKey);
  const after = sealer(newKey);
  return (sealed, purpose) => {
    const text = before.open(sealed, purpose);
    if (text === null) {
      throw new MasterKeyError(
        `A sealed ${purpose} cannot be opened with the old master key. Nothing was changed.`,
      );
    }
    return after.seal(text, purpose);
  };
};
