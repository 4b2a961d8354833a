import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { startFakeProvider } from '#test/support/fake-provider/index';
import { exportOf, plain } from '#test/support/sample-spans';
import { deleteDraftsOfErased } from '../../src/features/playground/store.ts';
import { startModelServer, type ModelServer } from '../../../clients/model-server/server.ts';

const RUNS = '/v1/playground/runs';
const DRAFTS = '/v1/playground/drafts';
let app: TestApp;
let models: ModelServer;
let account: TestAccount;
let connectionId: string;
beforeAll(async () => {
  models = await startModelServer();
  app = await makeTestApp({ config: { outboundAllow: ['127.0.0.1/32'], judge: null, generator: null } });
  account = await app.account();
  await (await account.member('owner')).call('PUT', '/v1/account/consents/plaintext-storage');
  connectionId = await connect(account, { baseUrl: `${models.url}/v1`, dayBudgetUsd: 5 });
});
afterAll(async () => {
  await app.stop();
  models.close();
});

async function connect(by: TestAccount, changes: object = {}): Promise<string> {
  const body = { name: 'Ours', provider: 'openai', apiKey: 'sk-key', defaultModel: 'gpt-4o-mini' };
  const reply = await by.call('POST', '/v1/model-connections', { ...body, test: false, ...changes });
  return reply.json().id;
}

const run = (changes: object = {}) => ({
  connectionId,
  messages: [{ role: 'user', content: 'What is the capital of {{country}}?' }],
  variables: { country: 'France' },
  ...changes,
});

interface Sent {
  event: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

const sentIn = (body: string): Sent[] =>
  body
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
      return { event, data: JSON.parse(data) };
    });

async function played(changes: object = {}, by: TestAccount = account): Promise<Sent[]> {
  const reply = await by.call('POST', RUNS, run(changes));
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  return sentIn(reply.body).filter(({ event }) => event !== 'progress');
}

const storedCall = async (id: string) => {
  const reply = await account.call('GET', `/v1/query/calls/${id}`);
  expect(reply.statusCode).toBe(200);
  return reply.json().call;
};

describe('a run', () => {
  it('streams the answer with its cost, and is a call of the service that lists omit', async () => {
    const events = await played();
    const [start] = events;
    const { callId, runId } = start?.data ?? {};
    expect(start).toEqual({
      event: 'start',
      data: { runId, callId: runId, provider: 'openai', model: 'gpt-4o-mini' },
    });
    const deltas = events.filter(({ event }) => event === 'delta');
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.map(({ data }) => data.text).join('')).toBe('Paris is the capital of France.');
    expect(events.at(-2)).toMatchObject({
      event: 'usage',
      data: { inputTokens: 1184, outputTokens: 17, cachedTokens: 1024, priceKnown: true },
    });
    expect(events.at(-1)).toEqual({ event: 'done', data: { finish: 'stop', callId } });
    const { costUsd } = events.at(-2)?.data ?? {};
    expect(costUsd).toBeGreaterThan(0);
    const call = await storedCall(callId);
    expect(call).toMatchObject({
      provider: 'openai',
      model: 'gpt-4o-mini',
      promptTokens: 1184,
      completionTokens: 17,
      costUsd,
      error: null,
      tags: { 'tracewell.playground': runId },
      requestMeta: {
        input: [{ role: 'user', content: 'What is the capital of France?' }],
        output: 'Paris is the capital of France.',
        finishReasons: ['stop'],
      },
    });
    const listed = async (body: object) =>
      (await account.call('POST', '/v1/query/calls', body)).json().records;
    expect(await listed({})).toEqual([]);
    expect(await listed({ includeEvalRuns: true })).toHaveLength(1);
    const shown = (await account.call('GET', `/v1/model-connections/${connectionId}`)).json();
    expect(shown.daySpentUsd).toBeCloseTo(costUsd, 9);
  });

  it('has tool calls, and an answer checked against its schema', async () => {
    const tools = [{ name: 'get_weather', parameters: { type: 'object' } }];
    const outputSchema = { type: 'object', required: ['city'] };
    const asked = await played({ tools, outputSchema });
    const call = asked.find(({ event }) => event === 'tool_call')?.data;
    expect(call).toMatchObject({ name: 'get_weather', arguments: { city: 'Paris' } });
    expect(asked.some(({ event }) => event === 'output')).toBe(false);
    expect(asked.at(-1)?.data.finish).toBe('tool_calls');
    const answered = await played({
      tools,
      outputSchema,
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: '21 {{degrees}}', toolCallId: call.id },
      ],
    });
    expect(answered.find(({ event }) => event === 'output')?.data).toEqual({
      valid: false,
      problem: expect.stringMatching(/JSON/),
    });
  });

  it('contains prompts of the registry; 422 if one is not there', async () => {
    const template = 'What is the capital of {{country}}?';
    await account.call('POST', '/v1/prompts', { name: 'part', version: '1', template });
    const content = '@@@langfusePrompt:name=part|version=1@@@';
    const [start] = await played({ messages: [{ role: 'user', content }] });
    const { requestMeta } = await storedCall(start?.data.callId);
    expect(requestMeta.input).toEqual([{ role: 'user', content: 'What is the capital of France?' }]);
    const messages = [{ role: 'user', content: content.replace('part', 'none') }];
    const refused = await account.call('POST', RUNS, run({ messages }));
    expect([refused.statusCode, refused.json().details]).toEqual([
      422,
      [{ path: 'messages.0.content', message: 'There is no prompt "none" with the number 1.' }],
    ]);
  });

  it('that fails says why, and is stored with the reason', async () => {
    const events = await played({ model: 'gpt-4.1-nano' });
    const { data } = events.at(-1) ?? { data: {} };
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { reason: 'rejected', status: 400, detail: 'The fake model rejects this request.' },
    });
    expect(await storedCall(data.callId)).toMatchObject({ error: 'rejected', costUsd: 0 });
  });

  it('stays within the budget of the connection', async () => {
    const poor = await connect(account, { name: 'Poor', baseUrl: `${models.url}/v1`, dayBudgetUsd: 0 });
    expect(await played({ connectionId: poor })).toMatchObject([
      { event: 'start' },
      { event: 'error', data: { reason: 'budget_exhausted' } },
    ]);
    const unpriced = await played({ model: 'our-own-model' });
    expect(unpriced.at(-1)).toMatchObject({ event: 'error', data: { reason: 'no_price' } });
  });
});

describe('refused before it starts', () => {
  it.each([
    [{ variables: {} }, 400, 'variable_missing', 'variables'],
    [{ messages: [] }, 400, 'invalid_request', 'messages'],
    [
      { messages: [{ role: 'tool', content: 'x', toolCallId: 'none' }] },
      400,
      'invalid_request',
      'messages.0.toolCallId',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'image', image: 'https://example.com/a.png' }] }] },
      400,
      'invalid_request',
      'messages.0.content',
    ],
    [{ settings: { temperature: 3 } }, 400, 'invalid_request', 'settings.temperature'],
    [
      {
        tools: [
          { name: 'a', parameters: {} },
          { name: 'a', parameters: {} },
        ],
      },
      400,
      'invalid_request',
      'tools.1.name',
    ],
    [{ connectionId: 'mdc_1234567890' }, 404, 'not_found', undefined],
  ])('%j: %i', async (changes, status, reason, path) => {
    const reply = await account.call('POST', RUNS, run(changes));
    const { reason: given, details = [{}] } = reply.json();
    expect([reply.statusCode, given, details[0].path]).toEqual([status, reason, path]);
  });

  it('403 by a viewer or a key that reads; 403 model_not_allowed; another account has no such connection', async () => {
    const viewer = await account.member('viewer');
    expect((await viewer.call('POST', RUNS, run())).statusCode).toBe(403);
    expect((await (await account.key(['read'])).call('POST', RUNS, run())).statusCode).toBe(403);
    const strict = await connect(account, { name: 'Strict', models: ['gpt-4o-mini'] });
    const other = await account.call('POST', RUNS, run({ connectionId: strict, model: 'gpt-4o' }));
    expect([other.statusCode, other.json().reason]).toEqual([403, 'model_not_allowed']);
    expect((await (await app.account()).call('POST', RUNS, run())).statusCode).toBe(404);
  });
});

describe('a call and a shared state', () => {
  it('a stored run gives its draft; without stored messages only its settings', async () => {
    const settings = { temperature: 0.5, maxOutputTokens: 50 };
    const events = await played({ settings });
    const { callId } = events.at(-1)?.data ?? {};
    const draft = await account.call('GET', `/v1/playground/calls/${callId}`);
    expect([draft.statusCode, draft.json()]).toEqual([
      200,
      {
        callId,
        provider: 'openai',
        model: 'gpt-4o-mini',
        hasContent: true,
        messages: [{ role: 'user', content: 'What is the capital of France?' }],
        tools: [],
        settings,
        outputSchema: null,
        promptId: null,
      },
    ]);
    const stranger = await app.account();
    expect((await stranger.call('GET', `/v1/playground/calls/${callId}`)).statusCode).toBe(404);
    const reticent = await connect(stranger, { baseUrl: `${models.url}/v1` });
    const untold = await played({ connectionId: reticent, settings }, stranger);
    const bare = await stranger.call('GET', `/v1/playground/calls/${untold.at(-1)?.data.callId}`);
    expect(bare.json()).toMatchObject({ hasContent: false, messages: [], settings });
  });

  it('a span that is no call gives its draft, in its project only', async () => {
    const span = plain({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.call.arguments': '{"a":1}' });
    const sent = await account.call('POST', '/v1/traces', exportOf([span]));
    expect(sent.statusCode).toBe(200);
    const { nodes } = (await account.call('GET', `/v1/query/trace/${span.traceId}`)).json();
    const path = `/v1/playground/trace/${span.traceId}/spans/${nodes[0].id}`;
    const draft = await account.call('GET', path);
    expect([draft.statusCode, draft.json()]).toMatchObject([
      200,
      { callId: null, model: null, hasContent: true, messages: [{ role: 'user', content: '{"a":1}' }] },
    ]);
    expect((await (await app.account()).call('GET', path)).statusCode).toBe(404);
    expect((await account.call('GET', `${path}0`)).statusCode).toBe(404);
    const { callId } = (await played()).at(-1)?.data ?? {};
    const ofCall = await account.call('GET', `/v1/playground/trace/${callId}/spans/${callId}`);
    expect(ofCall.json()).toMatchObject({ callId, model: 'gpt-4o-mini' });
  });

  it('is saved sealed, opened in its project, and gone with its call or after 90 days', async () => {
    const bound = await account.key(null, { projectId: account.projectId });
    const state = {
      columns: [
        {
          connectionId,
          messages: [
            { type: 'placeholder', name: 'history' },
            { role: 'user', content: 'A secret riddle' },
          ],
        },
      ],
      variables: { a: 'b' },
      placeholders: { history: [{ role: 'user', content: 'Before' }] },
      mocks: { get_weather: '21 degrees' },
      sourceCallId: 'call-to-erase',
      sourceTraceId: null,
    };
    const saved = await bound.call('POST', DRAFTS, state);
    expect([saved.statusCode, saved.json()]).toEqual([
      201,
      { id: expect.stringMatching(/^pgd_/), createdAt: expect.any(String), ...state },
    ]);
    const path = `${DRAFTS}/${saved.json().id}`;
    expect((await account.call('GET', path)).json()).toEqual(saved.json());
    expect((await bound.call('GET', path)).json()).toEqual(saved.json());
    const { id: otherId } = (await account.call('POST', '/v1/projects', { name: 'Other' })).json();
    const other = await account.key(null, { projectId: otherId });
    expect((await other.call('GET', path)).statusCode).toBe(404);
    expect((await (await app.account()).call('GET', path)).statusCode).toBe(404);
    expect((await (await account.member('viewer')).call('POST', DRAFTS, state)).statusCode).toBe(403);
    const rows = await app.services.metadata.reader.selectFrom('playground_drafts').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('riddle');
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.some(({ action }: { action: string }) => action === 'playground.share')).toBe(true);
    await app.services.metadata.transaction(async (db) => {
      await deleteDraftsOfErased(db, account.id, {
        projectId: null,
        callIds: ['call-to-erase'],
        traceIds: [],
      });
    });
    expect((await account.call('GET', path)).statusCode).toBe(404);
    const ofSpan = await bound.call('POST', DRAFTS, {
      ...state,
      sourceCallId: null,
      sourceTraceId: 'trace-1',
    });
    const place = `${DRAFTS}/${ofSpan.json().id}`;
    const erased = (projectId: string) => ({ projectId, callIds: [], traceIds: ['trace-1'] });
    await app.services.metadata.transaction((db) =>
      deleteDraftsOfErased(db, account.id, erased('prj_other')),
    );
    expect((await account.call('GET', place)).statusCode).toBe(200);
    await app.services.metadata.transaction((db) =>
      deleteDraftsOfErased(db, account.id, erased(account.projectId)),
    );
    expect((await account.call('GET', place)).statusCode).toBe(404);
    const old = (await account.call('POST', DRAFTS, { ...state, sourceCallId: null })).json();
    await app.services.metadata.transaction((db) =>
      db.updateTable('playground_drafts').set({ created_at: 1 }).where('id', '=', old.id).execute(),
    );
    expect((await account.call('GET', `${DRAFTS}/${old.id}`)).statusCode).toBe(404);
  });
});

describe('over a socket', () => {
  it('closing the request cancels the run; 429 too_many_runs beyond eight', async () => {
    const vendor = await startFakeProvider();
    vendor.fault('hang');
    const busy = await app.account();
    const id = await connect(busy, { baseUrl: vendor.url, apiKey: vendor.key });
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as AddressInfo;
    const stop = new AbortController();
    const ask = () =>
      fetch(`http://127.0.0.1:${port}${RUNS}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${busy.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(run({ connectionId: id })),
        signal: stop.signal,
      });
    const running = await Promise.all(Array.from({ length: 8 }, ask));
    expect(running.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    await eventually(() => expect(vendor.requests).toHaveLength(8));
    const ninth = await ask();
    expect([ninth.status, ((await ninth.json()) as { reason: string }).reason]).toEqual([
      429,
      'too_many_runs',
    ]);
    stop.abort();
    // Their places are free again, and what may have been billed is counted.
    vendor.heal();
    await eventually(async () => {
      const reply = await busy.call('POST', RUNS, run({ connectionId: id }));
      expect(reply.statusCode).toBe(200);
    });
    await eventually(async () => {
      const { records } = (await busy.call('POST', '/v1/query/calls', { includeEvalRuns: true })).json();
      expect(records.filter(({ error }: { error: string }) => error === 'cancelled')).toHaveLength(8);
    });
    app.http.server.closeAllConnections();
    if (app.http.server.listening) {
      app.http.server.close();
      await once(app.http.server, 'close');
    }
  });
});
