// The commands against the service itself, started as people start it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tracewell, unwrap, type IncomingCall } from '@tracewell/sdk';
import { serviceRecords } from '../../../server/test/support/records-engine.ts';
import { startService } from '../../../server/test/support/service-process.ts';
import { ranInProcess } from '../in-process.ts';
import { freshFolder, takeTime } from '../run.ts';

takeTime();

it('lists, shows, sums, scores, pushes, pulls and exports', async () => {
  const folder = freshFolder();
  const service = await startService({ folder: path.join(folder, 'data'), env: serviceRecords() });
  const order = { email: 'one@example.com', password: 'correct horse battery', plan: 'team' };
  const made = JSON.parse((await service.operate('POST', '/operator/accounts', order)).text) as {
    apiKey: string;
  };
  const client = tracewell({ url: service.url, apiKey: made.apiKey });
  const records = [1, 2, 3].map((at): IncomingCall => ({
    id: `call-${at}`,
    provider: 'openai',
    model: 'gpt-4o-mini',
    timestamp: new Date(Date.now() - at * 1_000).toISOString(),
    promptTokens: 10,
    completionTokens: 5,
    totalTokens: 15,
    costUsd: 0.5,
    latencyMs: 20,
    traceId: 'trace-1',
    spanId: `span-${at}`,
    parentSpanId: at === 1 ? null : 'span-1',
    sessionId: 'session-1',
    tags: { team: 'search' },
  }));
  await unwrap(client.POST('/v1/ingest', { body: { records } }));
  const env = { TRACEWELL_URL: service.url, TRACEWELL_API_KEY: made.apiKey };
  const ran = async (...args: string[]) => {
    const { code, stdout, stderr } = await ranInProcess(args, env);
    expect([args[0], code, stderr]).toEqual([args[0], 0, '']);
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await ran(...args, '--json')) as unknown;

  expect(await json('calls', '--tag', 'team=search', '--limit', '2')).toMatchObject({
    calls: [{ id: 'call-1' }, { id: 'call-2' }],
    more: true,
  });
  expect(await ran('calls', 'call-1')).toContain('gpt-4o-mini (openai)');
  expect(await ran('trace', 'trace-1')).toMatch(/├─ gpt-4o-mini.*\n└─ gpt-4o-mini/);
  expect(await json('sessions')).toMatchObject({ sessions: [{ sessionId: 'session-1', calls: 3 }] });
  expect(await json('cost', '--by', 'tag:team')).toMatchObject({ groups: [{ key: 'search', value: 1.5 }] });
  await ran('scores', 'add', 'thumbs', 'true', '--call', 'call-1');
  expect(await json('scores')).toMatchObject({ scores: [{ name: 'thumbs', value: true, callId: 'call-1' }] });

  const file = (name: string) => path.join(folder, name);
  writeFileSync(file('greeting.txt'), 'Greet {{name}}.\n');
  await ran('prompts', 'push', file('greeting.txt'), '--name', 'greeting', '--deploy', 'production');
  expect(await ran('prompts', 'pull', 'greeting', '@production')).toBe('Greet {{name}}.\n');
  writeFileSync(file('greeting.txt'), 'Hello {{name}}.\n');
  expect(await json('prompts', 'push', file('greeting.txt'), '--name', 'greeting')).toMatchObject({
    prompt: { version: '2' },
  });
  expect(await ran('prompts', 'diff', 'greeting', '1')).toContain('-Greet {{name}}.\n+Hello {{name}}.');

  writeFileSync(file('items.jsonl'), '{"inputText":"Where?","expectedOutput":"Here."}\n');
  await ran('datasets', 'push', file('items.jsonl'), '--to', 'support');
  expect(await ran('datasets', 'pull', 'support')).toBe(readFileSync(file('items.jsonl'), 'utf8'));

  await ran('export', file('calls.jsonl'), '--scores');
  const lines = readFileSync(file('calls.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
    'call-1',
    'call-2',
    'call-3',
  ]);
  await ran('export', file('calls.csv'));
  expect(readFileSync(file('calls.csv'), 'utf8').split('\r\n').filter(Boolean)).toHaveLength(4);
});
