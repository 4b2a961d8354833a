// The commands against the service itself, started once, as people start it. Criteria need no model.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tracewell, unwrap, type IncomingCall } from '@tracewell/sdk';
import { serviceRecords } from '../../server/test/support/records-engine.ts';
import { startService } from '../../server/test/support/service-process.ts';
import { ranInProcess } from './in-process.ts';
import { freshFolder, run, takeTime } from './run.ts';

takeTime();

const folder = freshFolder();
const file = (name: string) => path.join(folder, name);
const text = (name: string) => readFileSync(file(name), 'utf8');

type Env = Record<string, string>;

it('people read, score, push, export and compare what the service has', async () => {
  const service = await startService({ folder: file('data'), env: serviceRecords() });
  const order = { email: 'one@example.com', password: 'correct horse battery', plan: 'team' };
  const made = JSON.parse((await service.operate('POST', '/operator/accounts', order)).text) as {
    accountId: string;
    apiKey: string;
  };
  const env = { TRACEWELL_URL: service.url, TRACEWELL_API_KEY: made.apiKey };

  const first = await ranInProcess(['calls'], env);
  expect([first.code, first.stdout]).toEqual([
    0,
    `No calls yet. ${service.url}/start shows how to send the first one.\n`,
  ]);
  const wrong = await ranInProcess(['calls'], { ...env, TRACEWELL_API_KEY: 'twl_wrong' });
  expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(/^tracewell: .*not valid.*\(401\)\n$/),
  ]);

  await service.operate('PUT', `/operator/accounts/${made.accountId}/consents`, { plaintextStorage: true });
  const client = tracewell({ url: service.url, apiKey: made.apiKey });
  const records = ['v1', 'v2'].flatMap((release) =>
    Array.from({ length: 20 }, (_, at) => callOf(release, at)),
  );
  expect(await unwrap(client.POST('/v1/ingest', { body: { records } }))).toEqual({
    accepted: 40,
    rejected: [],
  });

  await readsCalls(env);
  await movesPromptsAndDatasets(env);
  await exportsCalls(env);
  await unwrap(
    client.POST('/v1/eval-criteria', {
      body: { name: 'Names a ticket', type: 'regex', rubric: '#\\d+', scaleMin: 0, scaleMax: 1 },
    }),
  );
  await comparesRuns(env);
});

/** The last call of v2 is the newest. */
const callOf = (release: string, at: number): IncomingCall => ({
  id: `${release}-call-${at}`,
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: new Date(Date.now() - (release === 'v1' ? 60_000 : 30_000) + at * 1_000).toISOString(),
  promptTokens: 10,
  completionTokens: 5,
  totalTokens: 15,
  costUsd: 0.5,
  latencyMs: 20,
  traceId: `trace-${release}`,
  spanId: `${release}-${at}`,
  parentSpanId: at === 0 ? null : `${release}-0`,
  sessionId: `session-${release}`,
  tags: { release },
  error: at === 3 ? 'rate limited' : null,
  requestMeta: {
    input: `Question ${at}`,
    output: release === 'v1' ? `See ticket #${at}.` : 'Have you tried again?',
  },
});

async function ran(env: Env, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await ranInProcess(args, env);
  expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
  return stdout;
}

const json = async (env: Env, ...args: string[]) => JSON.parse(await ran(env, ...args, '--json')) as unknown;

async function readsCalls(env: Env): Promise<void> {
  expect(await json(env, 'calls', '--tag', 'release=v2', '--limit', '2')).toMatchObject({
    calls: [{ id: 'v2-call-19' }, { id: 'v2-call-18' }],
    more: true,
  });
  expect(await ran(env, 'calls', '--errors')).toMatch(/v2-call-3 +rate limited\n.*v1-call-3 +rate limited/);
  const one = await ran(env, 'calls', 'v2-call-19');
  expect(one).toMatch(/model {4}gpt-4o-mini \(openai\)[^]*user\n {2}Question 19\n[^]*Have you tried again\?/);
  // The start of an id is enough if only one call has it.
  expect(await ran(env, 'calls', 'v2-call-18…')).toContain('Question 18');
  const several = await ranInProcess(['calls', 'v2-call-'], env);
  expect([several.code, several.stderr]).toEqual([2, expect.stringContaining('The ids of 20 calls')]);
  const none = await ranInProcess(['calls', 'v3-call'], env);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('(404)')]);

  expect(await ran(env, 'trace', 'trace-v1')).toMatch(/├─ gpt-4o-mini.*\n {0,4}.*└─ gpt-4o-mini/s);
  expect(await json(env, 'sessions')).toMatchObject({
    sessions: [{ sessionId: 'session-v2', calls: 20 }, { sessionId: 'session-v1' }],
  });
  expect(await ran(env, 'sessions', 'session-v1')).toMatch(/20 calls, 300 tokens, \$10\.00, 1 error/);
  expect(await json(env, 'cost', '--by', 'tag:release')).toMatchObject({ total: { value: 20, count: 40 } });
  expect(await ran(env, 'cost', '--by', 'model')).toMatch(/^gpt-4o-mini +40 +\$20\.00 +100\.0 %$/m);
  await ran(env, 'scores', 'add', 'thumbs', 'true', '--call', 'v1-call-0');
  expect(await json(env, 'scores')).toMatchObject({
    scores: [{ name: 'thumbs', value: true, callId: 'v1-call-0' }],
  });
}

async function movesPromptsAndDatasets(env: Env): Promise<void> {
  writeFileSync(file('greeting.txt'), 'Greet {{name}}.\n');
  await ran(env, 'prompts', 'push', file('greeting.txt'), '--name', 'greeting', '--deploy', 'production');
  expect(await ran(env, 'prompts', 'pull', 'greeting', '@production')).toBe('Greet {{name}}.\n');
  writeFileSync(file('greeting.txt'), 'Hello {{name}}.\n');
  expect(await json(env, 'prompts', 'push', file('greeting.txt'), '--name', 'greeting')).toMatchObject({
    created: true,
    prompt: { version: '2' },
  });
  expect(await ran(env, 'prompts', 'diff', 'greeting', '1')).toContain('-Greet {{name}}.\n+Hello {{name}}.');
  await ran(env, 'prompts', 'deploy', 'greeting', '2', 'production');
  expect(await ran(env, 'prompts')).toMatch(/^greeting +2 +2 +production=2/m);

  writeFileSync(file('items.jsonl'), '{"inputText":"Where?","expectedOutput":"Here."}\n');
  await ran(env, 'datasets', 'push', file('items.jsonl'), '--to', 'support');
  expect(await ran(env, 'datasets', 'pull', 'support')).toBe(text('items.jsonl'));
  expect(await ran(env, 'datasets', 'push', file('items.jsonl'), '--to', 'support')).toBe(
    '1 item already in support (id 1).\n',
  );
}

async function exportsCalls(env: Env): Promise<void> {
  await ran(env, 'export', file('calls.jsonl'), '--scores', '--tag', 'release=v1');
  const ids = text('calls.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([20, 'v1-call-19', 'v1-call-0']);
  await ran(env, 'export-calls', file('calls.csv'));
  expect(text('calls.csv').split('\r\n').filter(Boolean)).toHaveLength(41);
  await ran(env, 'export', file('calls.parquet'));
  expect(text('calls.parquet').slice(0, 4)).toBe('PAR1');
}

async function comparesRuns(env: Env): Promise<void> {
  const start = async (release: string) => {
    const { code, stdout } = await ranInProcess(
      [
        'eval',
        'run',
        '--recent',
        '20',
        '--tag',
        `release=${release}`,
        '--criterion',
        'Names a ticket',
        '--json',
      ],
      env,
    );
    const { run: done } = JSON.parse(stdout) as { run: { id: number; status: string } };
    expect([code, done.status]).toEqual([0, 'completed']);
    return String(done.id);
  };
  const [baseline, same, worse] = [await start('v1'), await start('v1'), await start('v2')];
  expect(await ran(env, 'eval', 'show', worse)).toMatch(/^Names a ticket +20 +0 +0 %$/m);
  expect(await ran(env, 'eval', 'list')).toMatch(/^ 3 {2}Command line {2}completed +20\/20 +0 %/m);
  const unknown = await ranInProcess(['eval', 'run', '--recent', '5', '--criterion', 'Wit'], env);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Names a ticket')]);

  // As processes, because builds act on their exit codes.
  const gate = (candidate: string) => run(['gate', '--candidate', candidate, '--baseline', baseline], env);
  const [failed, passed, missing] = await Promise.all([gate(worse), gate(same), gate('999')]);
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining('Gate: fail: 1 violation')]);
  expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining('Gate: pass')]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('(404)')]);
}
