import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config';
import { loadMasterKey, MasterKeyError } from '#core/secrets/master-key';
import { sealer } from '#core/secrets/sealing';
import { Metadata } from '#metadata/open';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { ContentKeys, type AccountRef } from './content-keys.ts';
import { rotateMaster } from './rotate-master.ts';
import { openContent, sealContent } from './seal-content.ts';

const clock = new FakeClock();

async function open() {
  const folder = freshFolder();
  const metadata = await Metadata.open(await freshMetadata(folder));
  onTestFinished(() => metadata.close());
  const config = (key: Buffer) =>
    readConfig({ TRACEWELL_DATA_DIR: folder, TRACEWELL_MASTER_KEY: key.toString('base64') });
  const masterKey = randomBytes(32);
  await loadMasterKey(config(masterKey), metadata);
  return { metadata, masterKey, config, keys: new ContentKeys(metadata, masterKey, clock) };
}

let made = 0;

async function account(metadata: Metadata): Promise<AccountRef> {
  made += 1;
  const ref = { id: `acc_${made}`, number: made };
  await metadata.transaction((db) =>
    db
      .insertInto('accounts')
      .values({
        ...ref,
        name: 'Test',
        plan: 'team',
        subscription_status: 'active',
        record_quota: null,
        retention_days: null,
        accept_providers: 'four',
        created_at: 0,
        updated_at: 0,
      })
      .execute(),
  );
  return ref;
}

const rows = (metadata: Metadata) =>
  metadata.reader.selectFrom('data_keys').selectAll().orderBy('account_id').execute();

describe('ContentKeys', () => {
  it('creates one wrapped key per account, and reads it after a restart', async () => {
    const { metadata, masterKey, keys } = await open();
    const one = await account(metadata);
    const two = await account(metadata);
    expect(keys.of(one)).toBeNull();
    const sealed = sealContent(await keys.load(one), 'a', { input: 'hello' });
    expect(keys.of(one)).not.toBeNull();
    await keys.load(two);
    const stored = await rows(metadata);
    expect(stored).toMatchObject([
      { account_id: one.id, version: 1 },
      { account_id: two.id, version: 1 },
    ]);
    expect(stored[0]?.wrapped).not.toBe(stored[1]?.wrapped);
    const restarted = new ContentKeys(metadata, masterKey, clock);
    expect(openContent(await restarted.load(one), 'a', sealed)).toEqual({ input: 'hello' });
    expect(openContent(await restarted.load(two), 'a', sealed)).toBeNull();
    expect(restarted.unreadableCount).toBe(1);
  });

  it('creates one key for concurrent calls, in one process and in several', async () => {
    const { metadata, masterKey } = await open();
    const one = await account(metadata);
    const processes = Array.from({ length: 4 }, () => new ContentKeys(metadata, masterKey, clock));
    const loaded = await Promise.all(
      processes.flatMap((keys) => [keys.load(one), keys.load(one), keys.load(one)]),
    );
    expect(await rows(metadata)).toHaveLength(1);
    const sealed = loaded.map((keys, n) => sealContent(keys, 'a', { input: n }));
    for (const keys of loaded)
      for (const [n, bytes] of sealed.entries()) expect(openContent(keys, 'a', bytes)).toEqual({ input: n });
  });

  it('keeps a bounded number of accounts in memory', async () => {
    const { metadata, masterKey } = await open();
    const keys = new ContentKeys(metadata, masterKey, clock, 2);
    const accounts = [await account(metadata), await account(metadata), await account(metadata)];
    for (const ref of accounts) await keys.load(ref);
    expect(accounts.map((ref) => keys.of(ref) !== null)).toEqual([false, true, true]);
  });

  it('503 content_key_unreadable: with another master key, nothing is sealed and no key is replaced', async () => {
    const { metadata, keys } = await open();
    const one = await account(metadata);
    await keys.load(one);
    const before = await rows(metadata);
    const wrong = new ContentKeys(metadata, randomBytes(32), clock);
    await expect(wrong.load(one)).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'content_key_unreadable',
    });
    expect(await rows(metadata)).toEqual(before);
  });

  it('retries after a failure', async () => {
    const { metadata, keys } = await open();
    const later = { id: 'acc_later', number: 999_999 };
    await expect(keys.load(later)).rejects.toThrow(/foreign key/i);
    await metadata.transaction((db) =>
      db
        .insertInto('accounts')
        .values({
          ...later,
          name: 'Later',
          plan: 'free',
          subscription_status: 'active',
          record_quota: null,
          retention_days: null,
          accept_providers: 'four',
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
    );
    await expect(keys.load(later)).resolves.toMatchObject({ account: 999_999 });
  });
});

describe('rotateMaster', () => {
  it('re-wraps every key: the old master key opens nothing, the new one everything', async () => {
    const { metadata, masterKey, config, keys } = await open();
    const accounts = [await account(metadata), await account(metadata)];
    const sealed = [];
    for (const ref of accounts) sealed.push(sealContent(await keys.load(ref), 'a', { input: ref.id }));
    const newKey = randomBytes(32);
    expect(await rotateMaster(metadata, masterKey, newKey)).toEqual({ dataKeys: 2, alreadyDone: false });
    await expect(loadMasterKey(config(masterKey), metadata)).rejects.toThrow(MasterKeyError);
    expect(await loadMasterKey(config(newKey), metadata)).toEqual(newKey);
    const after = new ContentKeys(metadata, newKey, clock);
    for (const [n, ref] of accounts.entries()) {
      expect(openContent(await after.load(ref), 'a', sealed[n] ?? Buffer.alloc(0))).toEqual({
        input: ref.id,
      });
    }
    await expect(
      new ContentKeys(metadata, masterKey, clock).load(accounts[0] ?? { id: '', number: 0 }),
    ).rejects.toThrow('master key');
  });

  it('changes nothing if it is interrupted, and can be repeated, even after it is done', async () => {
    const { metadata, masterKey, keys } = await open();
    await keys.load(await account(metadata));
    const before = await rows(metadata);
    const newKey = randomBytes(32);
    const interrupted = rotateMaster(metadata, masterKey, newKey, [
      () => Promise.reject(new Error('power cut')),
    ]);
    await expect(interrupted).rejects.toThrow('power cut');
    expect(await rows(metadata)).toEqual(before);
    expect(await rotateMaster(metadata, masterKey, newKey)).toEqual({ dataKeys: 1, alreadyDone: false });
    expect(await rotateMaster(metadata, masterKey, newKey)).toEqual({ dataKeys: 0, alreadyDone: true });
  });

  it('rejects a wrong old key, and a data key that does not open', async () => {
    const { metadata, masterKey, keys } = await open();
    const one = await account(metadata);
    await keys.load(one);
    await expect(rotateMaster(metadata, randomBytes(32), randomBytes(32))).rejects.toThrow(MasterKeyError);
    await metadata.transaction((db) =>
      db.updateTable('data_keys').set({ wrapped: 'broken' }).where('account_id', '=', one.id).execute(),
    );
    await expect(rotateMaster(metadata, masterKey, randomBytes(32))).rejects.toThrow(`account ${one.id}`);
    await expect(rotateMaster(metadata, masterKey, randomBytes(31))).rejects.toThrow('32 bytes');
  });

  it('also re-seals other values', async () => {
    const { metadata, masterKey } = await open();
    const newKey = randomBytes(32);
    const before = sealer(masterKey).seal('https://hooks.example', 'channel:1');
    await metadata.transaction((db) =>
      db.insertInto('settings').values({ name: 'x', value: before }).execute(),
    );
    await rotateMaster(metadata, masterKey, newKey, [
      async (db, reseal) => {
        await db
          .updateTable('settings')
          .set({ value: reseal(before, 'channel:1') })
          .where('name', '=', 'x')
          .execute();
      },
    ]);
    const row = await metadata.reader
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'x')
      .executeTakeFirstOrThrow();
    expect(sealer(newKey).open(row.value, 'channel:1')).toBe('https://hooks.example');
  });

  it('503 master_key_changed: a process with the old master key creates no key for another account', async () => {
    const { metadata, masterKey, keys } = await open();
    const known = await account(metadata);
    const unknown = await account(metadata);
    await keys.load(known);
    await rotateMaster(metadata, masterKey, randomBytes(32));
    expect(
      openContent(await keys.load(known), 'a', sealContent(await keys.load(known), 'a', { input: 1 })),
    ).toEqual({ input: 1 });
    await expect(keys.load(unknown)).rejects.toMatchObject({ reason: 'master_key_changed' });
    expect(await rows(metadata)).toHaveLength(1);
  });

  it('misses no key that a process creates at the same time', async () => {
    const { metadata, masterKey, keys } = await open();
    const accounts = await Promise.all(Array.from({ length: 8 }, () => account(metadata)));
    const newKey = randomBytes(32);
    const work = accounts.map((ref, n) =>
      n === 4 ? rotateMaster(metadata, masterKey, newKey) : keys.load(ref).catch((error: unknown) => error),
    );
    await Promise.all(work);
    const after = new ContentKeys(metadata, newKey, clock);
    for (const ref of accounts) await expect(after.load(ref)).resolves.toMatchObject({ account: ref.number });
  });
});
