// An export of 50,000 calls through the whole HTTP path: seconds, CPU, and how much more memory the service
// needs for it. The calls come from a source in this process, so everything but the engine is measured. If
// tests have an engine here, the calls also come from there. The reader is a separate process, so that its
// memory does not count. It uses the bare client of Node, because loading `fetch` takes some 70 ms, half of
// the time to the first byte.
//   node bench/export.ts [rows=50000] [rounds=3] [--only=in-process]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/index.ts';
import { firstStart } from '../server/src/features/first-start/index.ts';
import { openEngine } from '../server/src/store/records/engine/engine.ts';
import { fakeRecords, type RecordsReplies } from '../server/test/support/fake-records.ts';
import { migrateRecords } from '../server/src/store/records/migrations/migrate.ts';
import { callFromRow, type CallRow } from '../server/src/store/records/questions/call-columns.ts';
import { streamCalls, streamParquet } from '../server/src/store/records/questions/export-calls.ts';
import { testEngines, testOptions } from '../server/test/support/records-engine.ts';
import { writeFigures, type Figures } from './lib/figures.ts';
import { median } from './lib/process-cost.ts';
import { insertSampleCallsSql } from './lib/sample-calls.ts';

const [ROWS = 50_000, ROUNDS = 3] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'))
  .map(Number);
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';
const PER_BATCH = 100;

/** A row as the engine returns it: one line of JSON, which is parsed for each row as in an export. */
const line = (at: number): string =>
  JSON.stringify({
    id: `0191e2a4-6d2c-7c3e-9f5b-${String(at).padStart(12, '0')}`,
    timestamp_ms: String(1_780_000_000_000 - at * 997),
    provider: 'openai',
    model: 'gpt-4o-mini',
    prompt_tokens: 500 + (at % 900),
    completion_tokens: 250,
    total_tokens: 750 + (at % 900),
    cached_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    audio_tokens: 0,
    cost_usd: 0.00123,
    latency_ms: 820 + (at % 77),
    tags: {
      env: 'production',
      feature: `feature-${at % 20}`,
      userId: `user-${at % 5_000}`,
      region: 'eu-west-1',
    },
    error: at % 33 === 0 ? 'rate_limit_exceeded' : '',
    error_details: at % 33 === 0 ? '{"status":429,"type":"rate_limit_exceeded"}' : '',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    parent_span_id: '',
    session_id: `sess-${at % 1_000}`,
    tool_calls: '',
    request_meta: '{"stream":true,"cachedTokens":250,"ttftMs":310}',
    pii_redacted: false,
    redaction_metadata: '',
    has_content: false,
  });

type Exports = Pick<RecordsReplies, 'streamCalls' | 'streamParquet'>;

const lines = Array.from({ length: ROWS }, (_none, at) => line(at));

const made: Exports = {
  streamCalls: async () =>
    (async function* () {
      for (let at = 0; at < ROWS; at += PER_BATCH) {
        yield lines.slice(at, at + PER_BATCH).map((text) => callFromRow(JSON.parse(text) as CallRow));
      }
    })(),
  streamParquet: () => Promise.reject(new Error('Parquet is made by the engine.')),
};

const READER = `
import { request } from 'node:http';
const [, url, key, encoding] = process.argv;
const started = performance.now();
const asked = request(url, { method: 'POST', headers: { authorization: 'Bearer ' + key, 'accept-encoding': encoding } });
asked.on('response', async (reply) => {
  let first = 0, bytes = 0;
  for await (const part of reply) { first ||= performance.now() - started; bytes += part.length; }
  console.log(JSON.stringify({ status: reply.statusCode, first, all: performance.now() - started, bytes }));
});
asked.end();`;

async function read(url: string, key: string, encoding: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', READER, url, key, encoding], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout) text += String(part);
  return JSON.parse(text) as { status: number; first: number; all: number; bytes: number };
}

const figures: Figures = {};

const megabytes = () => process.memoryUsage.rss() / 1_048_576;

async function measure(name: string, url: string, key: string, encoding: string): Promise<void> {
  const [seconds, firsts, more]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const before = megabytes();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, megabytes())), 5);
    const cpu = process.cpuUsage();
    const { status, first, all, bytes } = await read(url, key, encoding);
    const { user, system } = process.cpuUsage(cpu);
    clearInterval(watch);
    if (status !== 200) throw new Error(`${name} answered ${status}.`);
    console.log(
      `${name.padEnd(28)} ${(all / 1_000).toFixed(2)} s, first byte ${first.toFixed(0)} ms, ${((user + system) / 1e6).toFixed(2)} CPU-s, ` +
        `${(bytes / 1e6).toFixed(1)} MB read, ${(peak - before).toFixed(0)} MB more memory`,
    );
    seconds?.push(all / 1_000);
    firsts?.push(first);
    more?.push(peak - before);
  }
  figures[`export.${name}.seconds`] = median(seconds ?? []);
  figures[`export.${name}.firstByteMs`] = median(firsts ?? []);
  figures[`export.${name}.moreMb`] = median(more ?? []);
}

async function withStore(name: string, part: Exports, formats: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
  const config = { ...readConfig({ TRACEWELL_DATA_DIR: folder, PORT: '0' }), grpc: null };
  // The export uses nothing else of the store.
  const records = fakeRecords({
    ...part,
    kind: 'server',
    usage: async () => 0,
    close: async () => undefined,
  });
  const app = await openApp(config, pino({ level: 'error' }), { records });
  try {
    const first = await firstStart(app.services);
    if (!first) throw new Error('The service has been started before.');
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.http.server.address() as AddressInfo;
    for (const format of formats) {
      const url = `http://127.0.0.1:${port}/v1/query/export?format=${format}`;
      await measure(`${name}, ${format}`, url, first.apiKey, 'identity');
      if (format === 'csv') await measure(`${name}, ${format}, gzip`, url, first.apiKey, 'gzip');
    }
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log(`${ROWS} rows, ${ROUNDS} rounds each, the first of them cold`);
if ('made here'.includes(only)) await withStore('made here', made, ['csv', 'json']);

const engines = (await testEngines().catch(() => [])).filter(({ name }) => name.includes(only));
if (engines.length === 0) console.log('no engine available here');
for (const { name, config } of engines) {
  const engine = await openEngine(config, testOptions());
  await migrateRecords(engine);
  await engine.command(insertSampleCallsSql(Math.ceil(ROWS / 0.3)));
  // Three in ten of the sample calls belong to this account.
  const scope = { account: 1, project: null, sinceMs: 0 };
  const wanted = { order: { by: 'timestamp', descending: true }, cap: ROWS } as const;
  await withStore(
    name,
    {
      streamCalls: async (_scope, filter, asked, signal) =>
        streamCalls(filter, { ...wanted, ...(asked.form && { form: asked.form }) }).parts(
          engine,
          scope,
          signal,
        ),
      streamParquet: async (_scope, filter, _wanted, signal) =>
        streamParquet(filter, wanted).parts(engine, scope, signal),
    },
    ['csv', 'json', 'parquet'],
  );
  await engine.command(`DROP DATABASE ${engine.database}`);
  await engine.close();
}
writeFigures(figures);
