// The sdk against the service itself, started as people start it.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { serviceRecords } from '../../server/test/support/records-engine.ts';
import { freshFolder, takeTime } from '../../server/test/support/run-command.ts';
import { startService, type Service } from '../../server/test/support/service-process.ts';
import { BatchSender, tracewell, unwrap, type IncomingCall, type Rejection } from '../src/index.ts';
import { diskSpool } from '../src/node/index.ts';
import { tracewell as tracing, type TracingOptions } from '../src/tracing/index.ts';

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

it('sends, asks, says what is wrong, and compares own code', async () => {
  const service = await startService({ folder: path.join(freshFolder(), 'data'), env: serviceRecords() });
  const apiKey = await newKey(service);
  await sendAndAsk(service, apiKey);
  const { winner, entries } = await compareAsExperiment(service, apiKey);
  expect(winner).toBe(1);
  expect(entries.map(({ name, doneCount, score }) => [name, doneCount, score?.mean])).toEqual([
    ['new', 12, 1],
    ['old', 12, expect.closeTo(1 / 12, 6)],
  ]);
  expect(entries[0]?.comparison).toMatchObject({ verdict: 'improved', gate: { pass: true } });
});

async function sendAndAsk(service: Service, apiKey: string): Promise<void> {
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
}

/** The service scores and ranks it. */
async function compareAsExperiment(service: Service, apiKey: string) {
  const tw = tracing({ url: service.url, apiKey, delayMs: 1 });
  const { criteria } = await unwrap(
    tw.api.POST('/v1/eval-criteria', {
      body: {
        name: 'Names a ticket',
        type: 'regex',
        rubric: 'TICKET-[0-9]+',
        scoreType: 'boolean',
        scaleMin: 0,
        scaleMax: 1,
      },
    }),
  );
  const items = Array.from({ length: 12 }, (_, at) => ({ inputText: `Where is parcel ${at}?` }));
  const { id } = await unwrap(tw.api.POST('/v1/eval-datasets', { body: { name: 'Parcels', items } }));
  const compared = await tw.compare('tickets', {
    dataset: id,
    variants: {
      old: ({ inputText }) => (inputText.includes('7') ? 'TICKET-7' : 'It is on its way.'),
      new: () => 'TICKET-1',
    },
    criteria: [criteria.at(-1)?.id ?? 0],
  });
  return compared.leaderboard();
}

/** Agents with a call each, of a program that may end before the service is back. */
function agentsOf(options: TracingOptions) {
  const tw = tracing({ delayMs: 1, ...options });
  const run = (name: string): string =>
    tw.with({ session: 'chat-1', user: 'ada', tags: { plan: 'pro' } }, () =>
      tw.span(name, { type: 'agent', input: 'Why?' }, (agent) => {
        tw.span('look up', { type: 'tool', input: { city: 'Paris' } }, (tool) => tool.output('sunny'));
        tw.span('chat gpt-4o-mini', { type: 'llm', provider: 'openai', model: 'gpt-4o-mini' }, (call) =>
          call.usage({ input: 100, output: 10 }),
        );
        agent.score('helpful', true);
        return agent.traceId;
      }),
    );
  return { tw, run };
}

it('loses nothing and stores nothing twice while the service is stopped and started again', async () => {
  const folder = path.join(freshFolder(), 'data');
  const records = serviceRecords();
  const first = await startService({ folder, env: records });
  const apiKey = await newKey(first);
  let url = first.url;
  // The second service listens on another port.
  const atService: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    return fetch(new Request(request.url.replace(first.url, url), request));
  };
  const client = tracewell({ url: first.url, apiKey, retry: false, fetch: atService });
  const spool = path.join(freshFolder(), 'spool');
  const tracingOptions = { url: first.url, apiKey, fetch: atService, onError: () => {} };
  const before = agentsOf({ ...tracingOptions, spool: diskSpool(spool) });
  const traceIds = [before.run('agent 1')];
  expect(await before.tw.flush()).toBe(true);
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
  traceIds.push(...Array.from({ length: 20 }, (_, at) => before.run(`agent ${at + 2}`)));
  // With the service away, everything is in the folder when the program ends.
  expect(await before.tw.close()).toBe(true);
  expect(readdirSync(spool).length).toBeGreaterThan(0);
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
  const traced = found.filter((id) => !id.startsWith('call-'));
  expect(found.filter((id) => id.startsWith('call-')).toSorted()).toEqual(ids.toSorted());
  expect(failures).toBeGreaterThan(0);
  expect(traced).toHaveLength(1);

  // The next program finds what the one before it left.
  const after = agentsOf({ ...tracingOptions, spool: diskSpool(spool) });
  traceIds.push(after.run('agent 22'));
  expect(await after.tw.close()).toBe(true);
  expect(readdirSync(spool)).toEqual([]);
  const sums = await unwrap(client.POST('/v1/query/calls', { body: { limit: 200, sessionId: 'chat-1' } }));
  expect(sums.records.map(({ traceId }) => traceId).toSorted()).toEqual(traceIds.toSorted());
  expect(sums.records.every(({ costUsd, promptTokens }) => costUsd > 0 && promptTokens === 100)).toBe(true);
  const { scores } = await unwrap(client.GET('/v1/scores', { params: { query: { limit: 100 } } }));
  expect(scores.filter(({ name }) => name === 'helpful')).toHaveLength(traceIds.length);
  const params = { path: { id: traceIds[5] ?? '' } };
  const { nodes } = await unwrap(client.GET('/v1/query/trace/{id}', { params }));
  expect(nodes).toMatchObject([{ name: 'agent 6', type: 'agent' }]);
  // They began within a millisecond, in which the service does not order them.
  const children = (nodes[0]?.children ?? []).toSorted((left, right) => left.name.localeCompare(right.name));
  expect(children).toMatchObject([
    { kind: 'llm', call: { model: 'gpt-4o-mini', provider: 'openai', tags: { plan: 'pro' } } },
    { name: 'look up', type: 'tool', children: [] },
  ]);
});
