// The sdk against the service itself, started as people start it.
import path from 'node:path';
import { expect, it } from 'vitest';
import { serviceRecords } from '../../server/test/support/records-engine.ts';
import { freshFolder, takeTime } from '../../server/test/support/run-command.ts';
import { startService, type Service } from '../../server/test/support/service-process.ts';
import { BatchSender, tracewell, unwrap, type IncomingCall, type Rejection } from '../src/index.ts';

takeTime();

const newKey = async ({ operate }: Service): Promise<string> => {
  const order = { email: 'one@example.com', password: 'correct horse battery', plan: 'team' };
  const { text } = await operate('POST', '/operator/accounts', order);
  return (JSON.parse(text) as { apiKey: string }).apiKey;
};

const record = (id: string): IncomingCall => ({
  id,
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: new Date().toISOString(),
  promptTokens: 10,
  completionTokens: 5,
  totalTokens: 15,
  costUsd: 0.5,
  latencyMs: 20,
});

it('sends, asks, and says what is wrong', async () => {
  const folder = path.join(freshFolder(), 'data');
  const service = await startService({ folder, env: serviceRecords() });
  const apiKey = await newKey(service);
  const client = tracewell({ url: `${service.url}/`, apiKey });
  const rejected: Rejection[] = [];
  const sender = new BatchSender(client, { onRejected: (more) => rejected.push(...more) });
  for (let at = 0; at < 120; at += 1) await sender.add(record(`call-${at}`));
  await sender.add({ ...record('broken'), model: '' });
  await sender.add({ ...record('old'), timestamp: '2001-01-01T00:00:00Z' });
  expect(await sender.close()).toEqual({ unsent: [] });
  expect(rejected.map(({ record: { id }, reason }) => [id, reason.split(' ')[0]])).toEqual([
    ['broken', 'model'],
    ['old', 'timestamp'],
  ]);

  const { records } = await unwrap(client.POST('/v1/query/calls', { body: { limit: 200 } }));
  expect(records).toHaveLength(120);
  const { call } = await unwrap(client.GET('/v1/query/calls/{id}', { params: { path: { id: 'call-7' } } }));
  expect(call).toMatchObject({ id: 'call-7', costUsd: 0.5 });

  await expect(
    unwrap(client.GET('/v1/query/calls/{id}', { params: { path: { id: 'no such call' } } })),
  ).rejects.toMatchObject({ name: 'TracewellError', status: 404, requestId: expect.any(String) });
  const stranger = tracewell({ url: service.url, apiKey: 'twl_nobody' });
  await expect(unwrap(stranger.GET('/v1/account'))).rejects.toMatchObject({ status: 401 });
  await expect(
    unwrap(client.POST('/v1/query/calls', { body: { limit: 'many' as never } })),
  ).rejects.toMatchObject({ status: 400, details: [expect.objectContaining({ path: 'limit' })] });
});

it('loses no record and stores none twice while the service is stopped and started again', async () => {
  const folder = path.join(freshFolder(), 'data');
  const records = serviceRecords();
  const first = await startService({ folder, env: records });
  const apiKey = await newKey(first);
  let url = first.url;
  const client = tracewell({
    url: first.url,
    apiKey,
    retry: false,
    // The second service listens on another port.
    fetch: (request) => fetch(new Request(request.url.replace(first.url, url), request)),
  });
  let failures = 0;
  const onError = () => {
    failures += 1;
  };
  const sender = new BatchSender(client, { onRejected: () => {}, onError, maxQueued: 50, delayMs: 1 });
  const ids = Array.from({ length: 400 }, (_, at) => `call-${at}`);
  const adding = (async () => {
    for (const id of ids) await sender.add(record(id));
  })();
  await expect.poll(() => sender.queued).toBeGreaterThan(0);
  await first.stop();
  const second = await startService({ folder, env: records });
  url = second.url;
  await adding;
  await sender.flush();
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const body = { limit: 200, ...(cursor === '' ? {} : { cursor }) };
    const page: { records: { id: string }[]; nextCursor: string | null } = await unwrap(
      client.POST('/v1/query/calls', { body }),
    );
    found.push(...page.records.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(found.toSorted()).toEqual(ids.toSorted());
  expect(failures).toBeGreaterThan(0);
});
