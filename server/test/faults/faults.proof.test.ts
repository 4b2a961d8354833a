// Faults around the service: its store is unavailable, its disk full, its clock changed, its folder in use.
// During a fault the answer is a 503 that says why. Afterwards everything continues without intervention, and
// nothing is left half done.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Config, MetadataConfig } from '#config';
import { job } from '#core/jobs/job';
import { countJobs, enqueue } from '#core/jobs/job-queue';
import { loadMasterKey } from '#core/secrets/master-key';
import { isLocked, lockDataDirectory } from '#data-directory';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { openApp } from '#app';
import { Worker } from '#jobs';
import { Metadata } from '#metadata/open';
import type { RecordsStore } from '#records';
import { eventually } from '#test/support/eventually';
import { PASSWORD, openTestApp, testConfig, type TestApp } from '#test/support/app';
import { runChild } from '#test/support/child';
import { FakeClock } from '#test/support/clock';
import { CutProxy } from '#test/support/cut-proxy';
import { freshFolder, freshMetadata } from '#test/support/metadata';

const engine = inject('engine');
// Tests of faults that only one of the engines can have.
const onPostgres = engine === 'postgres' ? ['on PostgreSQL'] : [];
const onSqlite = engine === 'sqlite' ? ['on SQLite'] : [];
const records = {
  kind: 'server',
  ping: async () => undefined,
  close: async () => undefined,
} as unknown as RecordsStore;

const expect503 = (reply: { statusCode: number; headers: object; body: string }, reason: string) => {
  expect([reply.statusCode, (JSON.parse(reply.body) as { reason: string }).reason]).toEqual([503, reason]);
  expect(reply.headers).toMatchObject({ 'retry-after': '2' });
};

const projectNames = async (caller: { call: TestApp['call'] }): Promise<string[]> => {
  const { projects } = (await caller.call('GET', '/v1/projects')).json() as { projects: { name: string }[] };
  return projects.map(({ name }) => name).toSorted();
};

describe.each(onPostgres)('the metadata server, %s', () => {
  async function proxied(): Promise<{ proxy: CutProxy; metadata: MetadataConfig & { kind: 'postgres' } }> {
    const direct = await freshMetadata(freshFolder());
    if (direct.kind !== 'postgres') throw new Error('not PostgreSQL');
    const url = new URL(direct.url);
    const proxy = new CutProxy({ host: url.hostname, port: Number(url.port) });
    await proxy.open();
    onTestFinished(() => proxy.cut());
    url.port = String(proxy.port);
    return { proxy, metadata: { kind: 'postgres', url: url.href } };
  }

  it('503 metadata_unavailable: lost for a while; then everything continues without a restart', async () => {
    const { proxy, metadata } = await proxied();
    let runs = 0;
    const tick = job({
      name: 'tick',
      run: async () => {
        runs += 1;
      },
    });
    const app = await openTestApp({ records, jobs: [tick], config: { metadata, port: 0 } });
    await app.start();
    const account = await app.account();
    const unused = await account.key(null);
    const member = await account.member('owner');
    expect((await account.call('POST', '/v1/projects', { name: 'before' })).statusCode).toBe(201);
    // The feed also returns the process’s own changes, which invalidate its caches once more; after this
    // look, nothing does.
    await app.services.feed.look();
    expect(await projectNames(account)).toEqual(['Default', 'before']);

    await proxy.cut();
    for (const reply of await Promise.all([
      account.call('GET', '/v1/projects'),
      account.call('POST', '/v1/projects', { name: 'during' }),
      unused.call('GET', '/v1/projects'),
      member.call('GET', '/v1/auth/session'),
      app.call('POST', '/v1/auth/login', { email: member.email, password: PASSWORD }),
      app.call('POST', '/v1/auth/password-reset', { email: member.email }),
    ])) {
      expect503(reply, 'metadata_unavailable');
    }
    // Requests that need no store are still answered: a cached key is known, a wrong one is refused, the
    // process is live.
    expect((await account.call('GET', '/v1/nothing')).statusCode).toBe(404);
    expect(
      (await account.call('GET', '/v1/projects', undefined, { 'x-project-id': 'prj_x' })).statusCode,
    ).toBe(404);
    expect((await app.call('GET', '/v1/projects', undefined, { authorization: 'Bearer x' })).statusCode).toBe(
      401,
    );
    expect((await app.call('GET', '/v1/health/live')).statusCode).toBe(200);
    const health = await app.call('GET', '/v1/health');
    expect([health.statusCode, health.json().checks.metadata]).toEqual([503, 'unavailable']);
    await expect(app.worker.round()).rejects.toThrow(/./);
    await expect(app.services.feed.look()).rejects.toThrow(/./);

    await proxy.open();
    expect(await projectNames(account)).toEqual(['Default', 'before']);
    expect((await account.call('POST', '/v1/projects', { name: 'after' })).statusCode).toBe(201);
    expect((await member.call('GET', '/v1/auth/session')).statusCode).toBe(200);
    expect((await app.call('GET', '/v1/health')).statusCode).toBe(200);
    expect((await account.call('GET', '/v1/audit/verify')).json()).toMatchObject({ valid: true });
    await app.services.metadata.transaction((db) => enqueue(db, app.services.clock, { name: 'tick' }));
    await eventually(() => expect(runs).toBe(1));
  });

  it('503: lost in the middle of a change, of which nothing is stored', async () => {
    const { proxy, metadata } = await proxied();
    const store = await Metadata.open(metadata);
    onTestFinished(() => store.close());
    const broken = store.transaction(async (db) => {
      await db.insertInto('settings').values({ name: 'half', value: 'done' }).execute();
      await proxy.cut();
      await db.insertInto('settings').values({ name: 'other', value: 'half' }).execute();
    });
    await expect(broken).rejects.toMatchObject({ status: 503, reason: 'metadata_unavailable' });
    await expect(store.ping()).rejects.toMatchObject({ status: 503 });
    await proxy.open();
    await store.ping();
    expect(await store.reader.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  it('503: a server that stops answering does not block later requests', async () => {
    const { proxy, metadata } = await proxied();
    const store = await Metadata.open(metadata, { patienceMs: 1_000 });
    onTestFinished(() => store.close());
    await Promise.all(Array.from({ length: 8 }, () => store.ping()));
    proxy.fallSilent();
    const asked = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => store.ping()),
      store.transaction((db) => db.selectFrom('settings').selectAll().execute()),
    ]);
    for (const result of asked) expect(result).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    await proxy.cut();
    await proxy.open();
    await store.ping();
    await store.transaction((db) => db.selectFrom('settings').selectAll().execute());
  });

  it('503: it closes every connection, as in a restart', async () => {
    const { metadata } = await proxied();
    const store = await Metadata.open(metadata);
    onTestFinished(() => store.close());
    const database = new URL(metadata.url).pathname.slice(1);
    const killed = store.transaction((db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`.execute(db),
    );
    await expect(killed).rejects.toMatchObject({ status: 503, reason: 'metadata_unavailable' });
    await eventually(() => store.ping());
  });
});

describe.each(onSqlite)('the metadata file, %s', () => {
  const pragma = (app: TestApp, name: string, value: number) =>
    app.services.metadata.transaction((db) => sql`pragma ${sql.raw(name)} = ${sql.lit(value)}`.execute(db));

  it('503 disk_full: no space for a change; reads continue, and so do changes once there is space', async () => {
    const app = await openTestApp({ records });
    const account = await app.account();
    const member = await account.member('owner');
    // No more pages than there are now: like a full disk, for this one connection.
    await pragma(app, 'max_page_count', 1);
    const made: string[] = [];
    let refused = null;
    for (let at = 0; at < 500 && !refused; at += 1) {
      const name = `project ${at} ${'x'.repeat(60)}`;
      const reply = await account.call('POST', '/v1/projects', { name });
      if (reply.statusCode === 201) made.push(name);
      else refused = reply;
    }
    if (!refused) throw new Error('It was never full.');
    expect503(refused, 'disk_full');
    expect(refused.json().error).toContain('Nothing was changed');
    expect((await member.call('GET', '/v1/auth/session')).statusCode).toBe(200);
    expect(await projectNames(account)).toEqual(['Default', ...made].toSorted());
    await pragma(app, 'max_page_count', 1_000_000);
    expect((await account.call('POST', '/v1/projects', { name: 'room again' })).statusCode).toBe(201);
    expect((await account.call('GET', '/v1/audit/verify')).json()).toMatchObject({ valid: true });
  });

  it('503 metadata_unavailable: another process holds the lock; reads continue', async () => {
    const app = await openTestApp({ records });
    const account = await app.account();
    await pragma(app, 'busy_timeout', 20);
    if (app.config.metadata.kind !== 'sqlite') throw new Error('not SQLite');
    const other = new DatabaseSync(app.config.metadata.path);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    expect503(await account.call('POST', '/v1/projects', { name: 'held up' }), 'metadata_unavailable');
    expect(await projectNames(account)).toEqual(['Default']);
    await expect(app.worker.round()).rejects.toMatchObject({ reason: 'metadata_unavailable' });
    other.exec('rollback');
    expect((await account.call('POST', '/v1/projects', { name: 'held up' })).statusCode).toBe(201);
    await app.worker.round();
  });

  it('is not opened if it is not a database', async () => {
    const config = await testConfig();
    if (config.metadata.kind !== 'sqlite') throw new Error('not SQLite');
    writeFileSync(config.metadata.path, 'this is a letter, not a database'.repeat(100));
    await expect(Metadata.open(config.metadata)).rejects.toThrow(/not a database/);
  });
});

describe('a clock that is set back by an hour', () => {
  it('ends no session or key, locks no one out, and delays no job', async () => {
    const clock = new FakeClock();
    let runs = 0;
    const later = job({
      name: 'later',
      run: async () => {
        runs += 1;
      },
    });
    const app = await openTestApp({ records, clock, jobs: [] });
    const account = await app.account();
    const member = await account.member('owner');
    const key = await account.key(null, { expiresAt: clock.now() + DAY_MS });
    for (let at = 0; at < 3; at += 1)
      await app.call('POST', '/v1/auth/login', { email: 'x@example.com', password: 'wrong password' });
    await app.services.metadata.transaction((db) => enqueue(db, clock, { name: 'later' }));

    for (const jump of [-HOUR_MS, 31 * DAY_MS, -31 * DAY_MS]) {
      clock.advance(jump);
      const name = `after ${jump}`;
      expect((await account.call('POST', '/v1/projects', { name })).statusCode).toBe(201);
      const both = [await key.call('GET', '/v1/projects'), await member.call('GET', '/v1/auth/session')];
      // A month later the key and the session have expired; a month earlier they have not.
      expect(both.map((reply) => reply.statusCode)).toEqual(jump < 0 ? [200, 200] : [401, 401]);
      const login = await app.call('POST', '/v1/auth/login', { email: member.email, password: PASSWORD });
      expect(login.statusCode).toBe(200);
      const audit = (await account.call('GET', '/v1/audit')).json() as { entries: { id: number }[] };
      expect(audit.entries.map((entry) => entry.id)).toEqual(
        audit.entries.map((entry) => entry.id).toSorted((left, right) => right - left),
      );
      expect((await account.call('GET', '/v1/audit/verify')).json()).toMatchObject({ valid: true });
    }
    const hand = new Worker([later]);
    hand.attach(app.services);
    await hand.round();
    await hand.settled();
    expect((await countJobs(app.services.metadata.reader)).queued).toBe(0);
    expect(runs).toBe(1);
  });
});

describe('the data directory', () => {
  const HOLD = `
    import { lockDataDirectory } from '#data-directory';
    lockDataDirectory(JSON.parse(process.argv[1]));
    console.log('held');
    setInterval(() => {}, 1_000);`;

  const log = pino({ level: 'silent' });
  const open = (config: Config) => openApp(config, log, { records });

  it('rejects a second process with an error that names the first; kill -9 releases it', async () => {
    const config = await testConfig();
    const child = runChild(HOLD, config.dataDir);
    expect(await child.line).toBe('held');
    expect(isLocked(config.dataDir)).toBe(true);
    const { pid } = child.process;
    await expect(open(config)).rejects.toThrow(
      `Another Tracewell process (process ${pid}) is using ${config.dataDir}. Stop it first`,
    );
    expect(isLocked(config.dataDir)).toBe(true);
    child.process.kill('SIGKILL');
    await child.ended;
    expect(isLocked(config.dataDir)).toBe(false);
    const app = await open(config);
    expect(readFileSync(path.join(config.dataDir, 'tracewell.pid'), 'utf8')).toBe(`${process.pid}\n`);
    await expect(open(config)).rejects.toThrow(`process ${process.pid}`);
    await app.stop();
    expect(isLocked(config.dataDir)).toBe(false);
    expect(existsSync(path.join(config.dataDir, 'tracewell.pid'))).toBe(false);
  });

  it('is released if the start fails', async () => {
    const config = await testConfig();
    const gone: Config = { ...config, metadata: { kind: 'postgres', url: 'postgres://u:p@127.0.0.1:1/x' } };
    await expect(open(gone)).rejects.toMatchObject({ reason: 'metadata_unavailable' });
    expect(isLocked(config.dataDir)).toBe(false);
  });

  it('is checked without being created', () => {
    const missing = path.join(freshFolder(), 'missing');
    expect(isLocked(missing)).toBe(false);
    expect(existsSync(missing)).toBe(false);
  });

  it('is rejected with a clear error if it is not writable', async () => {
    const folder = freshFolder();
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    for (const directory of [path.join(file, 'below'), file]) {
      expect(() => lockDataDirectory(directory)).toThrow(/cannot be written \(E[A-Z]+\).*TRACEWELL_DATA_DIR/);
    }
    const locked = path.join(folder, 'locked');
    mkdirSync(locked, { mode: 0o755 });
    chmodSync(locked, 0o555);
    const isRoot = process.getuid?.() === 0;
    const code = `
      import { lockDataDirectory } from '#data-directory';
      try {
        lockDataDirectory(JSON.parse(process.argv[1]));
        console.log('locked');
      } catch (error) {
        console.log(error.message);
      }`;
    const { stdout } = await runChild(code, locked, isRoot ? { uid: 65_534 } : {}).ended;
    expect(stdout).toContain(`The data directory ${locked} cannot be written (EACCES).`);
  });

  it('is rejected with its own error if the lock file is broken', () => {
    const folder = freshFolder();
    writeFileSync(path.join(folder, 'tracewell.lock'), 'garbage'.repeat(1_000));
    expect(() => lockDataDirectory(folder)).toThrow(/lock file .* cannot be used .*can be deleted/);
    rmSync(path.join(folder, 'tracewell.lock'));
    writeFileSync(path.join(folder, 'tracewell.pid'), 'nonsense');
    const first = lockDataDirectory(folder);
    writeFileSync(path.join(folder, 'tracewell.pid'), 'nonsense');
    expect(() => lockDataDirectory(folder)).toThrow(`Another Tracewell process is using ${folder}.`);
    first.release();
  });
});

describe('the master key', () => {
  const log = pino({ level: 'silent' });
  const open = (config: Config) => openApp(config, log, { records });

  it('is rejected if the data was written with another one', async () => {
    const config = await testConfig();
    await (await open(config)).stop();
    const other = (await testConfig()).masterKey;
    await expect(open({ ...config, masterKey: other })).rejects.toThrow(
      'The master key is not the one this data was written with. Set TRACEWELL_MASTER_KEY to the original key.',
    );
    await (await open(config)).stop();
  });

  it('is stored in a file that only its owner can read, and reported missing if that is deleted', async () => {
    const config = await testConfig({ masterKey: null });
    await (await open(config)).stop();
    const file = path.join(config.dataDir, 'master.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = readFileSync(file);
    rmSync(file);
    await expect(open(config)).rejects.toThrow(/master key is missing: .*master\.key is gone/);
    expect(existsSync(file)).toBe(false);
    for (const broken of ['', 'not a key', kept.subarray(0, 20)]) {
      writeFileSync(file, broken);
      await expect(open(config)).rejects.toThrow('does not hold 32 bytes');
    }
    writeFileSync(file, Buffer.alloc(32, 1).toString('base64'));
    await expect(open(config)).rejects.toThrow(/Put the original master.key back/);
    writeFileSync(file, kept);
    await (await open(config)).stop();
  });

  it('is created once by several concurrent starts', async () => {
    const config = await testConfig({ masterKey: null });
    const metadata = await Metadata.open(config.metadata);
    onTestFinished(() => metadata.close());
    const keys = await Promise.all(Array.from({ length: 5 }, () => loadMasterKey(config, metadata)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  });
});

describe('a newer schema', () => {
  it('is rejected at start with a clear error, and the folder is released', async () => {
    const config = await testConfig();
    const store = await Metadata.open(config.metadata);
    await store.transaction((db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`.execute(db),
    );
    await store.close();
    await expect(openApp(config, pino({ level: 'silent' }), { records })).rejects.toThrow(
      /newer version of Tracewell/,
    );
    expect(isLocked(config.dataDir)).toBe(false);
  });
});
