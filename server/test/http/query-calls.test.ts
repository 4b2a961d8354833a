// Calls, one call, a trace and a session as a client sees them, over a records store that answers from
// memory: the queries it gets, and the answers made from its rows. What the engine does with the queries is
// in read/read.engine.test.ts.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import { sealContent } from '#content';
import {
  placeOf,
  SORT_COLUMNS,
  type CallFilter,
  type CallPage,
  type ReadCall,
  type ReadTrace,
  type Scope,
} from '#records';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { plainCall, plainObservation } from '#test/support/call-rows';
import { FakeClock } from '#test/support/clock';
import { sealedAlone, type FakeRecords } from '#test/support/fake-records';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
const now = clock.now();

let app: TestApp;
let account: TestAccount;

/** The last query to the store, and its answer. */
const asked: { scope?: Scope; filter?: CallFilter; page?: CallPage; id?: string; contents: number } = {
  contents: 0,
};
let calls: ReadCall[] = [];
let trace: ReadTrace = { calls: [], observations: [], truncated: false };
let sealedBy: ((scope: Scope, id: string) => Promise<Buffer>) | null = null;

const read = (
  id: string,
  ...[timestampMs, changes]: [number?, Parameters<typeof plainCall>[2]?]
): ReadCall => ({
  call: plainCall(id, timestampMs ?? now - 1_000, changes),
  hasContent: false,
});

const records: FakeRecords = {
  selectCalls: async (scope, filter, page) => {
    Object.assign(asked, { scope, filter, page });
    const start = page.after ? calls.findIndex(({ call }) => call.id === page.after?.id) + 1 : 0;
    return calls.slice(start, start + page.limit);
  },
  selectCall: async (scope, id) => {
    Object.assign(asked, { scope, id });
    return calls.find(({ call }) => call.id === id) ?? null;
  },
  selectTrace: async (scope, id, limit) => {
    Object.assign(asked, { scope, id });
    expect(limit).toBe(500);
    return trace;
  },
  selectObservation: async (scope, traceId, id) => {
    Object.assign(asked, { scope, id });
    return traceId === 't'
      ? (trace.observations.find(({ observation }) => observation.id === id) ?? null)
      : null;
  },
  selectSession: async (scope, id) => {
    Object.assign(asked, { scope, id });
    if (calls.length === 0) return null;
    const totals = { calls: 3, costUsd: 0.5, totalTokens: 45, errors: 1, startMs: now - 5, endMs: now };
    return { calls, totals };
  },
  selectSealedContent: async (scope, places) => {
    asked.contents += 1;
    const entries = await Promise.all(
      places.map(async ({ id }) => [id, (await sealedBy?.(scope, id)) ?? Buffer.of(1)] as const),
    );
    return sealedAlone(entries);
  },
};

beforeAll(async () => {
  app = await makeTestApp({ records, clock });
  account = await app.account();
});
afterAll(() => app.stop());

const list = (body?: unknown, from: TestAccount = account) => from.call('POST', '/v1/query/calls', body);

describe('calls', () => {
  it('200: newest first, 50 of them, over the whole retention, also without a body', async () => {
    calls = [read('one', now - 1, { error: 'late', costUsd: null })];
    for (const body of [undefined, {}]) {
      const reply = await list(body);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({
        records: [
          {
            id: 'one',
            provider: 'openai',
            model: 'gpt-5',
            timestamp: '2026-03-01T11:59:59.999Z',
            promptTokens: 10,
            completionTokens: 5,
            totalTokens: 15,
            costUsd: 0,
            latencyMs: 100,
            tags: null,
            error: 'late',
            errorDetails: null,
            traceId: null,
            spanId: null,
            parentSpanId: null,
            sessionId: null,
            toolCalls: null,
            piiRedacted: false,
            redactionMetadata: null,
            requestMeta: null,
          },
        ],
        nextCursor: null,
        truncated: false,
      });
      expect(asked).toMatchObject({
        scope: { project: null, sinceMs: now - 90 * DAY_MS },
        filter: {},
        page: { order: { by: 'timestamp', descending: true }, after: null, limit: 51 },
      });
    }
  });

  it('200: the filter unchanged, in the selected project', async () => {
    const filter = {
      provider: 'openai',
      model: "o'model",
      tags: { env: 'prod', empty: '' },
      error: 'limit',
      traceId: 't',
      sessionId: 's',
      userId: 'u',
      minLatencyMs: 0,
      minCostUsd: 0.5,
      search: 'x',
      includeEvalRuns: true,
    };
    const times = { startTime: '2026-02-01T00:00:00+01:00', endTime: '2026-02-02T00:00:00.000Z' };
    const reply = await account.call(
      'POST',
      '/v1/query/calls',
      { ...filter, ...times },
      { 'x-project-id': account.projectId },
    );
    expect(reply.statusCode).toBe(200);
    expect(asked.filter).toEqual({
      ...filter,
      startMs: Date.parse('2026-01-31T23:00:00Z'),
      endMs: Date.parse('2026-02-02T00:00:00Z'),
    });
    expect(asked.scope?.project).toEqual(expect.any(Number));
  });

  it('200: pages follow one another in every order, and end', async () => {
    calls = Array.from({ length: 5 }, (_, at) =>
      read(`c${at}`, now - at, { error: at === 1 ? "it's 🚀" : null }),
    );
    for (const sortBy of SORT_COLUMNS) {
      for (const sortOrder of ['asc', 'desc']) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { records: page, nextCursor } = (await list({ limit: 2, sortBy, sortOrder, cursor })).json();
          const last = calls.find(({ call }) => call.id === seen.at(-1));
          const order = { by: sortBy, descending: sortOrder === 'desc' };
          const after = last ? placeOf(last, order) : null;
          expect(asked.page).toEqual({ order, after, limit: 3, maxBytes: 16 * 1_048_576 });
          seen.push(...page.map(({ id }: { id: string }) => id));
          cursor = nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
      }
    }
  });

  it('400: a cursor of another account', async () => {
    const other = await app.account();
    const { nextCursor } = (await list({ limit: 1 })).json();
    expect((await list({ limit: 1, cursor: nextCursor }, other)).statusCode).toBe(400);
  });

  it('400: cursors from no list, or from another order', async () => {
    const made = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
    const { nextCursor } = (await list({ limit: 1 })).json();
    const wrong = [
      { cursor: '' },
      { cursor: 'x' },
      { cursor: 'x'.repeat(4_001) },
      { cursor: `${nextCursor}AAAA` },
      // The same bytes in another spelling.
      { cursor: `${nextCursor}=` },
      { cursor: `${nextCursor.slice(0, 8)} ${nextCursor.slice(8)}` },
      { cursor: nextCursor, sortBy: 'model' },
      { cursor: nextCursor, sortOrder: 'asc' },
      { cursor: made('timestamp desc', now, now) },
      { cursor: made('timestamp desc', 'text', now, 'id') },
      { cursor: made('timestamp desc', now, 0.5, 'id') },
      { cursor: made('timestamp desc', now, now, 7) },
      { cursor: made('model desc', 7, now, 'id'), sortBy: 'model' },
      { cursor: made('cost_usd desc', null, now, 'id'), sortBy: 'cost_usd' },
      { cursor: made({ length: 4 }) },
    ];
    for (const body of wrong) {
      const reply = await list({ limit: 1, ...body });
      expect([body, reply.statusCode, reply.json().reason]).toEqual([body, 400, 'invalid_request']);
    }
  });

  it('400: every limit exceeded, and unknown fields', async () => {
    const long = (length: number) => 'x'.repeat(length);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v']));
    const wrong: [field: string, body: object][] = [
      ['limit', { limit: 0 }],
      ['limit', { limit: 201 }],
      ['limit', { limit: 1.5 }],
      ['limit', { limit: '50' }],
      ['sortBy', { sortBy: 'id' }],
      ['sortBy', { sortBy: 'timestamp; DROP TABLE calls' }],
      ['sortOrder', { sortOrder: 'DESC' }],
      ['startTime', { startTime: 'yesterday' }],
      ['startTime', { startTime: '2026-02-30' }],
      ['endTime', { startTime: '2026-02-02T00:00:00Z', endTime: '2026-02-02T00:00:00Z' }],
      ['endTime', { startTime: '2026-02-03T00:00:00Z', endTime: '2026-02-02T00:00:00Z' }],
      ['provider', { provider: '' }],
      ['model', { model: long(129) }],
      ['error', { error: 7 }],
      ['error', { error: '' }],
      ['tags', { tags: many }],
      ['tags', { tags: ['env'] }],
      ['traceId', { traceId: long(257) }],
      ['sessionId', { sessionId: '' }],
      ['userId', { userId: long(257) }],
      ['minLatencyMs', { minLatencyMs: -1 }],
      ['minCostUsd', { minCostUsd: '0' }],
      ['includeEvalRuns', { includeEvalRuns: 1 }],
      ['colour', { colour: 'red' }],
    ];
    for (const [field, body] of wrong) {
      const reply = await list(body);
      expect([body, reply.statusCode, reply.json().reason]).toEqual([body, 400, 'invalid_request']);
      expect(reply.json().details[0].path.split('.')[0]).toBe(field);
    }
    for (const body of [{ limit: 1 }, { limit: 200 }, { model: long(128) }, { traceId: long(256) }]) {
      expect((await list(body)).statusCode).toBe(200);
    }
  });

  it('401, 403: no key, and a key that may not read', async () => {
    expect((await app.call('POST', '/v1/query/calls', {})).statusCode).toBe(401);
    const key = await account.key(['write:records']);
    for (const path of ['calls/one', 'trace/one', 'session/one']) {
      expect((await key.call('GET', `/v1/query/${path}`)).statusCode).toBe(403);
    }
  });
});

const ODD_IDS = ['a/b', '100%', "it's", 'quote"', '日本🚀', '..', '\\N', '{x: String}', 'x'.repeat(256)];

describe('tags', () => {
  it('are null if a call has none, wherever it is returned, and otherwise an object', async () => {
    calls = [read('bare'), read('tagged', now - 2, { tags: { env: 'prod' } })];
    trace = { calls, observations: [], truncated: false };
    const get = async (path: string) => (await account.call('GET', `/v1/query/${path}`)).json();
    const { spans, nodes } = await get('trace/t');
    const expected = { bare: null, tagged: { env: 'prod' } };
    const tagsOf = (found: { id: string; tags: unknown }[]) =>
      Object.fromEntries(found.map(({ id, tags }) => [id, tags]));
    expect(tagsOf((await list()).json().records)).toEqual(expected);
    expect(tagsOf([(await get('calls/bare')).call, (await get('calls/tagged')).call])).toEqual(expected);
    expect(tagsOf((await get('session/s')).calls)).toEqual(expected);
    expect(tagsOf(spans)).toEqual(expected);
    expect(tagsOf(nodes.map(({ call }: { call: { id: string; tags: unknown } }) => call))).toEqual(expected);
  });
});

describe('one call', () => {
  it('200 and 404: by its id, whatever the id contains', async () => {
    calls = ODD_IDS.map((id) => read(id));
    for (const id of ODD_IDS) {
      const reply = await account.call('GET', `/v1/query/calls/${encodeURIComponent(id)}`);
      // A client resolves `..` before it sends the request.
      const expected = id === '..' ? [404, undefined] : [200, id];
      expect([reply.statusCode, reply.json().call?.id]).toEqual(expected);
    }
    for (const id of ['gone', 'x'.repeat(257), '%00', '%E0%A4%A', `a' OR 1=1 --`]) {
      const reply = await account.call('GET', `/v1/query/calls/${id.replaceAll(' ', '%20')}`);
      expect([id, [400, 404].includes(reply.statusCode), typeof reply.json().reason]).toEqual([
        id,
        true,
        'string',
      ]);
    }
  });

  it('200: with its content, also if that was deleted or cannot be decrypted', async () => {
    calls = [{ ...read('said', now, { requestMeta: { operation: 'chat' } }), hasContent: true }];
    sealedBy = async (scope, id) =>
      sealContent(await app.services.contentKeys.load({ id: account.id, number: scope.account }), id, {
        input: 'Hello',
        toolCalls: [{ name: 'f', arguments: '{}' }],
      });
    const get = async () => (await account.call('GET', '/v1/query/calls/said')).json().call;
    expect(await get()).toMatchObject({
      requestMeta: { operation: 'chat', input: 'Hello' },
      toolCalls: [{ name: 'f', arguments: '{}' }],
    });
    sealedBy = null;
    const before = app.services.contentKeys.unreadableCount;
    expect((await get()).requestMeta).toEqual({ operation: 'chat', input: null, output: null });
    expect(app.services.contentKeys.unreadableCount).toBe(before + 1);
    expect((await list()).json().records[0].requestMeta).toEqual({ operation: 'chat' });
  });

  it('200: with null for content whose key was wrapped with another master key', async () => {
    calls = [{ ...read('said'), hasContent: true }];
    const other = await app.account();
    const { contentKeys } = app.services;
    const before = contentKeys.unreadableCount;
    const error = new AppError('unavailable', 'content_key_unreadable', 'Another master key.');
    const load = vi.spyOn(contentKeys, 'load').mockRejectedValueOnce(error);
    const reply = await other.call('GET', '/v1/query/calls/said');
    load.mockRestore();
    expect([reply.statusCode, reply.json().call.requestMeta]).toEqual([200, { input: null, output: null }]);
    expect(contentKeys.unreadableCount).toBe(before + 1);
  });
});

describe('a trace', () => {
  const call = (id: string, atMs: number, changes: Parameters<typeof plainCall>[2] = {}) =>
    read(id, now + atMs, { traceId: 't/1', ...changes });
  const observation = (spanId: string, atMs: number, parentSpanId: string | null = null) => ({
    observation: plainObservation('t/1', spanId, now + atMs, { parentSpanId }),
    hasContent: false,
  });

  it('200: its calls by time, and all its spans as a tree', async () => {
    trace = {
      calls: [
        call('late', 1, { spanId: 'c1', parentSpanId: 'tool' }),
        call('later', 3, {
          spanId: 'c2',
          parentSpanId: 'agent',
          error: 'failed',
          requestMeta: { spanName: 'chat gpt-5', attributes: { 'server.port': 443 } },
        }),
      ],
      observations: [
        observation('agent', 0),
        observation('tool', 2, 'agent'),
        observation('lost', 4, 'gone'),
      ],
      truncated: true,
    };
    const reply = await account.call('GET', '/v1/query/trace/t%2F1');
    expect(reply.statusCode).toBe(200);
    const { traceId, spans, nodes, truncated } = reply.json();
    expect([asked.id, traceId, truncated]).toEqual(['t/1', 't/1', true]);
    expect(spans.map(({ id }: { id: string }) => id)).toEqual(['late', 'later']);
    const tree = (list: (typeof nodes)[number][]): unknown[] =>
      list.map(({ id, children }) => [id, tree(children)]);
    expect(tree(nodes)).toEqual([
      [
        't/1-agent',
        [
          ['t/1-tool', [['late', []]]],
          ['later', []],
        ],
      ],
      ['t/1-lost', []],
    ]);
    const [agent] = nodes;
    expect(agent).toEqual({
      id: 't/1-agent',
      kind: 'observation',
      type: 'tool',
      name: 'search',
      spanId: 'agent',
      parentSpanId: null,
      startTime: '2026-03-01T12:00:00.000Z',
      durationMs: 5,
      error: null,
      attributes: { tool: 'search' },
      call: null,
      children: expect.any(Array),
    });
    expect(agent.children[1]).toEqual({
      id: 'later',
      kind: 'llm',
      type: 'llm',
      name: 'chat gpt-5',
      spanId: 'c2',
      parentSpanId: 'agent',
      startTime: '2026-03-01T12:00:00.003Z',
      durationMs: 100,
      error: 'failed',
      attributes: {},
      call: spans[1],
      children: [],
    });
    expect(agent.children[0].children[0].name).toBe('gpt-5');
  });

  it('200: with the content of calls and observations, queried once', async () => {
    trace = {
      calls: [{ ...call('c', 1), hasContent: true }, call('plain', 2)],
      observations: [{ ...observation('o', 0), hasContent: true }],
      truncated: false,
    };
    sealedBy = async (scope, id) =>
      sealContent(
        await app.services.contentKeys.load({ id: account.id, number: scope.account }),
        id,
        id === 'c' ? { output: 'Hi' } : { attributes: { 'gen_ai.prompt': 'Say hi' } },
      );
    asked.contents = 0;
    const { spans, nodes } = (await account.call('GET', '/v1/query/trace/t')).json();
    expect(asked.contents).toBe(1);
    expect(spans[0].requestMeta).toEqual({ output: 'Hi' });
    expect(nodes[0].attributes).toEqual({ tool: 'search', 'gen_ai.prompt': 'Say hi' });
    expect(nodes[1].call).toEqual(spans[0]);
    sealedBy = null;
    const unreadable = (await account.call('GET', '/v1/query/trace/t')).json();
    expect(unreadable.spans[0].requestMeta).toEqual({ input: null, output: null });
    expect(unreadable.nodes[0].attributes).toEqual({ tool: 'search' });
  });

  it('200: one of its spans with content, a call or an observation; 404 in another trace', async () => {
    const kept = { ...observation('o', 0), hasContent: true };
    trace = { calls: [], observations: [kept], truncated: false };
    calls = [read('of-t', now, { traceId: 't', spanId: 's' }), read('elsewhere', now, { traceId: 'u' })];
    sealedBy = async (scope, id) =>
      sealContent(await app.services.contentKeys.load({ id: account.id, number: scope.account }), id, {
        attributes: { 'gen_ai.tool.call.result': 'found' },
      });
    const { id } = kept.observation;
    const ask = (record: string) =>
      account.call('GET', `/v1/query/trace/t/spans/${encodeURIComponent(record)}`);
    expect((await ask(id)).json().span).toMatchObject({
      id,
      kind: 'observation',
      attributes: { tool: 'search', 'gen_ai.tool.call.result': 'found' },
      call: null,
      children: [],
    });
    expect((await ask('of-t')).json().span).toMatchObject({
      kind: 'llm',
      call: { id: 'of-t' },
      children: [],
    });
    for (const odd of ['elsewhere', 'unknown']) {
      const reply = await ask(odd);
      expect([reply.statusCode, reply.json().error]).toEqual([404, 'Span not found.']);
    }
    sealedBy = null;
    calls = [];
  });

  it('200: 500 spans, each the child of the previous one', async () => {
    trace = {
      calls: Array.from({ length: 500 }, (_, at) =>
        call(`c${at}`, at, { spanId: `s${at}`, parentSpanId: `s${at - 1}` }),
      ),
      observations: [],
      truncated: false,
    };
    const reply = await account.call('GET', '/v1/query/trace/t');
    expect([reply.statusCode, reply.json().nodes.length, reply.json().spans.length]).toEqual([200, 1, 500]);
  });

  it('404: unknown, or of another account', async () => {
    trace = { calls: [], observations: [], truncated: false };
    const reply = await account.call('GET', '/v1/query/trace/unknown');
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { error: 'Trace not found.', reason: 'not_found' },
    ]);
  });
});

describe('a session', () => {
  it('200: its calls in order, without content, and their totals', async () => {
    calls = [{ ...read('a', now - 5), hasContent: true }, read('b', now)];
    asked.contents = 0;
    const reply = await account.call('GET', '/v1/query/session/visitor%2042');
    expect(reply.statusCode).toBe(200);
    expect(asked.contents).toBe(0);
    const { sessionId, calls: shown, totals } = reply.json();
    expect([sessionId, shown.map(({ id }: { id: string }) => id)]).toEqual(['visitor 42', ['a', 'b']]);
    expect(totals).toEqual({
      calls: 3,
      costUsd: 0.5,
      totalTokens: 45,
      errors: 1,
      startTime: '2026-03-01T11:59:59.995Z',
      endTime: '2026-03-01T12:00:00.000Z',
    });
  });

  it('404: unknown, or of another account', async () => {
    calls = [];
    const reply = await account.call('GET', '/v1/query/session/unknown');
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { error: 'Session not found.', reason: 'not_found' },
    ]);
  });
});
