// The key of the audit chains: random, and stored sealed with the master key, so that a new master key does
// not change the chains. If the sealed key is deleted, a new one is made, and the chains are invalid under it.
import { randomBytes } from 'node:crypto';
import type { Metadata, Writer } from '#metadata';
import { keyedHash, type HashEntry } from './audit.ts';
import { lockCheck } from '#core/secrets/master-key';
import { sealer, type Sealer } from '#core/secrets/sealing';

const SETTING = 'audit_key';
const PURPOSE = 'audit-key';

export async function loadAuditHash(metadata: Metadata, masterKey: Buffer): Promise<HashEntry> {
  const seal = sealer(masterKey);
  const known = await openStored(metadata.reader, seal);
  if (known) return keyedHash(known);
  const key = await metadata.transaction(async (db) => {
    await lockCheck(db);
    // Another process may have been faster.
    const meanwhile = await openStored(db, seal);
    if (meanwhile) return meanwhile;
    const made = randomBytes(32);
    const value = seal.seal(made.toString('base64'), PURPOSE);
    await db
      .insertInto('settings')
      .values({ name: SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return made;
  });
  return keyedHash(key);
}

async function openStored(db: Pick<Writer, 'selectFrom'>, seal: Sealer): Promise<Buffer | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  const opened = row ? seal.open(row.value, PURPOSE) : null;
  return opened === null ? null : Buffer.from(opened, 'base64');
}

/** Seals the key with a new master key. */
export async function resealAuditKey(
  db: Writer,
  reseal: (sealed: string, purpose: string) => string,
): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  if (!row) return;
  await db
    .updateTable('settings')
    .set({ value: reseal(row.value, PURPOSE) })
    .where('name', '=', SETTING)
    .execute();
}
