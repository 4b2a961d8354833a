import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { OPERATOR_TOKEN, makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { freshFolder } from '#test/support/metadata';
import { runJobs } from '#test/support/run-jobs';
import { S3_KEY, openS3Store, type S3Store } from '#test/support/s3-store';
import { sampleRecord } from '#test/support/sample-records';
import { runScheduledExport } from '../../src/archive/scheduled/run-export.ts';

const PATH = '/v1/account/export-schedule';
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const clock = new FakeClock(today + 2 * HOUR_MS);
const exportDir = freshFolder();
const config = { outboundAllow: ['127.0.0.1/32'], exportDir };
const at = (daysAgo: number, ms = 0) => new Date(today - daysAgo * DAY_MS + HOUR_MS + ms).toISOString();
const day = (daysAgo: number) => at(daysAgo).slice(0, 10);

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock, config });
});
afterAll(() => app.stop());

const put = (account: TestAccount, body: object) => account.call('PUT', PATH, body);
const shown = async (account: TestAccount) => (await account.call('GET', PATH)).json();
const bucketAt = (store: Pick<S3Store, 'endpoint'>, more: object = {}) => ({
  s3: {
    endpoint: store.endpoint,
    region: 'eu-north-1',
    bucket: 'bucket',
    prefix: 'acme',
    ...S3_KEY,
    ...more,
  },
});
const send = async (account: TestAccount, ...records: Record<string, unknown>[]) => {
  const body = { records: records.map((record) => sampleRecord(record)) };
  expect((await account.call('POST', '/v1/ingest', body)).json()).toMatchObject({ accepted: records.length });
};
const run = async (account: TestAccount) => {
  expect((await account.call('POST', `${PATH}/run`)).statusCode).toBe(202);
  await runJobs(app);
  return (await shown(account)).schedule;
};
const manifestIn = ({ files }: S3Store) =>
  JSON.parse(files.get('acme/manifest.json')?.bytes.toString() ?? 'null') as {
    complete: boolean;
    window: { to: string };
    files: { path: string; rows: number }[];
  };
const actionsOf = async (account: TestAccount): Promise<string[]> =>
  (await account.call('GET', '/v1/audit')).json().entries.map(({ action }: { action: string }) => action);
const systemOf = ({ services }: TestApp): SystemContext => ({
  ...services,
  db: services.metadata.reader,
  actor: { type: 'system', id: 'test' },
  origin: { requestId: '', ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
});
const keyRow = (accountId: string) =>
  app.services.metadata.reader
    .selectFrom('export_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();

describe('the setting', () => {
  it('200, 204: is made, read, changed and deleted, each change with its audit entry, the key masked and sealed', async () => {
    const account = await app.account();
    const store = await openS3Store();
    expect(await shown(account)).toEqual({ schedule: null, foldersAllowed: true, contentAllowed: false });
    const made = await put(account, bucketAt(store));
    expect(made.statusCode).toBe(200);
    expect(made.json().schedule).toMatchObject({
      enabled: true,
      content: false,
      folder: null,
      s3: {
        endpoint: store.endpoint,
        region: 'eu-north-1',
        bucket: 'bucket',
        prefix: 'acme',
        accessKeyId: '…EKEY',
      },
      state: 'idle',
      nextRunAt: new Date(today + DAY_MS + 80 * 60_000).toISOString(),
      exportedThrough: null,
      lastRun: null,
    });
    expect(await shown(account)).toEqual(made.json());
    expect(JSON.stringify(await keyRow(account.id))).not.toMatch(/AKIATEST|a\+secret/);
    // A form sends back what it was shown.
    const { accessKeyId } = made.json().schedule.s3;
    const kept = bucketAt(store, { accessKeyId, secretAccessKey: undefined, prefix: 'other' });
    const changed = await put(account, { ...kept, enabled: false });
    expect(changed.json().schedule).toMatchObject({
      enabled: false,
      nextRunAt: null,
      s3: { prefix: 'other' },
    });
    expect((await put(account, { ...kept, enabled: false })).statusCode).toBe(200);
    expect((await account.call('DELETE', PATH)).statusCode).toBe(204);
    expect((await account.call('DELETE', PATH)).statusCode).toBe(404);
    expect((await shown(account)).schedule).toBeNull();
    expect((await actionsOf(account)).slice(0, 3)).toEqual([
      'export_schedule.delete',
      'export_schedule.set',
      'export_schedule.set',
    ]);
    expect((await account.call('GET', '/v1/audit')).body).not.toMatch(/AKIATEST|a\+secret/);
  });

  it('400, 409: rejects places that are not allowed, with the name of the field', async () => {
    const account = await app.account();
    const store = await openS3Store();
    const refused = async (body: object, status: number, reason: string, field: string) => {
      const reply = await put(account, body);
      expect([reply.statusCode, reply.json().reason]).toEqual([status, reason]);
      expect(reply.json().details[0].path).toBe(field);
    };
    for (const folder of ['../out', 'a/../../b', '/etc', 'a\\b', 'C:x', 'a b'])
      await refused({ folder }, 400, 'folder_not_allowed', 'folder');
    await refused({}, 400, 'invalid_request', 's3');
    await refused({ folder: 'a', ...bucketAt(store) }, 400, 'invalid_request', 's3');
    await refused(bucketAt(store, { bucket: 'UP_' }), 400, 'invalid_request', 's3.bucket');
    await refused(bucketAt(store, { prefix: 'a/../b' }), 400, 'invalid_request', 's3.prefix');
    await refused(
      bucketAt(store, { secretAccessKey: undefined }),
      400,
      'access_key_required',
      's3.secretAccessKey',
    );
    await refused(bucketAt(store, { accessKeyId: '…EKEY' }), 400, 'invalid_request', 's3.accessKeyId');
    for (const [endpoint, reason] of [
      ['https://10.0.0.1', 'blocked_address'],
      ['http://minio.example.com', 'not_https'],
      ['https://me:pw@minio.example.com', 'credentials_in_url'],
      ['ftp://minio.example.com', 'not_https'],
    ] as const)
      await refused(bucketAt(store, { endpoint }), 400, reason, 's3.endpoint');
    await refused({ ...bucketAt(store), content: true }, 409, 'content_not_stored', 'content');
    // A stored key does not follow to another endpoint or bucket.
    await put(account, { ...bucketAt(store), enabled: false });
    const other = await openS3Store();
    const masked = { secretAccessKey: undefined, accessKeyId: '…EKEY' };
    await refused(bucketAt(other, masked), 400, 'access_key_required', 's3.secretAccessKey');
    await refused(
      bucketAt(store, { ...masked, bucket: 'bucket2' }),
      400,
      'access_key_required',
      's3.secretAccessKey',
    );
  });

  it('409 folders_not_allowed: without the permission of the operator', async () => {
    const closed = await openTestApp({ clock });
    const account = await closed.account();
    expect((await put(account, { folder: 'daily' })).json().reason).toBe('folders_not_allowed');
    const tested = await account.call('POST', `${PATH}/test`, { folder: 'daily' });
    expect([tested.statusCode, tested.json().reason]).toEqual([409, 'folders_not_allowed']);
    expect((await shown(account)).foldersAllowed).toBe(false);
  });

  it('403: is changed by admins only', async () => {
    const account = await app.account();
    for (const caller of [await account.member('member'), await account.key(['read'])]) {
      expect((await caller.call('PUT', PATH, { folder: 'a' })).statusCode).toBe(403);
      expect((await caller.call('POST', `${PATH}/run`)).statusCode).toBe(403);
      expect((await caller.call('POST', `${PATH}/test`, { folder: 'a' })).statusCode).toBe(403);
      expect((await caller.call('GET', PATH)).statusCode).toBe(200);
    }
  });
});

describe('the test of a place', () => {
  it('writes and removes a file, and says what fails', async () => {
    const account = await app.account();
    const store = await openS3Store();
    const test = async (body?: object) => (await account.call('POST', `${PATH}/test`, body)).json();
    expect((await account.call('POST', `${PATH}/test`)).statusCode).toBe(404);
    expect(await test(bucketAt(store))).toEqual({ ok: true, error: null, errorDetail: null });
    expect(store.asked.map((asked) => asked.split(' ')[0])).toEqual(['PUT', 'HEAD', 'DELETE', 'HEAD']);
    expect(store.files.size).toBe(0);
    expect(await test(bucketAt(store, { secretAccessKey: 'wrong' }))).toEqual({
      ok: false,
      error: 's3_refused',
      errorDetail: 'SignatureDoesNotMatch',
    });
    const gone = await openS3Store();
    gone.close();
    expect(await test(bucketAt(gone))).toEqual({
      ok: false,
      error: 's3_unreachable',
      errorDetail: 'connection_failed',
    });
    const folder = await account.call('POST', `${PATH}/test`, { folder: 'daily' });
    expect(folder.json()).toMatchObject({ ok: true });
    expect(readdirSync(path.join(exportDir, account.id, 'daily'))).toEqual([]);
    expect((await account.call('POST', `${PATH}/test`, { folder: 'daily' })).statusCode).toBe(429);
  });

  it('finds a key that may not list the bucket, and a folder that leads elsewhere', async () => {
    const account = await app.account();
    const store = await openS3Store();
    const test = async (body: object) => (await account.call('POST', `${PATH}/test`, body)).json();
    store.before.run = (asked) => {
      const [method, url = ''] = asked.split(' ');
      if (method === 'HEAD' && !store.files.has(url.slice('/bucket/'.length))) store.faults.push(403);
    };
    expect(await test(bucketAt(store))).toEqual({
      ok: false,
      error: 's3_refused',
      errorDetail: 'status 403',
    });
    const elsewhere = freshFolder();
    mkdirSync(path.join(exportDir, account.id));
    symlinkSync(elsewhere, path.join(exportDir, account.id, 'link'));
    expect(await test({ folder: 'link/daily' })).toMatchObject({ ok: false, error: 'target_not_writable' });
    await put(account, { folder: 'link' });
    expect(await run(account)).toMatchObject({ lastRun: { error: 'target_not_writable' } });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('a run', () => {
  it('is queued every day, once, for accounts that want it', async () => {
    const account = await app.account();
    const idle = await app.account();
    await put(account, { folder: 'daily' });
    await put(idle, { folder: 'daily', enabled: false });
    expect((await idle.call('POST', `${PATH}/run`)).json().reason).toBe('export_disabled');
    await app.services.jobs.runNow('daily-exports');
    await app.services.jobs.runNow('daily-exports');
    expect((await shown(account)).schedule.state).toBe('waiting');
    const jobs = await app.services.metadata.reader
      .selectFrom('jobs')
      .select('unique_key')
      .where('name', '=', 'scheduled-export')
      .where('status', '=', 'queued')
      .execute();
    expect(jobs.filter(({ unique_key: key }) => key?.includes(account.id))).toHaveLength(1);
    expect(jobs.filter(({ unique_key: key }) => key?.includes(idle.id))).toHaveLength(0);
    await runJobs(app);
    expect((await shown(account)).schedule).toMatchObject({ state: 'idle', lastRun: { error: null } });
    expect(existsSync(path.join(exportDir, account.id, 'daily', 'manifest.json'))).toBe(true);
  });

  it('writes the days that are over, then late records, with its status and audit entry', async () => {
    const account = await app.account();
    const store = await openS3Store();
    await put(account, bucketAt(store));
    await send(
      account,
      { id: 'a', timestamp: at(2) },
      { id: 'b', timestamp: at(1) },
      { id: 'c', timestamp: at(0) },
    );
    const first = await run(account);
    expect(first).toMatchObject({
      state: 'idle',
      exportedThrough: day(1),
      lastRun: { error: null, daysWritten: 2 },
      rows: 2,
      files: 2,
    });
    const manifest = manifestIn(store);
    expect([manifest.complete, manifest.window.to]).toEqual([true, day(1)]);
    expect(manifest.files.map((file) => [file.path, file.rows])).toEqual([
      [`calls/day=${day(2)}/part-0.parquet`, 1],
      [`calls/day=${day(1)}/part-0.parquet`, 1],
    ]);
    expect(first.bytes).toBe(
      manifest.files.reduce(
        (sum, file) => sum + (store.files.get(`acme/${file.path}`)?.bytes.length ?? 0),
        0,
      ),
    );
    await send(account, { id: 'late', timestamp: at(2, 5) });
    expect(await run(account)).toMatchObject({ rows: 3, lastRun: { daysWritten: 1 } });
    expect(await run(account)).toMatchObject({ rows: 3, lastRun: { daysWritten: 0 } });
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    const exports = entries.filter(({ action }: { action: string }) => action === 'data.export');
    expect(exports).toHaveLength(3);
    expect(exports[0].metadata).toMatchObject({ place: 's3://bucket/acme', scheduled: true });
  });

  it('that fails names a code and is tried again later, or at once when someone asks', async () => {
    const account = await app.account();
    const store = await openS3Store('another secret');
    await put(account, bucketAt(store));
    expect(await run(account)).toMatchObject({
      state: 'waiting',
      exportedThrough: null,
      lastRun: { error: 's3_refused', errorDetail: 'SignatureDoesNotMatch' },
    });
    const before = store.asked.length;
    await runJobs(app);
    expect(store.asked).toHaveLength(before);
    await run(account);
    expect(store.asked.length).toBeGreaterThan(before);
    // A fault that only a person can end is not tried again before the next day.
    const foreign = path.join(exportDir, account.id, 'taken');
    mkdirSync(foreign, { recursive: true });
    writeFileSync(path.join(foreign, 'manifest.json'), '{"format":"another"}');
    await put(account, { folder: 'taken' });
    expect(await run(account)).toMatchObject({ state: 'idle', lastRun: { error: 'export_damaged' } });
    expect(readFileSync(path.join(foreign, 'manifest.json'), 'utf8')).toContain('another');
  });

  it('with content ends with the consent of the account', async () => {
    const account = await app.account();
    const consent = (plaintextStorage: boolean) =>
      app.call(
        'PUT',
        `/operator/accounts/${account.id}/consents`,
        { plaintextStorage },
        {
          authorization: `Bearer ${OPERATOR_TOKEN}`,
        },
      );
    await consent(true);
    expect((await put(account, { folder: 'all', content: true })).statusCode).toBe(200);
    expect(await run(account)).toMatchObject({ lastRun: { error: null } });
    await consent(false);
    expect(await run(account)).toMatchObject({ state: 'idle', lastRun: { error: 'content_not_stored' } });
  });

  it('continues after a kill and in the next slice, and stops when the setting is deleted', async () => {
    const account = await app.account();
    const store = await openS3Store();
    await put(account, bucketAt(store));
    await send(account, ...[1, 2, 3, 4].map((n) => ({ id: `d${n}`, timestamp: at(n) })));
    const system = systemOf(app);
    const never = new AbortController().signal;
    const dayPuts = () => store.asked.filter((asked) => /^PUT .*part-/.test(asked)).length;
    // A killed process sends nothing more: its signal stands for it.
    const killed = new AbortController();
    store.before.run = (asked) => {
      if (/^PUT .*part-/.test(asked) && dayPuts() === 3) killed.abort();
    };
    await expect(runScheduledExport(system, account.id, killed.signal)).rejects.toThrow('aborted');
    store.before.run = null;
    expect(manifestIn(store).complete).toBe(false);
    expect((await shown(account)).schedule.lastRun).toBeNull();
    // Slices without time write one day each.
    const written = dayPuts();
    await expect(runScheduledExport(system, account.id, never, 0)).rejects.toMatchObject({
      reason: 'export_continues',
    });
    expect(dayPuts()).toBe(written + 1);
    await runScheduledExport(system, account.id, never);
    expect(manifestIn(store)).toMatchObject({ complete: true });
    expect(manifestIn(store).files).toHaveLength(4);
    // Also those of the killed attempt and of the slice before.
    expect((await shown(account)).schedule).toMatchObject({
      rows: 4,
      lastRun: { error: null, daysWritten: 4 },
    });

    await send(account, { id: 'late-1', timestamp: at(1, 9) }, { id: 'late-2', timestamp: at(2, 9) });
    store.before.run = async (asked) => {
      if (/^PUT .*part-/.test(asked)) await account.call('DELETE', PATH);
    };
    await expect(runScheduledExport(system, account.id, never)).rejects.toMatchObject({
      reason: 'export_changed',
    });
    store.before.run = null;
    await runScheduledExport(system, account.id, never);
    expect(manifestIn(store).complete).toBe(false);
    expect((await shown(account)).schedule).toBeNull();
  });
});
