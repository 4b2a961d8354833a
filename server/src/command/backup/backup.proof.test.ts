// Backup and restore with a records store that is a file. This tests the order, the folder and the refusals.
// The engine's own part is in store/records/engine/backup.proof.engine.test.ts.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig, type Config } from '#config';
import { changeRecords } from '#core/record-changes/record-changes';
import { lockDataDirectory } from '#data-directory';
import type { RecordsStore } from '#records';
import { openApp } from '#app';
import { initAccount, listAccounts } from '../account/accounts.ts';
import { runCreateKey } from '../keys/keys.ts';
import { restore } from '../restore/restore.ts';
import { withServices } from '../services.ts';
import { backup } from './backup.ts';
import { eventually } from '#test/support/eventually';
import { fakeRecords } from '#test/support/fake-records';
import { S3_KEY, openS3Store } from '#test/support/s3-store';

const root = mkdtempSync(path.join(tmpdir(), 'tracewell-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
const fresh = (name: string) => path.join(root, `${(made += 1)}-${name}`);

const configFor = (dataDir = fresh('data'), extra: Record<string, string> = {}): Config =>
  readConfig({ TRACEWELL_DATA_DIR: dataDir, TRACEWELL_LOG_LEVEL: 'silent', PORT: '0', ...extra });

/** Keeps its records in one file of the folder, like the engine, and copies them when asked. */
function fileRecords(folder: string): RecordsStore {
  const file = path.join(folder, 'rows');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, '');
  return fakeRecords({
    kind: 'embedded',
    ping: async () => undefined,
    backup: async (target) => {
      mkdirSync(path.join(target, 'deep'), { recursive: true });
      copyFileSync(file, path.join(target, 'deep', 'rows'));
    },
    restore: async (source) => copyFileSync(path.join(source, 'deep', 'rows'), file),
    close: async () => undefined,
  });
}

const openRecords = async ({ path: folder }: { path?: string }) => fileRecords(folder ?? '');
const withFiles = { openRecords: openRecords as never };

const rowsOf = (config: Config) => path.join(config.dataDir, 'records', 'rows');

/** A data directory with an account and some records. */
async function filled(config = configFor()): Promise<Config> {
  await withServices(config, (ctx) => initAccount(ctx, { name: 'Kept', plan: 'team', email: null }), {
    create: true,
  });
  fileRecords(path.join(config.dataDir, 'records'));
  writeFileSync(rowsOf(config), 'ten records');
  return config;
}

async function running(config: Config) {
  const app = await openApp(config, pino({ level: 'silent' }), {
    records: fileRecords(path.join(config.dataDir, 'records')),
    jobs: [],
    endpoints: [],
  });
  onTestFinished(() => app.stop());
  await app.start();
  return app;
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));

/** Settings with the key of a store. */
const withBucket = ({ endpoint }: { endpoint: string }) => ({
  TRACEWELL_S3_ENDPOINT: endpoint,
  TRACEWELL_S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
  TRACEWELL_S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
});

describe('in a bucket', () => {
  it('brings everything back, from a stopped and from a running service', async () => {
    const store = await openS3Store();
    const config = await filled(configFor(fresh('data'), withBucket(store)));
    const made = await backup(config, 's3://bucket/nightly', { ...withFiles, withMasterKey: true });
    expect(made).toMatchObject({
      folder: expect.stringMatching(/^s3:\/\/bucket\/nightly\/tracewell-\d{4}-[\dTZ-]+$/),
      contains: { metadata: true, records: true, masterKey: true },
      files: 3,
    });
    expect([...store.files.keys()].at(-1)).toBe(`${made.folder.slice('s3://bucket/'.length)}/manifest.json`);
    expect(existsSync(path.join(config.dataDir, 'backup-staging'))).toBe(false);

    const restored = configFor(fresh('data'), withBucket(store));
    expect(await restore(restored, made.folder, withFiles)).toMatchObject({ contains: made.contains });
    expect(readFileSync(rowsOf(restored), 'utf8')).toBe('ten records');
    expect(await withServices(restored, listAccounts)).toMatchObject([{ name: 'Kept' }]);
    expect(readdirSync(path.dirname(restored.dataDir)).filter((name) => name.includes('restoring'))).toEqual(
      [],
    );

    await running(config);
    const second = await backup(config, 's3://bucket/nightly');
    expect(second.folder).not.toBe(made.folder);
    expect(
      await restore(configFor(fresh('data'), withBucket(store)), second.folder, withFiles),
    ).toMatchObject({
      contains: { masterKey: false },
    });
  });

  it('is rejected without a key, when the store refuses, and when it is damaged, and leaves nothing behind', async () => {
    const store = await openS3Store();
    const config = await filled(configFor(fresh('data'), withBucket(store)));
    await expect(backup(await filled(), 's3://bucket/x', withFiles)).rejects.toMatchObject({
      reason: 's3_not_configured',
    });
    await expect(backup(config, 's3://other/x', withFiles)).rejects.toMatchObject({ reason: 's3_refused' });
    store.before.run = (asked) => {
      if (asked.startsWith('PUT') && asked.endsWith('manifest.json')) store.faults.push(403);
    };
    await expect(backup(config, 's3://bucket/x', withFiles)).rejects.toMatchObject({ reason: 's3_refused' });
    expect(store.files.size).toBe(0);
    expect(existsSync(path.join(config.dataDir, 'backup-staging'))).toBe(false);
    store.before.run = null;

    const { folder } = await backup(config, 's3://bucket/x', withFiles);
    const name = (file: string) => `${folder.slice('s3://bucket/'.length)}/${file}`;
    const target = () => configFor(fresh('data'), withBucket(store));
    const damaged = { reason: 'backup_damaged' };
    await expect(restore(target(), 's3://bucket/x', withFiles)).rejects.toMatchObject(damaged);
    const good = new Map(store.files);
    const manifest = JSON.parse(good.get(name('manifest.json'))?.bytes.toString() ?? '');
    const escaped = { ...manifest, files: [{ ...manifest.files[0], path: '../../escaped' }] };
    for (const [file, bytes] of [
      ['metadata.sqlite', null],
      ['records/deep/rows', Buffer.from('TEN records')],
      ['manifest.json', Buffer.from(JSON.stringify(escaped))],
    ] as const) {
      if (bytes === null) store.files.delete(name(file));
      else store.files.set(name(file), { bytes, hash: '' });
      const into = target();
      await expect(restore(into, folder, withFiles)).rejects.toMatchObject(damaged);
      expect(existsSync(path.join(into.dataDir, 'metadata.sqlite'))).toBe(false);
      expect(readdirSync(path.dirname(into.dataDir)).filter((each) => each.includes('restoring'))).toEqual(
        [],
      );
      for (const [key, value] of good) store.files.set(key, value);
    }
    expect(existsSync(path.join(root, 'escaped'))).toBe(false);
  });
});

describe('backup and restore', () => {
  it('brings everything back, into a directory that was not there', async () => {
    const config = await filled();
    const target = fresh('backup');
    const report = await backup(config, target, withFiles);
    expect(report).toMatchObject({
      folder: target,
      contains: { metadata: true, records: true, masterKey: false },
      files: 2,
    });
    expect(manifestOf(target)).toMatchObject({
      version: config.version,
      schema: expect.stringMatching(/^\d{4}-/),
      files: [{ path: 'metadata.sqlite' }, { path: 'records/deep/rows' }],
    });
    expect(readdirSync(target).toSorted()).toEqual(['manifest.json', 'metadata.sqlite', 'records']);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(target, 'metadata.sqlite')).mode & 0o777).toBe(0o600);

    const restored = configFor();
    expect(await restore(restored, target, withFiles)).toMatchObject({ dataDir: restored.dataDir });
    expect(await withServices(restored, listAccounts)).toMatchObject([{ name: 'Kept', keys: 1 }]);
    expect(readFileSync(rowsOf(restored), 'utf8')).toBe('ten records');
    expect(readdirSync(restored.dataDir).toSorted()).toEqual(['metadata.sqlite', 'records']);
    expect(statSync(restored.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(restored.dataDir, 'metadata.sqlite')).mode & 0o777).toBe(0o600);
    expect(readdirSync(root).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('goes through the running server, and has everything that the server acknowledged', async () => {
    const config = await filled();
    const app = await running(config);
    const socket = statSync(path.join(config.dataDir, 'control.sock'));
    expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600]);
    const wish = { name: 'Late', scopes: null, projectId: null, expiresAt: null };
    await withServices(config, (ctx) => runCreateKey(ctx, null, wish));
    const target = fresh('backup');
    const report = await backup(config, target, {
      openRecords: () => Promise.reject(new Error('opened twice')),
    });
    expect(report.contains).toEqual({ metadata: true, records: true, masterKey: false });
    await app.services.metadata.ping();
    const restored = configFor();
    await restore(restored, target, withFiles);
    expect(await withServices(restored, listAccounts)).toMatchObject([{ keys: 2 }]);
  });

  it('waits for a running change of records', async () => {
    const config = await filled();
    const app = await running(config);
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = changeRecords(app.services, { account: 7, kind: 'reprice' }, async () => {
      writeFileSync(rowsOf(config), 'half a change');
      begun.resolve();
      await end.promise;
      writeFileSync(rowsOf(config), 'a whole change');
    });
    await begun.promise;
    const made = backup(config, fresh('backup'));
    const inLine = () => app.services.metadata.reader.selectFrom('record_changes').select('kind').execute();
    await eventually(async () => expect(await inLine()).toEqual([{ kind: 'reprice' }, { kind: 'backup' }]));
    end.resolve();
    await change;
    const { folder } = await made;
    expect(readFileSync(path.join(folder, 'records', 'deep', 'rows'), 'utf8')).toBe('a whole change');
    expect(await inLine()).toEqual([]);
  });

  it('listens and answers if the path is too long for a socket', async () => {
    const config = await filled(configFor(path.join(fresh('long'), 'x'.repeat(120), 'data')));
    await running(config);
    expect((await backup(config, fresh('backup'))).contains.metadata).toBe(true);
  });

  it('removes the socket when the server stops, and takes over one that a killed server left', async () => {
    const config = await filled();
    const socket = path.join(config.dataDir, 'control.sock');
    writeFileSync(socket, '');
    const app = await openApp(config, pino({ level: 'silent' }), {
      records: fileRecords(fresh('r')),
      jobs: [],
    });
    await app.start();
    expect(statSync(socket).isSocket()).toBe(true);
    await app.stop();
    expect(existsSync(socket)).toBe(false);
    expect((await backup(config, fresh('backup'), withFiles)).contains.metadata).toBe(true);
  });

  it('includes the master key only on request, and the restored data opens with it', async () => {
    const config = await filled();
    const target = fresh('backup');
    const report = await backup(config, target, { ...withFiles, withMasterKey: true });
    expect(report.contains.masterKey).toBe(true);
    expect(statSync(path.join(target, 'master.key')).mode & 0o777).toBe(0o600);
    // The state after a copy that did not keep the modes.
    chmodSync(path.join(target, 'master.key'), 0o644);
    const restored = configFor();
    await restore(restored, target, withFiles);
    expect(statSync(path.join(restored.dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(restored.dataDir, 'master.key'))).toEqual(
      readFileSync(path.join(config.dataDir, 'master.key')),
    );
    await running(restored);
  });

  it('fills a data directory that cannot be replaced as a whole, such as a link or a mount', async () => {
    const target = fresh('backup');
    await backup(await filled(), target, withFiles);
    const [elsewhere, link] = [fresh('elsewhere'), fresh('link')];
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, link);
    const restored = configFor(link);
    const seen: number[] = [];
    await restore(restored, target, {
      openRecords: ((records: { path: string }) => {
        seen.push(statSync(path.dirname(records.path)).mode & 0o777);
        return openRecords(records);
      }) as never,
    });
    // No one else can read the folder while it is filled.
    expect(seen).toEqual([0o700]);
    expect(await withServices(restored, listAccounts)).toMatchObject([{ name: 'Kept' }]);
    expect(readdirSync(elsewhere).toSorted()).toEqual(['metadata.sqlite', 'records', 'tracewell.lock']);
  });

  it('moves the metadata last: without it, nothing counts as a whole store', async () => {
    const target = fresh('backup');
    await backup(await filled(), target, { ...withFiles, withMasterKey: true });
    const [elsewhere, link] = [fresh('elsewhere'), fresh('link')];
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, link);
    // Records appear there meanwhile, so those of the backup cannot be moved.
    const disturbed = ((records: { path: string }) => {
      fileRecords(path.join(elsewhere, 'records'));
      return openRecords(records);
    }) as never;
    await expect(restore(configFor(link), target, { openRecords: disturbed })).rejects.toThrow('ENOTEMPTY');
    expect(readdirSync(elsewhere)).not.toContain('metadata.sqlite');
    expect(readFileSync(path.join(elsewhere, 'records', 'rows'), 'utf8')).toBe('');
  });

  it('writes a dated folder into an existing one, and never overwrites anything', async () => {
    const config = await filled();
    const shelf = fresh('shelf');
    mkdirSync(shelf);
    const first = await backup(config, shelf, withFiles);
    expect(path.dirname(first.folder)).toBe(shelf);
    expect(path.basename(first.folder)).toMatch(/^tracewell-\d{4}-\d\d-\d\dT/);
    const file = fresh('file');
    writeFileSync(file, 'mine');
    await expect(backup(config, file, withFiles)).rejects.toMatchObject({ reason: 'backup_exists' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('leaves nothing behind when it fails', async () => {
    const config = await filled();
    const target = fresh('backup');
    const noRoom = () => Promise.reject(new Error('no room'));
    const broken = async () => fakeRecords({ backup: noRoom }, fileRecords(fresh('r')));
    await expect(backup(config, target, { openRecords: broken })).rejects.toThrow('no room');
    expect(readdirSync(root).filter((name) => name.startsWith(path.basename(target)))).toEqual([]);
  });

  it('is refused inside the data directory, without data, and without an embedded store', async () => {
    const config = await filled();
    const inside = path.join(config.dataDir, 'backups', 'one');
    await expect(backup(config, inside, withFiles)).rejects.toMatchObject({ reason: 'backup_inside_data' });
    await expect(backup(configFor(), fresh('backup'))).rejects.toMatchObject({ reason: 'no_data' });
    const servers = configFor(fresh('data'), {
      TRACEWELL_CLICKHOUSE_URL: 'http://127.0.0.1:1',
      TRACEWELL_POSTGRES_URL: 'postgres://127.0.0.1:1/x',
    });
    await expect(backup(servers, fresh('backup'))).rejects.toMatchObject({ reason: 'nothing_embedded' });
  });
});

describe('restore refuses', () => {
  async function aBackup(): Promise<string> {
    const target = fresh('backup');
    await backup(await filled(), target, withFiles);
    return target;
  }

  it('a data directory that is not empty, and one in use', async () => {
    const source = await aBackup();
    const config = await filled();
    await expect(restore(config, source, withFiles)).rejects.toMatchObject({ reason: 'data_not_empty' });
    for (const name of ['records', 'master.key', 'notes.txt']) {
      const other = configFor();
      mkdirSync(other.dataDir, { recursive: true });
      writeFileSync(path.join(other.dataDir, name), 'theirs');
      await expect(restore(other, source, withFiles)).rejects.toMatchObject({ reason: 'data_not_empty' });
      expect(readFileSync(path.join(other.dataDir, name), 'utf8')).toBe('theirs');
    }
    const lock = lockDataDirectory(config.dataDir);
    await expect(restore(config, source, withFiles)).rejects.toThrow(`process ${process.pid}`);
    lock.release();
    const empty = configFor();
    const held = lockDataDirectory(empty.dataDir);
    await expect(restore(empty, source, withFiles)).rejects.toThrow('Another Tracewell process');
    held.release();
    await restore(empty, source, withFiles);
  });

  it('a backup that was changed, is not complete, or has more in it', async () => {
    for (const spoil of [
      (folder: string) => writeFileSync(path.join(folder, 'metadata.sqlite'), 'x'),
      // One bit, so that the size stays.
      (folder: string) => {
        const file = path.join(folder, 'metadata.sqlite');
        const bytes = readFileSync(file);
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
        writeFileSync(file, bytes);
      },
      (folder: string) => rmSync(path.join(folder, 'records', 'deep', 'rows')),
      (folder: string) => writeFileSync(path.join(folder, 'records', 'more'), 'x'),
      (folder: string) => writeFileSync(path.join(folder, 'manifest.json'), '{'),
    ]) {
      const source = await aBackup();
      spoil(source);
      const config = configFor();
      await expect(restore(config, source, withFiles)).rejects.toMatchObject({ reason: 'backup_damaged' });
      expect(existsSync(config.metadata.kind === 'sqlite' ? config.metadata.path : '')).toBe(false);
    }
    await expect(restore(configFor(), root)).rejects.toMatchObject({ reason: 'backup_damaged' });
  });

  it('a schema or a form that this version does not know', async () => {
    for (const [change, reason] of [
      [{ schema: '9999-later' }, 'backup_other'],
      [{ schema: '0001-schema-0badcafe' }, 'backup_other'],
      [{ format: 2 }, 'backup_newer'],
    ] as const) {
      const source = await aBackup();
      const manifest = { ...manifestOf(source), ...change };
      writeFileSync(path.join(source, 'manifest.json'), JSON.stringify(manifest));
      await expect(restore(configFor(), source)).rejects.toMatchObject({ reason });
    }
  });

  it('metadata that cannot be opened, though its hash is right', async () => {
    const source = await aBackup();
    const bytes = Buffer.from('no database at all, and long enough to be looked at. '.repeat(100));
    writeFileSync(path.join(source, 'metadata.sqlite'), bytes);
    const manifest = manifestOf(source);
    const listed = manifest.files.find((file: { path: string }) => file.path === 'metadata.sqlite');
    Object.assign(listed, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    writeFileSync(path.join(source, 'manifest.json'), JSON.stringify(manifest));
    const config = configFor();
    await expect(restore(config, source, withFiles)).rejects.toThrow('not a database');
    expect(readdirSync(config.dataDir)).not.toContain('metadata.sqlite');
  });

  it('stores that the settings place on a server', async () => {
    const source = await aBackup();
    const postgres = { TRACEWELL_POSTGRES_URL: 'postgres://127.0.0.1:1/x' };
    await expect(restore(configFor(fresh('data'), postgres), source)).rejects.toMatchObject({
      reason: 'metadata_on_server',
    });
    const extra = { TRACEWELL_CLICKHOUSE_URL: 'http://127.0.0.1:1' };
    await expect(restore(configFor(fresh('data'), extra), source)).rejects.toMatchObject({
      reason: 'records_on_server',
    });
  });

  it('half a restore: when the records fail, the data directory stays empty', async () => {
    const source = await aBackup();
    const config = configFor();
    const noRoom = () => Promise.reject(new Error('no room'));
    const broken = async () => fakeRecords({ restore: noRoom }, fileRecords(fresh('r')));
    await expect(restore(config, source, { openRecords: broken })).rejects.toThrow('no room');
    await restore(config, source, withFiles);
    expect(await withServices(config, listAccounts)).toHaveLength(1);
  });
});
