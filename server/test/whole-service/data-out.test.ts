// Export and import on real stores: the records of one account are exported, read by the engine as by any
// other reader, and imported into another account, where they are the same. With TEST_ALL=1, the last test
// kills a real export half-way.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { inAccount } from '#features/operator';
import { orderExport, orderImport, type DataExportReport, type DataImportReport } from '#archive';
import { OPERATOR_TOKEN, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { freshFolder } from '#test/support/metadata';
import { leftToSqlite, serviceRecords } from '#test/support/records-engine';
import { storeOfRun } from '#test/support/records-of-a-run';
import { sampleRecord } from '#test/support/sample-records';
import { plain } from '#test/support/sample-spans';
import { startService, tracewell } from '#test/support/service-process';
import { exportData } from '../../src/archive/export-data.ts';
import { folderTarget } from '#lib/storage/target';

const SLOW_MS = 400_000;
const never = new AbortController().signal;
const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
const at = (daysAgo: number, ms = 0) => new Date(noon - daysAgo * DAY_MS + ms).toISOString();
const day = (daysAgo: number) => at(daysAgo).slice(0, 10);

interface Manifest {
  complete: boolean;
  content: boolean;
  files: { path: string; table: string; day: string; rows: number; bytes: number; sha256: string }[];
}
const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;

async function storing(app: TestApp): Promise<TestAccount> {
  const account = await app.account({ plan: 'team' });
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
  return account;
}

const FULL = {
  id: 'full',
  timestamp: at(1),
  tags: { env: 'prod', 'team name': '日本 🚀' },
  error: 'rate_limited',
  errorDetails: { status: 429, message: 'Slow down, Ada' },
  traceId: 't-1',
  spanId: 's-1',
  sessionId: 'session 1',
  toolCalls: [{ name: 'search', arguments: { q: 'secret plan' }, result: 'found', durationMs: 4 }],
  requestMeta: {
    input: [{ role: 'user', content: 'What is the "plan"?' }],
    output: 'Wait.',
    cachedTokens: 100,
    reasoningTokens: 7,
    ttftMs: 12,
    anything: 'that was said',
  },
};

describe.skipIf(leftToSqlite(inject('engine')))('data out', () => {
  let app: TestApp;
  let owner: TestAccount;
  const folder = path.join(freshFolder(), 'with');
  const plainFolder = path.join(freshFolder(), 'without');
  const span = plain({ 'input.value': 'a private question', 'http.request.method': 'GET' }, 'GET /x', noon);

  const send = async (to: TestAccount, records: unknown[], headers = {}) => {
    const reply = await to.call('POST', '/v1/ingest', { records }, headers);
    expect(reply.json()).toEqual({ accepted: records.length, rejected: [] });
  };
  const exportTo = (to: string, more: object = {}): Promise<DataExportReport> =>
    orderExport(app.services, { accountId: owner.id, place: to, content: true, ...more }, never);
  const importInto = (account: TestAccount, from = folder, more: object = {}): Promise<DataImportReport> =>
    orderImport(app.services, { accountId: account.id, place: from, ...more }, never);
  const callOf = async (account: TestAccount, id: string) =>
    (await account.call('GET', `/v1/query/calls/${id}`)).json();

  const accepted = async (url: string, body: object) => {
    const reply = await owner.call('POST', url, body);
    if (reply.statusCode !== 200) throw new Error(reply.body);
  };

  beforeAll(async () => {
    app = await makeTestApp();
    owner = await storing(app);
    const project = (await owner.call('POST', '/v1/projects', { name: 'Bern' })).json().id;
    await send(owner, [
      sampleRecord(FULL),
      ...Array.from({ length: 30 }, (_, n) => sampleRecord({ id: `old-${n}`, timestamp: at(2, n) })),
    ]);
    await send(owner, [sampleRecord({ id: 'of-bern', timestamp: at(1, 1) })], { 'x-project-id': project });
    await storeOfRun(app, owner.id, [
      sampleRecord({ id: 'of-run', timestamp: at(2), tags: { 'tracewell.eval_run': '7' } }),
    ]);
    const traces = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    await accepted('/v1/traces', traces);
    const scores = [
      { id: 'n', name: 'quality', value: 0.5, callId: 'full', createdAt: at(1), comment: 'so so' },
      { id: 'b', name: 'ok', value: true, callId: 'full', createdAt: at(1) },
      { id: 'c', name: 'kind', value: 'bug', traceId: 't-1', createdAt: at(1), metadata: { by: 'Ada' } },
      { id: 't', name: 'note', dataType: 'text', value: 'a "long" text', callId: 'full', createdAt: at(2) },
    ];
    await accepted('/v1/scores', { scores });
  }, SLOW_MS);
  afterAll(() => app.stop());

  it(
    'consists of files by day, with a manifest and an entry in the audit log',
    async () => {
      const without = await exportTo(plainFolder, { content: false });
      const made = await exportTo(folder);
      expect(made).toMatchObject({
        rows: { calls: 33, observations: 1, scores: 4 },
        written: 5,
        kept: 0,
        removed: 0,
        content: true,
      });
      expect(without.rows).toEqual(made.rows);
      const { files, complete } = manifestIn(folder);
      expect(complete).toBe(true);
      expect(files.map((file) => [file.path, file.rows])).toEqual([
        [`calls/day=${day(2)}/part-0.parquet`, 31],
        [`calls/day=${day(1)}/part-0.parquet`, 2],
        [`observations/day=${day(0)}/part-0.parquet`, 1],
        [`scores/day=${day(2)}/part-0.parquet`, 1],
        [`scores/day=${day(1)}/part-0.parquet`, 3],
      ]);
      expect(statSync(path.join(folder, files[0]?.path ?? '')).mode & 0o777).toBe(0o600);

      const entries = (await owner.call('GET', '/v1/audit')).json().entries as { action: string }[];
      expect(entries.filter(({ action }) => action === 'data.export')).toHaveLength(2);
    },
    SLOW_MS,
  );

  it(
    'can be read by the engine, without content unless requested',
    async ({ skip }) => {
      const engine = await testEngine();
      skip(engine.kind !== 'embedded', 'a server does not read files of this machine');
      const read = (from: string, table: string, columns: string, where = '1') =>
        engine.query(
          `SELECT ${columns} FROM file('${from}/${table}/*/*.parquet', 'Parquet') WHERE ${where} ORDER BY id`,
        );
      expect(
        await read(folder, 'calls', 'input, output, content, cachedTokens, tags, costUsd', `id = 'full'`),
      ).toEqual([
        {
          input: JSON.stringify(FULL.requestMeta.input),
          output: '"Wait."',
          content: expect.stringContaining('secret plan'),
          cachedTokens: 100,
          tags: FULL.tags,
          costUsd: 0.001,
        },
      ]);
      expect(await read(folder, 'scores', 'id, number, label, text, comment')).toEqual([
        { id: 'b', number: 1, label: null, text: null, comment: null },
        { id: 'c', number: null, label: 'bug', text: null, comment: null },
        { id: 'n', number: 0.5, label: null, text: null, comment: 'so so' },
        { id: 't', number: null, label: null, text: 'a "long" text', comment: null },
      ]);
      const everything = JSON.stringify([
        await read(plainFolder, 'calls', '*'),
        await read(plainFolder, 'observations', '*'),
        await read(plainFolder, 'scores', '*'),
      ]);
      for (const said of [
        'Wait.',
        'secret plan',
        'that was said',
        'private question',
        'so so',
        'long',
        'Ada',
      ])
        expect(everything).not.toContain(said);
    },
    SLOW_MS,
  );

  it(
    'can be imported into another account unchanged, once',
    async () => {
      const other = await storing(app);
      const first = await importInto(other);
      expect(first.content).toEqual({ exported: true, stored: true });
      expect(first.tables).toMatchObject({
        calls: { read: 33, stored: 33, duplicates: 0, rejected: [] },
        observations: { read: 1, stored: 1, duplicates: 0, rejected: [] },
        scores: { read: 4, stored: 4, duplicates: 0, rejected: [] },
      });
      const again = await importInto(other);
      expect(again.tables).toMatchObject({
        calls: { read: 33, stored: 0, duplicates: 33, rejected: [] },
        observations: { read: 1, stored: 0, duplicates: 1, rejected: [] },
        scores: { read: 4, stored: 0, duplicates: 4, rejected: [] },
      });
      expect(await callOf(other, 'full')).toEqual(await callOf(owner, 'full'));
      const spanOf = async (account: TestAccount) =>
        (
          await account.call('GET', `/v1/query/trace/${span.traceId}/spans/${span.traceId}-${span.spanId}`)
        ).json();
      expect(await spanOf(other)).toEqual(await spanOf(owner));
      expect(JSON.stringify(await spanOf(other))).toContain('a private question');

      const projects = (await other.call('GET', '/v1/projects')).json().projects as {
        id: string;
        name: string;
      }[];
      const bern = projects.find(({ name }) => name === 'Bern')?.id ?? '';
      const listed = await other.call('POST', '/v1/query/calls', {}, { 'x-project-id': bern });
      expect(listed.json().records.map(({ id }: { id: string }) => id)).toEqual(['of-bern']);
      // The call of a run is still omitted from lists, and does not belong to a run with that number here.
      const all = await other.call('POST', '/v1/query/calls', { limit: 200 });
      expect(all.json().records).toHaveLength(32);
      const run = await callOf(other, 'of-run');
      expect(run.call?.tags ?? run.tags).toEqual({ 'tracewell.eval_run': 'imported 7' });
    },
    SLOW_MS,
  );

  it(
    'rewrites days that have changed, and files that are missing or damaged',
    async () => {
      expect(await exportTo(folder)).toMatchObject({ written: 0, kept: 5 });
      await send(owner, [sampleRecord({ id: 'late', timestamp: at(2, 99) })]);
      expect(await exportTo(folder)).toMatchObject({ written: 1, kept: 4, rows: { calls: 34 } });
      const { files } = manifestIn(folder);
      appendFileSync(path.join(folder, files[1]?.path ?? ''), 'x');
      rmSync(path.join(folder, files[3]?.path ?? ''));
      // A part that a killed run wrote but did not record.
      const stray = path.join(folder, path.dirname(files[1]?.path ?? ''), 'part-1.parquet');
      writeFileSync(stray, 'half a file');
      expect(await exportTo(folder)).toMatchObject({ written: 2, kept: 3 });
      expect(manifestIn(folder).files).toEqual(files);
      expect(existsSync(stray)).toBe(false);
      expect((await owner.call('DELETE', '/v1/scores/t')).statusCode).toBeLessThan(300);
      expect(await exportTo(folder)).toMatchObject({ written: 0, kept: 4, removed: 1, rows: { scores: 3 } });
      expect(existsSync(path.join(folder, `scores/day=${day(2)}/part-0.parquet`))).toBe(false);
    },
    SLOW_MS,
  );

  it(
    'continues after the day at which it was interrupted',
    async () => {
      const system = {
        ...app.services,
        db: app.services.metadata.reader,
        actor: { type: 'system', id: 'test' } as const,
        origin: { requestId: '', ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
      };
      const place = path.join(freshFolder(), 'interrupted');
      const left = new AbortController();
      const inner = folderTarget(place);
      const target = {
        ...inner,
        write: async (name: string, bytes: Buffer) => {
          await inner.write(name, bytes);
          if (name === 'manifest.json') left.abort();
        },
      };
      const ctx = await inAccount(system, owner.id);
      const order = { target, content: true, signal: left.signal };
      await expect(exportData(ctx, order)).rejects.toThrow('aborted');
      const half = manifestIn(place);
      expect(half.complete).toBe(false);
      expect(half.files).toHaveLength(1);
      expect(await exportTo(place)).toMatchObject({ kept: 1, written: 3 });
      expect(manifestIn(place).files[0]).toEqual(half.files[0]);
      expect(manifestIn(place).files).toEqual(manifestIn(folder).files);
    },
    SLOW_MS,
  );

  it(
    'rejects other data, invalid days, damage, and content that is not stored',
    async () => {
      const stranger = await app.account();
      const refused = (work: Promise<unknown>, reason: string) =>
        expect(work).rejects.toMatchObject({ reason });
      await refused(exportTo(folder, { accountId: stranger.id, content: false }), 'export_of_other_data');
      await refused(exportTo(folder, { content: false }), 'export_of_other_data');
      await refused(exportTo(folder, { projectId: owner.projectId }), 'export_of_other_data');
      await refused(exportTo(`${folder}2`, { accountId: stranger.id }), 'content_not_stored');
      await refused(exportTo(`${folder}2`, { from: '2026-02-30' }), 'invalid_request');
      await refused(exportTo(`${folder}2`, { from: day(1), to: day(2) }), 'invalid_request');
      await refused(exportTo(path.join(folder, 'manifest.json')), 'target_not_writable');
      await refused(importInto(stranger, `${folder}2`), 'no_export');
      const manifest = path.join(folder, 'manifest.json');
      const good = readFileSync(manifest, 'utf8');
      for (const [from, to, reason] of [
        [/"version": 1/, '"version": 2', 'export_newer'],
        [/calls\/day=[^"]*/, '../../etc/passwd', 'export_damaged'],
        [/"sha256": "./, '"sha256": "g', 'export_damaged'],
        ['tracewell-data', 'another', 'export_damaged'],
      ] as const) {
        writeFileSync(manifest, good.replace(from, to));
        await refused(importInto(stranger), reason);
      }
      writeFileSync(manifest, good);
      const [file] = manifestIn(folder).files;
      const calls = path.join(folder, file?.path ?? '');
      const bytes = readFileSync(calls);
      writeFileSync(calls, Buffer.concat([bytes, Buffer.from('x')]));
      await refused(importInto(stranger), 'export_damaged');
      writeFileSync(calls, bytes);
      // Without consent, content is dropped as at ingest, and old records are too old for a free account.
      const made = await importInto(stranger);
      expect(made.content).toEqual({ exported: true, stored: false });
      expect(made.tables.calls).toMatchObject({ read: 34, stored: 34 });
      expect(JSON.stringify(await callOf(stranger, 'full'))).not.toMatch(/Wait|secret plan|that was said/);
    },
    SLOW_MS,
  );
});

const COMMAND = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));

// Two services and three commands, each in its own process.
it.skipIf(inject('engine') !== 'sqlite' || process.env['TEST_ALL'] !== '1')(
  'a killed export continues where it stopped, with and without a running service',
  { timeout: SLOW_MS },
  async () => {
    const env = serviceRecords();
    const folder = path.join(freshFolder(), 'data');
    const target = path.join(freshFolder(), 'out');
    const { operate, call, stop } = await startService({ folder, env });
    const order = { email: 'one@example.com', password: 'correct horse battery', plan: 'team' };
    const { accountId, apiKey } = JSON.parse((await operate('POST', '/operator/accounts', order)).text);
    const records = Array.from({ length: 80 }, (_, n) => sampleRecord({ id: `c${n}`, timestamp: at(n) }));
    expect((await call('POST', '/v1/ingest', apiKey, { records })).status).toBe(200);
    await stop();

    const child = spawn(process.execPath, [COMMAND, 'export', target, '--account', accountId], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        TRACEWELL_DATA_DIR: folder,
        ...env,
      },
      stdio: 'ignore',
    });
    while (!existsSync(path.join(target, 'manifest.json')) && child.exitCode === null) await pause(1);
    child.kill('SIGKILL');
    await once(child, 'close');
    const half = manifestIn(target);
    expect(half.complete).toBe(false);
    expect(half.files.length).toBeGreaterThan(0);
    expect(half.files.length).toBeLessThan(80);

    const service = await startService({ folder, env });
    const exported = () => {
      const { stdout, stderr } = tracewell(folder, ['export', target, '--account', accountId, '--json'], env);
      if (stderr !== '') throw new Error(stderr);
      return JSON.parse(stdout) as DataExportReport;
    };
    expect(exported()).toMatchObject({
      kept: half.files.length,
      written: 80 - half.files.length,
      rows: { calls: 80 },
      files: 80,
    });
    expect(
      manifestIn(target).files.filter(({ path }) => half.files.some((each) => each.path === path)),
    ).toEqual(half.files);
    const other = JSON.parse(
      (await service.operate('POST', '/operator/accounts', { ...order, email: 'two@example.com' })).text,
    );
    const imported = tracewell(folder, ['import', target, '--account', other.accountId], env);
    expect(imported.stderr).toBe('');
    expect(imported.stdout).toContain('80 calls: 80 stored, 0 already there, 0 rejected');
    await service.stop();
  },
);
