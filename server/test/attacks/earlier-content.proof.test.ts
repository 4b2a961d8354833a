// An attacker with the data folder searches for text that an earlier version stored in the clear. The test
// creates the folder as that version left it and kills the service while it rewrites the records. No file
// contains the words afterwards.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runChild } from '../support/child.ts';
import { freePort } from '../support/free-port.ts';
import { freshFolder } from '../support/metadata.ts';
import { emulated } from '../support/records-engine.ts';

const CLI = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));
const TOKEN = 'operator-token-of-the-attack';
const WORDS = ['meta', 'error', 'tag', 'attribute', 'user'].map((place) => `kanari${place}zeisig`);
/** More than one load into the tables. */
const CALLS = 10_500;
const folder = path.join(freshFolder(), 'data');
let port = 0;
let service: ChildProcess | null = null;

const env = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  TRACEWELL_DATA_DIR: folder,
  TRACEWELL_OPERATOR_TOKEN: TOKEN,
  TRACEWELL_GRPC: 'off',
  TRACEWELL_LOG_LEVEL: 'error',
  PORT: String(port),
});

const OPENED = `
import { openEngine } from './src/store/records/engine/engine.ts';
import { migrateRecords } from './src/store/records/migrations/migrate.ts';
import { migrations } from './src/store/records/migrations/index.ts';
import { readConfig } from '#config';
const { folder, calls, words } = JSON.parse(process.argv[1]);
const engine = await openEngine(readConfig({ TRACEWELL_DATA_DIR: folder }).records, {});
`;
const CLOSED = `
await engine.close();
process.exit(0);
`;

/**
 * The tables of the last version before the content rules, and rows as it stored them. The first account has
 * number 1.
 */
const STORE = `${OPENED}
await migrateRecords(engine, migrations.slice(0, 6));
const [meta, error, tag, attribute, user] = words;
const times = "now64(3) - INTERVAL 1 HOUR + toIntervalMillisecond(number), now64(3) + INTERVAL 1 HOUR, now() + INTERVAL 90 DAY";
const said = JSON.stringify({ operation: 'chat', messages: 'said ' + meta, userId: user.padEnd(600, '.') });
await engine.command(\`INSERT INTO calls (account, project, id, timestamp, received_at, expires_at, provider, model, total_tokens, cost_usd, tags, error,
  user_id, request_meta)
  SELECT 1, 1, concat('old-', toString(number)), \${times}, 'openai', 'gpt-5', 3, 0.5, map('tracewell.x', '\${tag}'), 'first line\\n\${error}',
  '\${user.padEnd(600, '.')}', '\${said}' FROM numbers(\${calls})\`);
await engine.command(\`INSERT INTO observations (account, project, id, trace_id, timestamp, received_at, expires_at, span_id, type, name, attributes)
  SELECT 1, 1, concat('span-', toString(number)), 't', \${times}, 's', 'tool', 'search', '{"custom.note":"\${attribute}"}' FROM numbers(10)\`);
${CLOSED}`;

const COUNT = `${OPENED}
const clear = words.map((word) => "countIf(position(toString(tuple(*)), '" + word + "') > 0)").join(' + ');
const [counts] = await engine.query(\`SELECT
  (SELECT toUInt32(countIf(content_rules = 0)) FROM calls) AS earlier,
  toUInt32((SELECT \${clear} FROM calls) + (SELECT \${clear} FROM observations)) AS clear,
  (SELECT toUInt32(count()) FROM staged_rewrites) AS staged,
  (SELECT toUInt32(count()) FROM call_content) AS sealed,
  (SELECT toUInt32(sum(calls)) FROM agg_15m) AS calls, (SELECT sum(cost_usd) FROM agg_15m) AS cost,
  (SELECT toUInt32(count()) FROM call_ids) AS ids, (SELECT toUInt32(sum(records)) FROM arrivals) AS arrived\`);
console.log(JSON.stringify(counts));
${CLOSED}`;

async function inEngine(code: string): Promise<Record<string, number>> {
  const { code: status, stdout, stderr } = await runChild(code, { folder, calls: CALLS, words: WORDS }).ended;
  expect([status, stderr]).toEqual([0, '']);
  return stdout === '' ? {} : (JSON.parse(stdout) as Record<string, number>);
}

async function start(): Promise<void> {
  service = spawn(process.execPath, [CLI, 'serve'], { env: env(), stdio: ['ignore', 'ignore', 'inherit'] });
  for (let look = 0; look < 600; look += 1) {
    const live = await fetch(`http://127.0.0.1:${port}/v1/health/live`).catch(() => null);
    if (live?.ok) return;
    await sleep(100);
  }
  throw new Error('The service does not answer.');
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  const gone = once(service, 'exit');
  service.kill(signal);
  await gone;
}

async function ask(method: string, url: string, key: string, body?: object) {
  const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}

/** The in-process engine has a folder for each part of a table. */
const hasParts = (table: string): boolean =>
  readdirSync(path.join(folder, 'records', 'data', 'tracewell', table)).some((name) => /^\d{6}_/.test(name));

/** The words that occur in some file of the folder. */
function found(): string[] {
  const seen = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    let bytes: Buffer;
    try {
      bytes = readFileSync(path.join(entry.parentPath, entry.name));
    } catch {
      continue; // The file has been deleted meanwhile.
    }
    for (const word of WORDS) if (bytes.includes(word)) seen.add(word);
  }
  return [...seen].toSorted();
}

describe.runIf(inject('engine') === 'sqlite' && !emulated)('the data folder of an earlier version', () => {
  afterAll(() => end('SIGKILL'));

  it('has no word in the clear, even after a kill in the middle', { timeout: 300_000 }, async () => {
    port = await freePort();
    await inEngine(STORE);
    const made = spawnSync(process.execPath, [CLI, 'init', '--json'], { encoding: 'utf8', env: env() });
    expect([made.status, made.stderr]).toEqual([0, made.stderr]);
    const { accountId, apiKey } = JSON.parse(made.stdout) as Record<string, string>;
    // Compression hides some of them.
    expect(found().length).toBeGreaterThanOrEqual(3);
    await start();
    const consents = `/operator/accounts/${accountId}/consents`;
    expect((await ask('PUT', consents, TOKEN, { plaintextStorage: true })).status).toBe(200);
    const run = () => ask('POST', '/operator/jobs/record-sealing/run', TOKEN);
    const cut = run().catch(() => null);
    // The content of the first batch is in the table, and the records do not have their new columns yet.
    while (!hasParts('call_content')) await sleep(20);
    await end('SIGKILL');
    await cut;
    const middle = await inEngine(COUNT);
    expect(middle).toMatchObject({ calls: CALLS, cost: CALLS / 2, ids: CALLS + 10, arrived: CALLS + 10 });
    expect([middle['earlier'], middle['staged']]).toEqual([CALLS, 10_000]);

    await start();
    // The service may meanwhile resume the interrupted run itself.
    for (let tries = 0; tries < 60 && (await run()).status !== 200; tries += 1) await sleep(1_000);
    expect(found()).toEqual([]);
    const { text } = await ask('GET', '/v1/query/calls/old-5', apiKey ?? '');
    expect(WORDS.filter((word) => text.includes(word))).toEqual(
      WORDS.filter((word) => /meta|error|user/.test(word)),
    );
    await end('SIGTERM');
    expect(found()).toEqual([]);
    expect(await inEngine(COUNT)).toEqual({
      earlier: 0,
      clear: 0,
      staged: 0,
      sealed: CALLS + 10,
      calls: CALLS,
      cost: CALLS / 2,
      ids: CALLS + 10,
      arrived: CALLS + 10,
    });
    process.stdout.write(
      `when killed: ${middle['earlier']} of ${CALLS} calls of earlier rules, ${middle['staged']} staged, ${middle['sealed']} sealed\n`,
    );
  });
});
