// Imports into the service itself, started once: from files, and from servers with the interfaces of other
// back ends. Everything is run twice, and nothing is stored twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { tracewell, unwrap, type TracewellClient } from '@tracewell/sdk';
import { serviceRecords } from '../../../server/test/support/records-engine.ts';
import { startService } from '../../../server/test/support/service-process.ts';
import { ranInProcess } from '../in-process.ts';
import { freshFolder, takeTime } from '../run.ts';
import { slowWayTo, type PeerServer } from './peer-server.ts';
import {
  heliconeServer,
  HOUR_MS,
  langfuseServer,
  langsmithServer,
  opikServer,
  phoenixServer,
} from './peers.ts';

takeTime();

const folder = freshFolder();
const file = (name: string) => path.join(folder, name);
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

type Env = Record<string, string>;

interface Report {
  read: number;
  scores: number;
  outcome: { stored: number; duplicates: number; rejected: { reason: string; count: number }[] };
  notSent: { reason: string; count: number }[];
  cost: { there: number; here: number; hereBefore: number | null };
  misfits: { code: string; count: number; remedy: string | null }[];
  extras: { kind: string; read: number; stored: number; present: number }[];
}

async function imported(env: Env, ...args: string[]): Promise<Report> {
  const { code, stdout, stderr } = await ranInProcess(['import', ...args, '--json'], env);
  expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
  return JSON.parse(stdout) as Report;
}

const NOW = Date.now();
const timeBefore = (days: number, index: number): string =>
  new Date(NOW - days * 24 * HOUR_MS + index * 1_000).toISOString();

const call = (name: string, index: number, days = 10) => ({
  id: `${name}-${index}`,
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: timeBefore(days, index),
  promptTokens: 10,
  completionTokens: 5,
  totalTokens: 15,
  costUsd: 0.25,
  latencyMs: 20,
  tags: { import: name },
});

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const numbered = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

it('history of files and other back ends is stored once, counted, and compared', async () => {
  const service = await startService({ folder: file('data'), env: serviceRecords() });
  const order = { email: 'one@example.com', password: 'correct horse battery', plan: 'team' };
  const made = JSON.parse((await service.operate('POST', '/operator/accounts', order)).text) as {
    accountId: string;
    apiKey: string;
  };
  const env = {
    TRACEWELL_URL: service.url,
    TRACEWELL_API_KEY: made.apiKey,
    XDG_STATE_HOME: file('state'),
  };
  const client = tracewell({ url: service.url, apiKey: made.apiKey });
  expect(made.accountId).toMatch(/^acc_/);

  await oldRecordsAreNamedFirst(env, made.accountId);
  await service.operate('PUT', `/operator/accounts/${made.accountId}/consents`, { plaintextStorage: true });
  await importsRows(env, client);
  await survivesKill(env, client);
  await importsSpans(env, client);
  await importsLangfuse(env, client);
  await importsOthers(env, client);
  const other = JSON.parse(
    (await service.operate('POST', '/operator/accounts', { ...order, email: 'two@example.com' })).text,
  ) as { apiKey: string };
  await movesEverything(env, { ...env, TRACEWELL_API_KEY: other.apiKey });
  await stopsAtQuota(env, client, (quota) =>
    service.operate('PATCH', `/operator/accounts/${made.accountId}`, { recordQuota: quota }),
  );
});

const countOf = async (client: TracewellClient, tag: string): Promise<number> =>
  (
    await unwrap(
      client.POST('/v1/query/aggregate', {
        body: { groupBy: 'provider', metric: 'cost', tags: { import: tag } },
      }),
    )
  ).total.count;

async function oldRecordsAreNamedFirst(env: Env, accountId: string): Promise<void> {
  const old = { ...call('old', 1, 400), requestMeta: { input: 'Where?' } };
  writeFileSync(file('old.jsonl'), lines([call('old', 0), old, { ...call('old', 2), provider: 'groq' }]));
  const dry = await imported(env, 'jsonl', file('old.jsonl'), '--dry-run');
  expect(dry.misfits.map(({ code, count }) => [code, count])).toEqual([
    ['timestamp_too_old', 1],
    ['content_not_stored', 1],
    ['other_provider', 1],
  ]);
  expect(dry.misfits[0]?.remedy).toMatch(
    new RegExp(`PATCH /operator/accounts/${accountId} {"retentionDays":40[12]}`),
  );
  // A script has to say that the rest is wanted.
  const refused = await ranInProcess(['import', 'jsonl', file('old.jsonl')], env);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--skip-refused')]);
  const rest = await imported(env, 'jsonl', file('old.jsonl'), '--skip-refused');
  expect(rest.outcome).toMatchObject({ stored: 1, duplicates: 0 });
  expect(rest.outcome.rejected.map(({ count }) => count)).toEqual([1, 1]);
}

async function importsRows(env: Env, client: TracewellClient): Promise<void> {
  writeFileSync(
    file('rows.csv'),
    `when,llm,in,out,usd,team,question\r\n${numbered(
      150,
      (at) =>
        `${timeBefore(9, at).replace('T', ' ').replace('Z', '')},gpt-4o-mini,${at},2,0.5,"a, ""b""","Where is ${at}?"\r\n`,
    ).join('')}`,
  );
  const map = [
    'timestamp=when',
    'model=llm',
    'promptTokens=in',
    'completionTokens=out',
    'costUsd=usd',
    'tags.team=team',
    'requestMeta.input=question',
  ].flatMap((each) => ['--map', each]);
  const args = ['csv', file('rows.csv'), ...map, '--set', 'provider=openai', '--set', 'tags.import=csv'];
  const first = await imported(env, ...args);
  expect(first).toMatchObject({
    read: 150,
    outcome: { stored: 150, duplicates: 0, rejected: [] },
    cost: { there: 75, here: 75, hereBefore: 0 },
  });
  expect(await countOf(client, 'csv')).toBe(150);
  const again = await imported(env, ...args);
  expect(again).toMatchObject({
    read: 150,
    outcome: { stored: 0, duplicates: 150 },
    cost: { there: 75, here: 75, hereBefore: 75 },
  });

  // A line that is no record does not cost the others. Compressed, the file is the same.
  const bad = `${lines([call('bad', 0)])}{"id": "cut off\n${lines([call('bad', 1)])}`;
  writeFileSync(file('bad.jsonl.gz'), gzipSync(bad));
  const rest = await imported(env, 'jsonl', file('bad.jsonl.gz'), '--skip-refused');
  expect(rest).toMatchObject({
    read: 3,
    outcome: { stored: 2 },
    notSent: [{ reason: 'invalid_json', count: 1, example: `${file('bad.jsonl.gz')}:2` }],
  });
}

/** The process is killed in the middle. The second run stores what is missing, and nothing twice. */
async function survivesKill(direct: Env, client: TracewellClient): Promise<void> {
  const way = await slowWayTo(direct['TRACEWELL_URL'] ?? '');
  onTestFinished(() => way.close());
  const env = { ...direct, TRACEWELL_URL: way.url };
  way.wait.ms = 40;
  const records = 3_000;
  writeFileSync(file('many.jsonl'), lines(numbered(records, (at) => call('killed', at))));
  const checkpoint = file('many.checkpoint');
  const args = ['jsonl', file('many.jsonl'), '--checkpoint', checkpoint, '--concurrency', '1'];
  const child = spawn(process.execPath, [MAIN, 'import', ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const hasBegun = () =>
    existsSync(checkpoint) &&
    (JSON.parse(readFileSync(checkpoint, 'utf8')) as { position: unknown }).position !== null;
  while (child.exitCode === null && !hasBegun()) await pause(5);
  child.kill('SIGKILL');
  await closed;
  way.wait.ms = 0;
  expect([child.exitCode, child.signalCode]).toEqual([null, 'SIGKILL']);
  const before = await countOf(client, 'killed');
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(records);

  const report = await imported(env, ...args, '--concurrency', '4');
  expect(report).toMatchObject({
    read: records,
    outcome: { stored: records, rejected: [] },
    cost: { there: records / 4, here: expect.any(Number) },
  });
  // Only what was under way or not yet noted was sent again.
  expect(report.outcome.duplicates).toBeLessThan(before);
  expect(await countOf(client, 'killed')).toBe(records);
  expect(existsSync(checkpoint)).toBe(false);
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

async function importsSpans(env: Env, client: TracewellClient): Promise<void> {
  const span = (index: number) => ({
    traceId: hex(index + 1, 32),
    spanId: hex(index + 1, 16),
    name: 'chat gpt-4o-mini',
    kind: 3,
    startTimeUnixNano: String((NOW - 8 * 24 * HOUR_MS + index) * 1_000_000),
    endTimeUnixNano: String((NOW - 8 * 24 * HOUR_MS + index + 50) * 1_000_000),
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.provider.name', value: { stringValue: 'groq' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'llama-3.3-70b' } },
      { key: 'gen_ai.usage.cost', value: { doubleValue: 0.5 } },
    ],
  });
  const line = (spans: object[]) => ({
    resourceSpans: [{ scopeSpans: [{ scope: { name: 'test' }, spans }] }],
  });
  // Small exports, and one that is larger than a request may be.
  const rows = [...numbered(40, (at) => line([span(at)])), line(numbered(2_500, (at) => span(at + 40)))];
  writeFileSync(file('spans.jsonl'), lines(rows));
  const first = await imported(env, 'otlp-file', file('spans.jsonl'));
  expect(first).toMatchObject({
    read: 2_540,
    outcome: { stored: 2_540, duplicates: 0, rejected: [] },
    cost: { there: 1_270, here: 1_270 },
  });
  const again = await imported(env, 'otlp-file', file('spans.jsonl'));
  expect(again).toMatchObject({ read: 2_540, outcome: { stored: 0, duplicates: 2_540 } });
  const groups = await unwrap(
    client.POST('/v1/query/aggregate', { body: { groupBy: 'provider', metric: 'cost', model: 'llama' } }),
  );
  expect(groups.total).toEqual({ value: 1_270, count: 2_540 });
}

async function started(make: () => Promise<PeerServer>): Promise<PeerServer> {
  const server = await make();
  onTestFinished(() => server.close());
  return server;
}

async function importsLangfuse(env: Env, client: TracewellClient): Promise<void> {
  const server = await started(langfuseServer);
  const access = {
    ...env,
    LANGFUSE_BASE_URL: server.url,
    LANGFUSE_PUBLIC_KEY: 'pk-lf-1',
    LANGFUSE_SECRET_KEY: 'sk-lf-1',
  };
  // Without a beginning, the history may be older than what the account keeps.
  const open = await ranInProcess(['import', 'langfuse'], access);
  expect([open.code, open.stderr]).toEqual([2, expect.stringMatching(/keeps \d+ days[^]*--skip-refused/)]);
  const dry = await imported(access, 'langfuse', '--from', '30d', '--dry-run');
  expect([dry.read, dry.scores, dry.cost.there, dry.extras.map(({ read }) => read)]).toEqual([
    6,
    2,
    1.5,
    [2, 1, 2],
  ]);

  const first = await imported(access, 'langfuse', '--from', '30d');
  expect(first).toMatchObject({
    read: 6,
    scores: 2,
    outcome: { stored: 6, duplicates: 0, rejected: [] },
    cost: { there: 1.5, here: 1.5 },
    extras: [
      { kind: 'Prompt versions', read: 2, stored: 2, present: 0 },
      { kind: 'Datasets', read: 1, stored: 1, present: 0 },
      { kind: 'Dataset items', read: 2, stored: 2, present: 0 },
    ],
  });
  const trace = await unwrap(client.GET('/v1/query/trace/{id}', { params: { path: { id: 'lf-trace-0' } } }));
  expect(JSON.stringify(trace)).toContain('At the depot.');
  const { records: items } = await unwrap(
    client.POST('/v1/query/calls', { body: { traceId: 'lf-trace-0', limit: 10 } }),
  );
  expect(items).toMatchObject([
    {
      id: 'lf-trace-0-obs-1',
      provider: 'openai',
      model: 'gpt-4o-mini',
      costUsd: 0.5,
      promptTokens: 100,
      sessionId: 'chat-1',
      tags: { 'tag:beta': 'true' },
      requestMeta: { userId: 'ann', promptName: 'greeting', promptId: 2 },
    },
  ]);
  const scores = await unwrap(client.GET('/v1/scores', {}));
  expect(
    scores.scores.map(({ id, value, spanId, traceId }) => [id, value, spanId, traceId]).toSorted(),
  ).toEqual([
    ['score-1', true, 'obs-1', 'lf-trace-0'],
    ['score-2', 'calm', null, 'lf-trace-1'],
  ]);
  const resolved = await ranInProcess(['prompts', 'pull', 'greeting', '@production'], env);
  expect(resolved.stdout).toBe('Hello {{name}}.\n');

  const again = await imported(access, 'langfuse', '--from', '30d');
  expect(again).toMatchObject({
    outcome: { stored: 0, duplicates: 6 },
    extras: [
      { stored: 0, present: 2 },
      { stored: 0, present: 1 },
      { stored: 0, present: 2 },
    ],
  });
  expect((await unwrap(client.GET('/v1/scores', {}))).scores).toHaveLength(2);
  const wrong = await ranInProcess(['import', 'langfuse', '--from', '30d'], {
    ...access,
    LANGFUSE_SECRET_KEY: 'no',
  });
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('Langfuse does not accept the key'),
  ]);
}

async function importsOthers(env: Env, client: TracewellClient): Promise<void> {
  const [helicone, langsmith, phoenix, opik] = [
    await started(heliconeServer),
    await started(langsmithServer),
    await started(phoenixServer),
    await started(opikServer),
  ];
  const sources = [
    {
      args: ['helicone', '--source-url', helicone.url, '--source-key', 'sk-helicone-1'],
      read: 3,
      scores: 2,
      cost: 0.75,
      extras: [],
    },
    {
      args: ['langsmith', '--source-url', langsmith.url, '--source-key', 'ls-key'],
      read: 3,
      scores: 1,
      cost: 1.5,
      // One commit has an image, which has no form here.
      extras: [2, 1, 2],
    },
    {
      args: ['phoenix', '--source-url', phoenix.url, '--source-project', 'support desk'],
      read: 3,
      scores: 1,
      cost: 0.25,
      extras: [3, 1, 1],
    },
    {
      args: ['opik', '--source-url', opik.url, '--source-key', 'opik-key'],
      read: 2,
      scores: 2,
      cost: 0.375,
      extras: [3, 1, 2],
    },
  ];
  for (const { args, read, scores, cost, extras } of sources) {
    const [name] = args;
    const first = await imported(env, ...args, '--from', '30d');
    expect([name, first.read, first.scores, first.outcome, first.cost.there]).toEqual([
      name,
      read,
      scores,
      { stored: read, duplicates: 0, rejected: [] },
      cost,
    ]);
    const known = (await unwrap(client.GET('/v1/scores', { params: { query: { limit: 200 } } }))).scores
      .length;
    expect([name, first.extras.map(({ stored }) => stored)]).toEqual([name, extras]);
    const again = await imported(env, ...args, '--from', '30d');
    expect([name, again.outcome]).toEqual([name, { stored: 0, duplicates: read, rejected: [] }]);
    expect([name, again.extras.map(({ stored, present }) => [stored, present])]).toEqual([
      name,
      extras.map((count) => [0, count]),
    ]);
    const after = (await unwrap(client.GET('/v1/scores', { params: { query: { limit: 200 } } }))).scores
      .length;
    expect([name, after]).toEqual([name, known]);
  }
  const costOf = async (body: object) =>
    (
      await unwrap(
        client.POST('/v1/query/aggregate', { body: { groupBy: 'model', metric: 'cost', ...body } }),
      )
    ).total;
  expect(await costOf({ sessionId: 'session-h' })).toEqual({ value: 0.75, count: 3 });
  expect(await costOf({ sessionId: 'thread-1' })).toEqual({ value: 1.5, count: 2 });
  expect(await costOf({ traceId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' })).toEqual({ value: 0.25, count: 2 });
  expect(await costOf({ sessionId: 'thread-o' })).toEqual({ value: 0.375, count: 1 });
  const production = async (name: string): Promise<string> =>
    (await ranInProcess(['prompts', 'pull', name, '@production'], env)).stdout;
  expect(await production('ls-support')).toContain('Help {{name}}. Answer as {\\"a\\": 1}.');
  expect(await production('px-greeting')).toContain('Greet {{name}}.');
  const { datasets } = await unwrap(client.GET('/v1/eval-datasets', {}));
  expect(datasets.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ls-questions', 'px-cases', 'opik-set']),
  );
}

async function stopsAtQuota(
  env: Env,
  client: TracewellClient,
  setQuota: (quota: number | null) => Promise<unknown>,
): Promise<void> {
  const { usage } = await unwrap(client.GET('/v1/account', {}));
  writeFileSync(file('quota.jsonl'), lines(numbered(250, (at) => call('quota', at))));
  await setQuota(usage.records + 120);
  const args = ['jsonl', file('quota.jsonl'), '--skip-refused', '--concurrency', '1'];
  const stopped = await ranInProcess(['import', ...args], env);
  expect([stopped.code, stopped.stderr]).toEqual([
    1,
    expect.stringMatching(/can store 120 more[^]*quota is used up[^]*checkpoint/),
  ]);
  expect(await countOf(client, 'quota')).toBe(100);
  await setQuota(null);
  const rest = await imported(env, ...args);
  expect(rest).toMatchObject({ read: 250, outcome: { stored: 250 } });
  expect(await countOf(client, 'quota')).toBe(250);
}

interface Moved {
  written: number;
  kept: number;
  removed: number;
  rows: Record<string, number>;
  skipped: number;
  tables: Record<string, { read: number; stored: number; duplicates: number; rejected: unknown[] }>;
}

/** Down to a folder and into another account, with a file that is damaged on the way. */
async function movesEverything(env: Env, other: Env): Promise<void> {
  const folder = file('everything');
  const ran = async (of: Env, ...args: string[]): Promise<Moved> => {
    const { code, stdout, stderr } = await ranInProcess([...args, folder, '--json'], of);
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return JSON.parse(stdout) as Moved;
  };
  const first = await ran(env, 'export-data');
  expect(first).toMatchObject({ kept: 0, removed: 0, rows: { calls: expect.any(Number) } });
  expect(first.rows['calls']).toBeGreaterThan(100);
  expect(first.rows['observations']).toBeGreaterThan(0);
  expect(first.rows['scores']).toBeGreaterThan(0);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
    files: { path: string; rows: number }[];
    days: { rows: number }[];
  };
  expect(manifest).toMatchObject({ format: 'tracewell-data', version: 1, complete: true, content: false });
  expect(manifest.files.reduce((sum, { rows }) => sum + rows, 0)).toBe(
    manifest.days.reduce((sum, { rows }) => sum + rows, 0),
  );
  // In this program, a name without an ending is a folder. The job that finds the calls of scores may still
  // change a day.
  await expect
    .poll(() => ran(env, 'export'), { timeout: 60_000, interval: 1_000 })
    .toMatchObject({ written: 0, kept: first.written });
  const [damaged] = manifest.files;
  writeFileSync(path.join(folder, damaged?.path ?? ''), 'PAR1');
  writeFileSync(path.join(folder, path.dirname(damaged?.path ?? ''), 'part-9.parquet'), 'PAR1');
  const refused = await ranInProcess(['import-data', folder], other);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is not what was written')]);
  expect(await ran(env, 'export-data')).toMatchObject({ written: 1, kept: first.written - 1 });
  expect(existsSync(path.join(folder, path.dirname(damaged?.path ?? ''), 'part-9.parquet'))).toBe(false);

  const sum = (moved: Moved, of: 'read' | 'stored' | 'duplicates') =>
    Object.values(moved.tables).reduce((total, table) => total + table[of], 0);
  const rows = Object.values(first.rows).reduce((total, each) => total + each, 0);
  const moved = await ran(other, 'import-data');
  expect([sum(moved, 'read'), sum(moved, 'stored'), moved.skipped]).toEqual([rows, rows, 0]);
  const again = await ran(other, 'import');
  expect([sum(again, 'stored'), sum(again, 'duplicates')]).toEqual([0, rows]);
  const content = await ranInProcess(['export-data', folder, '--content'], env);
  expect([content.code, content.stderr]).toEqual([2, expect.stringContaining('without content')]);
}
