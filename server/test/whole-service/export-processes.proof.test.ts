// Scheduled exports of real services in their own processes: one is killed in the middle of an export, and
// two share the exports of several accounts. The bucket is in this process, so the tests see every request.
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { Metadata } from '#metadata/open';
import { eventually } from '#test/support/eventually';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { serviceRecords, testEngines, testOptions } from '#test/support/records-engine';
import { S3_KEY, openS3Store, type S3Store } from '#test/support/s3-store';
import { sampleRecord } from '#test/support/sample-records';
import { startService, type Service } from '#test/support/service-process';

const PATH = '/v1/account/export-schedule';
const SLOW_MS = 300_000;
const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
const at = (daysAgo: number) => new Date(noon - daysAgo * DAY_MS).toISOString();
const partOf = (daysAgo: number) => `calls/day=${at(daysAgo).slice(0, 10)}/part-0.parquet`;
const allowed = { TRACEWELL_OUTBOUND_ALLOW: '127.0.0.1/32' };

interface Manifest {
  complete: boolean;
  files: { path: string; rows: number; bytes: number; sha256: string }[];
}
const manifestIn = ({ files }: S3Store, prefix: string) =>
  JSON.parse(files.get(`${prefix}/manifest.json`)?.bytes.toString() ?? 'null') as Manifest | null;

/** The files of an export as its manifest lists them, each compared with what the bucket has. */
function listed(store: S3Store, prefix: string): [string, number][] {
  const manifest = manifestIn(store, prefix);
  expect(manifest?.complete).toBe(true);
  return (manifest?.files ?? []).map(({ path: name, rows, bytes, sha256 }) => {
    const there = store.files.get(`${prefix}/${name}`)?.bytes ?? Buffer.alloc(0);
    expect([there.length, createHash('sha256').update(there).digest('hex')]).toEqual([bytes, sha256]);
    return [name, rows];
  });
}

/** In the order in which they arrived. */
const partsSent = (store: S3Store) =>
  store.asked
    .filter((asked) => /^PUT .*\.parquet$/.test(asked))
    .map((asked) => decodeURIComponent(asked.slice('PUT /bucket/'.length)));

/** An account with a record on each of the last days, and the setting for its export. */
async function exportingAccount(service: Service, store: S3Store, name: string, days: number) {
  const order = { email: `${name}@example.com`, password: 'correct horse battery', plan: 'team' };
  const made = await service.operate('POST', '/operator/accounts', order);
  const { apiKey } = JSON.parse(made.text) as { apiKey: string };
  const records = Array.from({ length: days }, (_, n) =>
    sampleRecord({ id: `${name}-${n}`, timestamp: at(n) }),
  );
  const sent = await service.call('POST', '/v1/ingest', apiKey, { records });
  expect(JSON.parse(sent.text)).toEqual({ accepted: days, rejected: [] });
  const { endpoint } = store;
  const s3 = { endpoint, region: 'eu-north-1', bucket: 'bucket', prefix: name, ...S3_KEY };
  const set = await service.call('PUT', PATH, apiKey, { s3 });
  expect([set.status, set.text]).toEqual([200, expect.not.stringContaining(S3_KEY.secretAccessKey)]);
  return { name, apiKey };
}

const scheduleOf = async (service: Service, apiKey: string) =>
  JSON.parse((await service.call('GET', PATH, apiKey)).text).schedule;

/** The setting after its first run. */
const exported = (service: Service, apiKey: string) =>
  eventually(
    async () => {
      const schedule = await scheduleOf(service, apiKey);
      expect([schedule.state, schedule.lastRun]).toEqual(['idle', expect.anything()]);
      return schedule;
    },
    { timeout: 120_000, interval: 200 },
  );

const exportsInAudit = async (service: Service, apiKey: string) =>
  (JSON.parse((await service.call('GET', '/v1/audit', apiKey)).text).entries as { action: string }[]).filter(
    ({ action }) => action === 'data.export',
  );

// The lease of the killed process lasts half a minute.
it.skipIf(inject('engine') !== 'sqlite' || process.env['TEST_ALL'] !== '1')(
  'kill -9 in the middle of an export: the next start continues it, and each day is in the export once',
  { timeout: SLOW_MS },
  async () => {
    const env = { ...serviceRecords(), ...allowed };
    const store = await openS3Store();
    const folder = path.join(freshFolder(), 'data');
    const first = await startService({ folder, env });
    const DAYS = 6;
    const { name, apiKey } = await exportingAccount(first, store, 'killed', DAYS);
    // The bucket gets the file of the fourth day, but the service does not learn of it and the manifest does
    // not list it.
    const killed = Promise.withResolvers<void>();
    store.before.run = async () => {
      if (partsSent(store).length === 4) await first.kill().then(killed.resolve, killed.reject);
    };
    expect((await first.call('POST', `${PATH}/run`, apiKey)).status).toBe(202);
    await killed.promise;
    store.before.run = null;
    const half = manifestIn(store, name);
    expect(half).toMatchObject({ complete: false });
    expect(half?.files.map((file) => file.path)).toEqual([5, 4, 3].map(partOf));

    const second = await startService({ folder, env });
    expect(await exported(second, apiKey)).toMatchObject({
      rows: DAYS,
      files: DAYS,
      lastRun: { error: null },
    });
    const order = [5, 4, 3, 2, 1, 0].map(partOf);
    expect(listed(store, name)).toEqual(order.map((part) => [part, 1]));
    expect(manifestIn(store, name)?.files.slice(0, 3)).toEqual(half?.files);
    expect([...store.files.keys()].toSorted()).toEqual(
      [...order, 'manifest.json'].map((file) => `${name}/${file}`).toSorted(),
    );
    // Only the day in which it was killed was sent twice.
    expect(partsSent(store)).toEqual([5, 4, 3, 2, 2, 1, 0].map((daysAgo) => `${name}/${partOf(daysAgo)}`));
    expect(await exportsInAudit(second, apiKey)).toHaveLength(1);
    for (const { log } of [first, second]) expect(log()).not.toContain(S3_KEY.secretAccessKey);
  },
);

describe.skipIf(inject('engine') !== 'postgres' || process.env['TEST_ALL'] !== '1')('two processes', () => {
  it('share the daily exports of all accounts, and run each of them once', { timeout: SLOW_MS }, async () => {
    const server = (await testEngines()).find(({ config }) => config.kind === 'server');
    const metadata = await freshMetadata(freshFolder());
    if (server?.config.kind !== 'server' || metadata.kind !== 'postgres')
      throw new Error('There are no servers to test with.');
    const env = {
      ...allowed,
      TRACEWELL_POSTGRES_URL: metadata.url,
      TRACEWELL_CLICKHOUSE_URL: new URL(testOptions().database, server.config.url).href,
      TRACEWELL_MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const store = await openS3Store();
    const one = await startService({ env });
    const two = await startService({ env });
    const ACCOUNTS = 6;
    const accounts = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, n) =>
        exportingAccount(n % 2 === 0 ? one : two, store, `a${n}`, 2),
      ),
    );
    // A process runs two exports at a time, so a third account at the same time belongs to the other process.
    const begun = new Set<string>();
    const both = Promise.withResolvers<void>();
    store.before.run = async (asked) => {
      begun.add(asked.split('/')[2] ?? '');
      if (begun.size >= 3) both.resolve();
      await both.promise;
    };
    const db = await Metadata.open(metadata);
    try {
      await db.transaction((tx) =>
        tx.updateTable('job_schedules').set({ next_run_at: 1 }).where('name', '=', 'daily-exports').execute(),
      );
      for (const { name, apiKey } of accounts) {
        const done = await exported(one, apiKey);
        expect(done).toMatchObject({ rows: 2, files: 2, lastRun: { error: null, daysWritten: 2 } });
        expect(await scheduleOf(two, apiKey)).toEqual(done);
        expect(listed(store, name)).toEqual([1, 0].map((daysAgo) => [partOf(daysAgo), 1]));
        expect(await exportsInAudit(two, apiKey)).toHaveLength(1);
      }
      const jobs = await db.reader.selectFrom('jobs').select(['name', 'status', 'attempt']).execute();
      const those = jobs.filter((job) => job.name === 'daily-exports' || job.name === 'scheduled-export');
      expect(those.toSorted((left, right) => (left.name < right.name ? -1 : 1))).toEqual([
        { name: 'daily-exports', status: 'done', attempt: 1 },
        ...accounts.map(() => ({ name: 'scheduled-export', status: 'done', attempt: 1 })),
      ]);
    } finally {
      await db.close();
    }
    const sent = partsSent(store);
    expect(sent).toHaveLength(2 * ACCOUNTS);
    expect(new Set(sent).size).toBe(sent.length);
  });
});
