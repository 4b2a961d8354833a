// Rotation of the master key: sealed data opens afterwards, and a kill at any moment leaves one key that
// opens everything.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig, type Config } from '#config';
import { ContentKeys, openContent, sealContent } from '#content';
import { loadAuditHash } from '#core/change/audit-key';
import { appendAudit, verifyAudit } from '#core/change/audit';
import { enqueue } from '#core/jobs/job-queue';
import { draftNextKey, loadMasterKey } from '#core/secrets/master-key';
import { sealer } from '#core/secrets/sealing';
import { lockDataDirectory } from '#data-directory';
import { systemClock } from '#lib/clock';
import { Metadata } from '#metadata/open';
import { unwrapDataKey, wrap } from '../../core/content/seal/data-keys.ts';
import { rotateMasterKey } from './rotate-master.ts';

const ACCOUNT = { id: 'acc_one', number: 1 };

let folder: string;
let config: Config;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracewell-rotate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  config = readConfig({ TRACEWELL_DATA_DIR: folder });
});

const keyFile = () => path.join(folder, 'master.key');

async function withKeys<T>(work: (keys: ContentKeys) => Promise<T>, using: Config = config): Promise<T> {
  const metadata = await Metadata.open(using.metadata);
  try {
    const master = await loadMasterKey(using, metadata);
    await metadata.transaction((db) =>
      db
        .insertInto('accounts')
        .values({
          id: ACCOUNT.id,
          number: ACCOUNT.number,
          name: 'One',
          plan: 'team',
          subscription_status: 'active',
          record_quota: null,
          retention_days: null,
          accept_providers: 'four',
          created_at: 1,
          updated_at: 1,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    return await work(new ContentKeys(metadata, master, systemClock));
  } finally {
    await metadata.close();
  }
}

async function withMetadata<T>(work: (metadata: Metadata) => Promise<T>): Promise<T> {
  const metadata = await Metadata.open(config.metadata);
  try {
    return await work(metadata);
  } finally {
    await metadata.close();
  }
}

const openMetadata = () => Metadata.open(config.metadata);

const seal = (using?: Config) =>
  withKeys(async (keys) => sealContent(await keys.load(ACCOUNT), 'call-1', { input: 'said' }), using);
const opened = (sealed: Buffer, using?: Config) =>
  withKeys(async (keys) => openContent(await keys.load(ACCOUNT), 'call-1', sealed), using);

describe('rotating the master key', () => {
  it('in a file: another key, the same content', async () => {
    const sealed = await seal();
    const before = readFileSync(keyFile(), 'utf8');
    expect(await rotateMasterKey(config, null)).toEqual({ dataKeys: 1, alreadyDone: false, keyIn: 'file' });
    expect(readFileSync(keyFile(), 'utf8')).not.toBe(before);
    expect(existsSync(`${keyFile()}.next`)).toBe(false);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(await opened(sealed)).toEqual({ input: 'said' });
  });

  it('every key of an account stays what it was', async () => {
    await seal();
    const keys = new Map([2, 3].map((version) => [version, randomBytes(32)]));
    await withMetadata(async (metadata) => {
      const master = await loadMasterKey(config, metadata);
      for (const [version, key] of keys) {
        const row = { account_id: ACCOUNT.id, version, wrapped: wrap(master, ACCOUNT.id, version, key) };
        await metadata.transaction((db) =>
          db
            .insertInto('data_keys')
            .values({ ...row, created_at: 1 })
            .execute(),
        );
      }
    });
    expect(await rotateMasterKey(config, null)).toMatchObject({ dataKeys: 3 });
    await withMetadata(async (metadata) => {
      const master = await loadMasterKey(config, metadata);
      for (const [version, key] of keys) {
        const { wrapped } = await metadata.reader
          .selectFrom('data_keys')
          .select('wrapped')
          .where('version', '=', version)
          .executeTakeFirstOrThrow();
        expect(unwrapDataKey(master, ACCOUNT.id, version, wrapped)).toEqual(key);
      }
    });
  });

  it('leaves the audit chain valid, and able to grow', async () => {
    const key = await withMetadata((metadata) => loadMasterKey(config, metadata));
    const fact = (at: number) => ({
      accountId: ACCOUNT.id,
      action: 'project.create' as const,
      actorType: 'user',
      actorId: 'usr_1',
      targetType: 'project',
      targetId: `prj_${at}`,
      metadata: {},
      ip: null,
      createdAt: at,
    });
    const write = (at: number) =>
      withMetadata(async (metadata) => {
        const hashEntry = await loadAuditHash(metadata, await loadMasterKey(config, metadata));
        await metadata.transaction((db) => appendAudit(db, hashEntry, fact(at)));
        return verifyAudit(metadata.reader, hashEntry, ACCOUNT.id);
      });
    await write(1);
    await rotateMasterKey(config, null);
    expect(await withMetadata((metadata) => loadMasterKey(config, metadata))).not.toEqual(key);
    expect(await write(2)).toEqual({ valid: true, entries: 2, firstInvalidId: null });
  });

  it('killed after the change, before the file is moved: the next start takes the new key', async () => {
    const sealed = await seal();
    copyFileSync(keyFile(), `${keyFile()}.old`);
    await rotateMasterKey(config, null);
    copyFileSync(keyFile(), `${keyFile()}.next`);
    copyFileSync(`${keyFile()}.old`, keyFile());
    expect(await opened(sealed)).toEqual({ input: 'said' });
    expect(existsSync(`${keyFile()}.next`)).toBe(false);
    expect(await opened(sealed)).toEqual({ input: 'said' });
  });

  it('killed before the change: the old key still holds, and the drafted one is used by the next try', async () => {
    const sealed = await seal();
    const drafted = draftNextKey(folder);
    expect(await opened(sealed)).toEqual({ input: 'said' });
    await rotateMasterKey(config, null);
    expect(Buffer.from(readFileSync(keyFile(), 'utf8'), 'base64').equals(drafted)).toBe(true);
    expect(await opened(sealed)).toEqual({ input: 'said' });
  });

  it('from the settings: the new key must be given, and the old one opens nothing afterwards', async () => {
    const using = { ...config, masterKey: randomBytes(32) };
    const sealed = await seal(using);
    await expect(rotateMasterKey(using, null)).rejects.toMatchObject({ reason: 'new_master_key_required' });
    const given = randomBytes(32);
    expect(await rotateMasterKey(using, given)).toMatchObject({ dataKeys: 1, keyIn: 'settings' });
    expect(await opened(sealed, { ...config, masterKey: given })).toEqual({ input: 'said' });
    await expect(opened(sealed, using)).rejects.toThrow('not the one this data was written with');
  });

  it('an invitation that is still to be sent opens with the new key', async () => {
    await seal();
    const before = await openMetadata();
    const sealedToken = sealer(await loadMasterKey(config, before)).seal('token', 'invitation:inv_one');
    await before.transaction((db) =>
      enqueue(db, systemClock, {
        name: 'invitation-mail',
        payload: { invitationId: 'inv_one', sealedToken },
      }),
    );
    await before.close();
    await rotateMasterKey(config, null);
    const after = await openMetadata();
    const { payload } = await after.reader.selectFrom('jobs').select('payload').executeTakeFirstOrThrow();
    const resealed = (JSON.parse(payload) as { sealedToken: string }).sealedToken;
    expect(sealer(await loadMasterKey(config, after)).open(resealed, 'invitation:inv_one')).toBe('token');
    await after.close();
  });

  it('refused while the service runs, and with a key that is not needed', async () => {
    await seal();
    await expect(rotateMasterKey(config, randomBytes(32))).rejects.toMatchObject({
      reason: 'master_key_in_file',
    });
    const lock = lockDataDirectory(folder);
    await expect(rotateMasterKey(config, null)).rejects.toThrow(/in use|process/);
    // The key may come from the settings, but the sealed data is in the folder all the same.
    const using = { ...config, masterKey: randomBytes(32) };
    await expect(rotateMasterKey(using, randomBytes(32))).rejects.toThrow(/in use|process/);
    lock.release();
  });
});
