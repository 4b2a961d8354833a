// The data keys of accounts in the metadata store, wrapped by the master key for one account and version.
import { randomBytes } from 'node:crypto';
import { lockCheck, opensCheck } from '#core/secrets/master-key';
import { sealer } from '#core/secrets/sealing';
import { AppError } from '#lib/app-error';
import type { Clock } from '#lib/clock';
import type { Metadata, Reader } from '#metadata';

const KEY_BYTES = 32;

export interface DataKey {
  version: number;
  /** Null if it was wrapped with another master key. */
  key: Buffer | null;
}

const purpose = (accountId: string, version: number) => `data-key:${accountId}:${version}`;

export const wrap = (masterKey: Buffer, accountId: string, version: number, key: Buffer): string =>
  sealer(masterKey).seal(key.toString('base64'), purpose(accountId, version));

export function unwrapDataKey(
  masterKey: Buffer,
  accountId: string,
  version: number,
  wrapped: string,
): Buffer | null {
  const text = sealer(masterKey).open(wrapped, purpose(accountId, version));
  const key = text === null ? null : Buffer.from(text, 'base64');
  return key?.length === KEY_BYTES ? key : null;
}

/** Newest first. */
export async function selectDataKeys(db: Reader, masterKey: Buffer, accountId: string): Promise<DataKey[]> {
  const rows = await db
    .selectFrom('data_keys')
    .select(['version', 'wrapped'])
    .where('account_id', '=', accountId)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, wrapped }) => ({
    version,
    key: unwrapDataKey(masterKey, accountId, version, wrapped),
  }));
}

/**
 * Creates the first key of an account, unless another process was faster; the stored key decides. It locks the
 * row of the master key's check. So no key is wrapped with a master key that is being replaced
 * (rotate-master.ts), and a process with the old master key gets an error.
 */
export async function insertFirstKey(
  metadata: Metadata,
  masterKey: Buffer,
  accountId: string,
  clock: Clock,
): Promise<void> {
  const wrapped = wrap(masterKey, accountId, 1, randomBytes(KEY_BYTES));
  await metadata.transaction(async (db) => {
    const check = await lockCheck(db);
    if (check !== null && !opensCheck(masterKey, check)) {
      throw new AppError(
        'unavailable',
        'master_key_changed',
        'The master key was changed while this process was running. Restart it with the new key.',
      );
    }
    await db
      .insertInto('data_keys')
      .values({ account_id: accountId, version: 1, wrapped, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['account_id', 'version']).doNothing())
      .execute();
  });
}
