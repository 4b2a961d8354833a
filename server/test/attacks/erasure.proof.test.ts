// An attacker with the data folder searches for erased data. The test plants unique words in every place that
// accepts text and kills the service in the middle of the erasure. No file of the folder contains any of the
// words afterwards.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { freshFolder } from '../support/metadata.ts';
import { emulated } from '../support/records-engine.ts';

const CLI = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));
const TOKEN = 'operator-token-of-the-attack';
const folder = path.join(freshFolder(), 'data');
const SLOW_MS = 180_000;

const env = (port: number) => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  TRACEWELL_DATA_DIR: folder,
  TRACEWELL_OPERATOR_TOKEN: TOKEN,
  TRACEWELL_GRPC: 'off',
  TRACEWELL_LOG_LEVEL: 'error',
  PORT: String(port),
});

let port = 0;
let service: ChildProcess | null = null;
let accountId = '';
let apiKey = '';

async function start(): Promise<void> {
  service = spawn(process.execPath, [CLI, 'serve'], {
    env: env(port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let look = 0; look < 300; look += 1) {
    const answers = await fetch(`http://127.0.0.1:${port}/v1/public/plans`).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await sleep(100);
  }
  throw new Error('The service does not answer.');
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!service || service.exitCode !== null) return;
  const gone = once(service, 'exit');
  service.kill(signal);
  await gone;
}

function command(...args: string[]): Record<string, string> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args, '--json'], {
    encoding: 'utf8',
    env: env(port),
  });
  expect([status, stderr]).toEqual([0, stderr]);
  return JSON.parse(stdout) as Record<string, string>;
}

async function ask(method: string, url: string, body?: unknown, key = apiKey) {
  const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, never> };
}

async function must(method: string, url: string, body?: unknown, key?: string) {
  const reply = await ask(method, url, body, key);
  if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** Letters only, so that redaction does not take them for secrets. */
const word = (name: string): string =>
  `kanari${name}${[...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;

/** The names of the words that occur in some file of the folder, and where. */
function found(canaries: Record<string, string>): Map<string, string[]> {
  const seen = new Map<string, string[]>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch {
      continue;
    }
    for (const [name, canary] of Object.entries(canaries)) {
      if (bytes.includes(canary) || file.includes(canary)) {
        seen.set(name, [...(seen.get(name) ?? []), path.relative(folder, file)]);
      }
    }
  }
  return seen;
}

const record = (id: string, more: object = {}) => ({
  id,
  provider: 'openai',
  model: 'gpt-5',
  timestamp: new Date().toISOString(),
  promptTokens: 1,
  completionTokens: 1,
  totalTokens: 2,
  costUsd: 1,
  latencyMs: 1,
  ...more,
});

let others = 0;
/** Traffic of another user. */
const life = () => must('POST', '/v1/ingest', { records: [record(`other-${(others += 1)}`)] });

describe.runIf(inject('engine') === 'sqlite' && !emulated)('the data folder after an erasure', () => {
  beforeAll(async () => {
    port = await freePort();
    const made = command('init');
    accountId = made['accountId'] ?? '';
    await start();
    const operator = (method: string, url: string, body: object) =>
      must(method, `/operator/accounts/${accountId}${url}`, body, TOKEN);
    apiKey = (await operator('POST', '/keys', {}))['apiKey'] ?? '';
    await operator('PUT', '/consents', { plaintextStorage: true });
  }, SLOW_MS);
  afterAll(() => end('SIGKILL'));

  it('has no word of an erased user, even after a kill in the middle', { timeout: SLOW_MS }, async () => {
    const planted = {
      callId: word('call'),
      userId: word('user'),
      input: word('input'),
      output: word('output'),
      tagName: word('tagname'),
      tagValue: word('tagvalue'),
      sessionId: word('session'),
      error: word('error'),
      errorDetails: word('details'),
      agentName: word('agent'),
      tool: word('tool'),
      annotation: word('note'),
      annotationLabel: word('label'),
      reasoning: word('reasoning'),
      scoreId: word('scoreid'),
      scoreCategory: word('category'),
      scoreComment: word('remark'),
      spanName: word('spanname'),
      spanAttribute: word('spanattr'),
      spanContent: word('spantext'),
      rejected: word('rejected'),
    };
    const traceId = randomBytes(16).toString('hex');
    await must('POST', '/v1/ingest', {
      records: [
        record(planted.callId, {
          traceId,
          sessionId: planted.sessionId,
          tags: { [planted.tagName]: planted.tagValue },
          error: planted.error,
          errorDetails: { message: planted.errorDetails },
          toolCalls: [{ name: planted.tool, arguments: '{}' }],
          requestMeta: {
            userId: planted.userId,
            agentName: planted.agentName,
            input: `Please ${planted.input}`,
            output: `Sure ${planted.output}`,
          },
        }),
        record('kept', { requestMeta: { userId: 'kept-user', input: 'Keep this', output: 'Kept' } }),
        { id: planted.rejected, provider: 'openai' },
      ],
    });
    const now = BigInt(Date.now()) * 1_000_000n;
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    await must('POST', '/v1/traces', {
      resourceSpans: [
        {
          scopeSpans: [
            {
              scope: { name: 'attack' },
              spans: [
                {
                  traceId,
                  spanId: randomBytes(8).toString('hex'),
                  name: planted.spanName,
                  startTimeUnixNano: String(now),
                  endTimeUnixNano: String(now + 1n),
                  attributes: [
                    attribute('custom.label', planted.spanAttribute),
                    attribute('input.value', planted.spanContent),
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    await must('POST', '/v1/annotations', {
      callId: planted.callId,
      annotationText: planted.annotation,
      label: planted.annotationLabel,
    });
    await must('POST', '/v1/scores', {
      id: planted.scoreId,
      name: 'tone',
      value: planted.scoreCategory,
      comment: planted.scoreComment,
      callId: planted.callId,
    });
    const dataset = await must('POST', '/v1/eval-datasets', { name: 'From production' });
    await must('POST', `/v1/eval-datasets/${dataset['id']}/items/from-calls`, { callIds: [planted.callId] });
    scoreBehindItsBack(planted.callId, planted.reasoning);
    await sleep(6_000); // Receipts are written every few seconds.
    const before = found(planted);
    // Sealed content is never on disk in the clear, not even in a dataset made from it.
    for (const sealed of ['input', 'output', 'spanContent', 'scoreComment'])
      expect([sealed, before.get(sealed)]).toEqual([sealed, undefined]);
    expect(before.size).toBeGreaterThanOrEqual(10);

    const { id } = await must('POST', '/v1/erasures', { userId: planted.userId });
    await sleep(300);
    await end('SIGKILL');
    await start();
    let state: Record<string, unknown> = {};
    for (let look = 0; look < 240 && state['finishedAt'] == null; look += 1) {
      await life();
      await sleep(500);
      state = await must('GET', `/v1/erasures/${id}`);
    }
    expect(state).toMatchObject({ status: 'done', found: 2, erased: 2 });
    await sleep(1_000);
    const after = found(planted);
    console.log(
      `canaries planted: ${Object.keys(planted).length}, seen before: ${before.size}, found after: ${after.size}`,
    );
    expect([...after]).toEqual([]);
    expect((await ask('GET', '/v1/query/calls/kept')).body).toMatchObject({
      call: { requestMeta: { input: 'Keep this' } },
    });
    expect(await must('GET', `/v1/eval-datasets/${dataset['id']}`)).toMatchObject({ itemCount: 0 });
  });

  it('has no word of a deleted account', { timeout: SLOW_MS }, async () => {
    const planted = {
      project: word('project'),
      prompt: word('prompt'),
      view: word('view'),
      dashboard: word('dashboard'),
      dataset: word('dataset'),
      description: word('description'),
      model: word('model'),
      keyName: word('key'),
    };
    await must('POST', '/v1/projects', { name: planted.project });
    await must('POST', '/v1/prompts', { name: 'p', version: '1', template: planted.prompt });
    await must('POST', '/v1/saved-views', { name: planted.view, filter: {} });
    await must('POST', '/v1/dashboards', { name: planted.dashboard, widgets: [] });
    await must('POST', '/v1/eval-datasets', { name: planted.dataset, description: planted.description });
    await must('POST', '/v1/api-keys', { name: planted.keyName });
    await must('POST', '/v1/ingest', { records: [record('last', { model: planted.model })] });
    await must('POST', '/v1/query/calls', {});
    const before = found(planted);
    expect(before.size).toBeGreaterThanOrEqual(6);
    command('account', 'delete', accountId, '--now', '--yes');
    const operator = () => must('GET', '/operator/audit', undefined, TOKEN);
    let entries: Record<string, unknown>[] = [];
    for (let look = 0; look < 240 && entries.length === 0; look += 1) {
      await sleep(500);
      entries = (await operator())['entries'] ?? [];
    }
    expect(entries).toMatchObject([{ action: 'account.delete', targetType: 'account', targetId: accountId }]);
    expect((await ask('GET', '/v1/account')).status).toBe(401);
    const after = found(planted);
    console.log(
      `canaries planted: ${Object.keys(planted).length}, seen before: ${before.size}, found after: ${after.size}`,
    );
    expect([...after]).toEqual([]);
  });
});

/** Writes a score as a judge would, because this test has no judge. */
function scoreBehindItsBack(callId: string, reasoning: string): void {
  const db = new DatabaseSync(path.join(folder, 'metadata.sqlite'));
  db.exec('PRAGMA busy_timeout = 5000');
  db.prepare(
    `INSERT INTO eval_scores (account_id, criterion_id, call_id, call_timestamp, score, normalized, reasoning, status, cost_micros, created_at)
     VALUES (?, 1, ?, 1, 1, 1, ?, 'scored', 0, 1)`,
  ).run(accountId, callId, reasoning);
  db.close();
}
