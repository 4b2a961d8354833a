// Sessions, spans of a trace, facets and the filter by prompt as a client sees them, over a records store
// that answers from memory: the queries it gets, and the answers made from its rows. What the engine does
// with the queries is in read/*.engine.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, isoTime } from '#lib/clock';
import type {
  CallFilter,
  FacetQuestion,
  ReadSpan,
  Scope,
  SessionFigures,
  SessionPage,
  SpanPage,
} from '#records';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { INJECTIONS } from '#test/support/bad-queries';
import { FakeClock } from '#test/support/clock';
import type { FakeRecords } from '#test/support/fake-records';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
const now = clock.now();

let app: TestApp;
let account: TestAccount;
let other: TestAccount;

/** The queries to the store, the last or all of them, and its answers. */
const asked: {
  scope?: Scope;
  filter?: CallFilter;
  sessions?: SessionPage;
  spans?: SpanPage;
  traceId?: string;
  facets: FacetQuestion[];
  questions: number;
} = { facets: [], questions: 0 };
let sessions: SessionFigures[] = [];
let spans: ReadSpan[] = [];

const keepFilter = (scope: Scope, filter: CallFilter): void => {
  Object.assign(asked, { scope, filter, questions: asked.questions + 1 });
};

const records: FakeRecords = {
  selectSessions: async (scope, filter, page) => {
    keepFilter(scope, filter);
    asked.sessions = page;
    const start = page.after
      ? sessions.findIndex(({ sessionId }) => sessionId === page.after?.sessionId) + 1
      : 0;
    const shown = sessions.slice(start, start + page.limit);
    const last = shown.at(-1);
    const more = last && start + page.limit < sessions.length;
    const untilMs = page.after?.untilMs ?? sessions[0]?.endMs ?? 0;
    return { sessions: shown, next: more ? { atMs: last.endMs, sessionId: last.sessionId, untilMs } : null };
  },
  selectTraceSpans: async (scope, traceId, page) => {
    Object.assign(asked, { scope, traceId, spans: page, questions: asked.questions + 1 });
    const start = page.after ? spans.findIndex(({ id }) => id === page.after?.id) + 1 : 0;
    return { spans: spans.slice(start, start + page.limit), total: spans.length };
  },
  selectFacetValues: async (scope, filter, question) => {
    keepFilter(scope, filter);
    asked.facets.push(question);
    return [{ value: `${question.facet} 🚀`, count: 3 }];
  },
  selectCalls: async (scope, filter) => {
    keepFilter(scope, filter);
    return [];
  },
  selectAggregate: async (scope, filter) => {
    keepFilter(scope, filter);
    return { groups: [], total: { value: 0, count: 0 } };
  },
  selectPercentiles: async (scope, filter) => {
    keepFilter(scope, filter);
    return { p50: null, p95: null, p99: null, p999: null, max: null, count: 0 };
  },
  selectDistribution: async (scope, filter) => {
    keepFilter(scope, filter);
    return [];
  },
  streamCalls: async (scope, filter) => {
    keepFilter(scope, filter);
    return (async function* () {
      yield [];
    })();
  },
};

beforeAll(async () => {
  app = await makeTestApp({ records, clock });
  account = await app.account();
  other = await app.account();
});
afterAll(() => app.stop());

const session = (sessionId: string, endMs: number): SessionFigures => ({
  sessionId,
  calls: 2,
  traces: 1,
  errors: 0,
  costUsd: 0.25,
  totalTokens: 30,
  startMs: endMs - 1_500,
  endMs,
  users: ['ada'],
  models: ['gpt-5', 'claude'],
  lastModel: 'claude',
});

const SESSIONS = '/v1/query/sessions';
const listed = (body?: unknown, from: TestAccount = account) => from.call('POST', SESSIONS, body);

/** Invalid cursors made from a valid one. */
const tampered = (cursor: string): string[] => [
  'x',
  '日本',
  '\ud800',
  `${cursor}AA`,
  `AA${cursor}`,
  cursor.slice(1),
  cursor.slice(0, -1),
  cursor.slice(0, -1) + (cursor.endsWith('A') ? 'Q' : 'A'),
  Buffer.from(JSON.stringify([now, now, 's'])).toString('base64url'),
  'x'.repeat(4_001),
];

describe('sessions', () => {
  it('200: newest activity first, 50 of them, over the whole retention, also without a body', async () => {
    sessions = [session("it's 🚀", now - 1)];
    for (const body of [undefined, {}]) {
      const reply = await listed(body);
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        {
          sessions: [
            {
              sessionId: "it's 🚀",
              calls: 2,
              traces: 1,
              errors: 0,
              costUsd: 0.25,
              totalTokens: 30,
              startTime: '2026-03-01T11:59:58.499Z',
              endTime: '2026-03-01T11:59:59.999Z',
              durationMs: 1_500,
              users: ['ada'],
              models: ['gpt-5', 'claude'],
              lastModel: 'claude',
            },
          ],
          nextCursor: null,
          searchedFrom: null,
        },
      ]);
      expect(asked).toMatchObject({
        scope: { project: null, sinceMs: now - 90 * DAY_MS },
        filter: {},
        sessions: { after: null, limit: 50 },
      });
    }
  });

  it('200: the filter unchanged, in the selected project', async () => {
    const filter = {
      provider: 'openai',
      model: 'x',
      tags: { env: '' },
      error: true,
      userId: 'u',
      search: "o'x",
    };
    const body = { ...filter, startTime: '2026-02-01T00:00:00Z', endTime: '2026-02-02T00:00:00Z' };
    const reply = await account.call('POST', SESSIONS, body, { 'x-project-id': account.projectId });
    expect(reply.statusCode).toBe(200);
    expect(asked.filter).toEqual({
      ...filter,
      startMs: Date.parse('2026-02-01T00:00:00Z'),
      endMs: Date.parse('2026-02-02T00:00:00Z'),
    });
    expect(asked.scope?.project).toEqual(expect.any(Number));
  });

  it('200: pages follow one another to the end, all as of the first page', async () => {
    sessions = Array.from({ length: 5 }, (_, at) => session(`s${at} 日本`, now - at));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (await listed({ limit: 2, cursor })).json();
      const last = sessions.find(({ sessionId }) => sessionId === seen.at(-1));
      expect(asked.sessions).toEqual({
        after: last ? { atMs: last.endMs, sessionId: last.sessionId, untilMs: now } : null,
        limit: 2,
      });
      seen.push(...page.sessions.map(({ sessionId }: { sessionId: string }) => sessionId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(sessions.map(({ sessionId }) => sessionId));
  });

  it('400: cursors that this list did not return, and those of another account; no query runs', async () => {
    const { nextCursor } = (await listed({ limit: 1 })).json();
    const before = asked.questions;
    for (const cursor of tampered(nextCursor)) {
      const reply = await listed({ cursor });
      expect([cursor, reply.statusCode, reply.json().details[0].path]).toEqual([cursor, 400, 'cursor']);
    }
    expect((await listed({ cursor: nextCursor }, other)).statusCode).toBe(400);
    // It is not a cursor of another list either.
    expect((await account.call('POST', '/v1/query/calls', { cursor: nextCursor })).statusCode).toBe(400);
    expect(asked.questions).toBe(before);
  });

  it('401, 403, 400: no key, a key that may not read, parameters that a list of sessions does not have', async () => {
    expect((await app.call('POST', SESSIONS, {})).statusCode).toBe(401);
    const key = await account.key(['write:records']);
    expect((await key.call('POST', SESSIONS, {})).statusCode).toBe(403);
    for (const body of [{ sortBy: 'model' }, { sortOrder: 'up' }, { limit: 201 }, { limit: 0 }]) {
      expect([body, (await listed(body)).statusCode]).toEqual([body, 400]);
    }
  });
});

const span = (id: string, startMs: number, changes: Partial<ReadSpan> = {}): ReadSpan => ({
  kind: 'observation',
  id,
  type: 'tool',
  name: 'search',
  spanId: id,
  parentSpanId: '',
  startMs,
  durationMs: 5,
  error: '',
  provider: '',
  model: '',
  totalTokens: 0,
  costUsd: 0,
  agent: '',
  tool: '',
  sessionId: '',
  userId: '',
  tools: [],
  ...changes,
});

const spansOf = (id: string, query = '', from: TestAccount = account) =>
  from.call('GET', `/v1/query/trace/${encodeURIComponent(id)}/spans${query}`);

describe('spans of a trace', () => {
  it('200: calls and observations, as a flat list with its total', async () => {
    const ofCall = { provider: 'openai', model: 'gpt-5', totalTokens: 0, costUsd: 0.5 };
    spans = [
      span('a', now),
      span('b', now, {
        kind: 'llm',
        type: 'llm',
        name: 'chat',
        parentSpanId: 'a',
        error: 'no',
        spanId: '',
        ...ofCall,
      }),
    ];
    const reply = await spansOf("t/1 it's 🚀");
    const startTime = '2026-03-01T12:00:00.000Z';
    const said = { agent: null, tool: null, sessionId: null, userId: null, tools: [] };
    const common = { startTime, durationMs: 5, ...said };
    const none = { provider: null, model: null, totalTokens: null, costUsd: null };
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        spans: [
          {
            id: 'a',
            kind: 'observation',
            type: 'tool',
            name: 'search',
            spanId: 'a',
            parentSpanId: null,
            error: null,
            ...common,
            ...none,
          },
          {
            id: 'b',
            kind: 'llm',
            type: 'llm',
            name: 'chat',
            spanId: null,
            parentSpanId: 'a',
            error: 'no',
            ...common,
            ...ofCall,
          },
        ],
        total: 2,
        voice: false,
        nextCursor: null,
        truncated: false,
      },
    ]);
    expect(asked).toMatchObject({ traceId: "t/1 it's 🚀", spans: { after: null, limit: 5_001 } });
  });

  it('200: page by page, to the end', async () => {
    spans = Array.from({ length: 7 }, (_, at) => span(`s${at} 日本`, now + at));
    const seen: string[] = [];
    let query = '?limit=3';
    let pages = 0;
    do {
      const page = (await spansOf('t', query)).json();
      pages += 1;
      expect([page.total, asked.spans?.limit]).toEqual([7, 4]);
      seen.push(...page.spans.map(({ id }: { id: string }) => id));
      query = page.nextCursor === null ? '' : `?limit=3&cursor=${page.nextCursor}`;
    } while (query !== '');
    expect(pages).toBe(3);
    expect(seen).toEqual(spans.map(({ id }) => id));
  });

  it('400: limits, values that are not numbers, and cursors that are unknown, of another account or of another trace', async () => {
    const { nextCursor } = (await spansOf('t', '?limit=1')).json();
    const before = asked.questions;
    const wrong = [
      '?limit=0',
      '?limit=10001',
      '?limit=1.5',
      '?limit=',
      '?limit=ten',
      '?limit=1e400',
      '?limit=1&limit=2',
      '?cursor=',
      '?colour=red',
      '?limit=1&cursor=%00',
      ...tampered(nextCursor).map((cursor) => `?cursor=${encodeURIComponent(cursor.toWellFormed())}`),
    ];
    for (const query of wrong) expect([query, (await spansOf('t', query)).statusCode]).toEqual([query, 400]);
    expect((await spansOf('t2', `?cursor=${nextCursor}`)).statusCode).toBe(400);
    expect((await spansOf('t', `?cursor=${nextCursor}`, other)).statusCode).toBe(400);
    expect(asked.questions).toBe(before);
    expect((await spansOf('t', '?limit=10000')).statusCode).toBe(200);
  });

  it('404: a trace without spans, whatever its id; 403: a key that may not read', async () => {
    spans = [];
    for (const id of [...INJECTIONS, 'x'.repeat(256)]) {
      const reply = await spansOf(id.toWellFormed());
      expect([id, reply.statusCode, reply.json().reason]).toEqual([id, 404, 'not_found']);
      expect(asked.traceId).toBe(id.toWellFormed());
    }
    expect((await spansOf('x'.repeat(257))).statusCode).toBe(404);
    const key = await account.key(['write:records']);
    expect((await key.call('GET', '/v1/query/trace/t/spans')).statusCode).toBe(403);
  });

  it('30,000 of them take six answers', async () => {
    spans = Array.from({ length: 30_000 }, (_, at) =>
      span(`0af7651916cd43dd8448eb211c80319c-${at.toString(16).padStart(16, '0')}`, now + at, {
        parentSpanId: (at >> 3).toString(16).padStart(16, '0'),
      }),
    );
    let count = 0;
    let answers = 0;
    let bytes = 0;
    let query = '';
    do {
      const reply = await spansOf('t', query);
      const { spans: page, nextCursor } = reply.json();
      count += page.length;
      answers += 1;
      bytes += reply.rawPayload.length;
      query = nextCursor === null ? '' : `?cursor=${nextCursor}`;
    } while (query !== '');
    expect([count, answers]).toEqual([30_000, 6]);
    expect(bytes / count).toBeLessThan(420);
  });
});

describe('the outline of a trace', () => {
  const outline = (query = '', id = 't') => account.call('GET', `/v1/query/trace/${id}/outline${query}`);

  it('200: the spans that explain it, from all pages; the others are counted', async () => {
    const steps = Array.from({ length: 20_000 }, (_, at) =>
      span(`s${at}`, now + at, { parentSpanId: 'root' }),
    );
    const call = { kind: 'llm', type: 'llm', model: 'gpt-5', totalTokens: 7, costUsd: 0.5 } as const;
    spans = [
      span('root', now),
      ...steps,
      span('last', now + 20_000, { parentSpanId: 's3', error: 'boom', ...call }),
    ];
    const reply = (await outline('?maxSpans=3')).json();
    expect(reply).toMatchObject({ total: 20_002, read: 20_002, failed: 1, inPart: 20_002, shown: 3 });
    expect(
      reply.lines.map(({ depth, span: at }: { depth: number; span: { label: string } | null }) => [
        depth,
        at?.label ?? null,
      ]),
    ).toEqual([
      [0, 'root'],
      [1, 's3'],
      [2, 'last'],
      [1, null],
    ]);
    expect(reply.lines[2].span).toMatchObject({
      error: 'boom',
      model: 'gpt-5',
      totalTokens: 7,
      costUsd: 0.5,
    });
    expect(reply.lines[3].hidden).toEqual({ spans: 19_999, failed: 0, totalTokens: 0, costUsd: 0 });
    expect((await outline('?under=s3')).json()).toMatchObject({ inPart: 2, shown: 2 });
    expect((await outline('?errorsOnly=true')).json()).toMatchObject({ shown: 3 });
  });

  it('400: values out of range; 404: no such span or trace', async () => {
    for (const query of ['?maxSpans=0', '?maxSpans=1001', '?errorsOnly=maybe', '?under=', '?colour=red'])
      expect([query, (await outline(query)).statusCode]).toEqual([query, 400]);
    expect((await outline('?under=nobody')).statusCode).toBe(404);
    spans = [];
    expect((await outline()).statusCode).toBe(404);
  });
});

const FACETS = '/v1/query/facets';

describe('facets', () => {
  const ask = (body?: unknown) => account.call('POST', FACETS, body);

  it('200: providers, models and tag keys, by default of the last 30 days', async () => {
    asked.facets = [];
    for (const body of [undefined, {}]) {
      const reply = await ask(body);
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        {
          facets: {
            provider: [{ value: 'provider 🚀', count: 3, calls: 3 }],
            model: [{ value: 'model 🚀', count: 3, calls: 3 }],
            tagKey: [{ value: 'tagKey 🚀', count: 3, calls: 3 }],
          },
        },
      ]);
    }
    expect(asked.facets.map(({ facet }) => facet).toSorted()).toEqual(
      ['provider', 'model', 'tagKey', 'provider', 'model', 'tagKey'].toSorted(),
    );
    expect(asked.filter).toEqual({ startMs: now - 30 * DAY_MS, endMs: now + 1 });
  });

  it('200: every field, in the given window, and tags by any key', async () => {
    const keys = ['env', ...INJECTIONS.slice(0, 2), '__proto__'];
    const fields = ['userId', 'promptName', 'error', ...keys.map((key) => `tag:${key}`)];
    asked.facets = [];
    const window = { startTime: '2026-02-01T00:00:00Z', endTime: '2026-02-02T00:00:00Z' };
    const reply = await ask({ ...window, fields });
    expect([reply.statusCode, Object.keys(reply.json().facets)]).toEqual([200, fields]);
    expect(asked.filter).toEqual({
      startMs: Date.parse(window.startTime),
      endMs: Date.parse(window.endTime),
    });
    const limit = 50;
    expect(asked.facets).toHaveLength(fields.length);
    expect(asked.facets).toEqual(
      expect.arrayContaining([
        { facet: 'userId', limit },
        { facet: 'promptName', limit },
        { facet: 'error', limit },
        ...keys.map((tagKey) => ({ facet: 'tag', tagKey, limit })),
      ]),
    );
    for (const text of INJECTIONS) {
      const one = await ask({ fields: [`tag:${text}`] });
      expect([text, one.statusCode, asked.facets.at(-1)?.tagKey]).toEqual([text, 200, text]);
    }
  });

  it('200: with a filter, ignoring its condition on the field itself', async () => {
    const where = [
      { field: 'model', op: 'is', values: ['a', 'b'] },
      { field: 'tag:env', op: 'isNot', values: ['dev'] },
    ];
    const filter = { provider: 'openai', error: true, tags: { team: 'x', env: 'y' }, minCostUsd: 1, where };
    const window = { startMs: now - 30 * DAY_MS, endMs: now + 1 };
    const expected: Record<string, object> = {
      model: { ...filter, where: [where[1]] },
      provider: { error: true, tags: filter.tags, minCostUsd: 1, where },
      status: { provider: 'openai', tags: filter.tags, minCostUsd: 1, where },
      error: filter,
      'tag:env': { ...filter, tags: { team: 'x' }, where: [where[0]] },
      tagKey: filter,
    };
    for (const [field, narrowed] of Object.entries(expected)) {
      expect((await ask({ ...filter, fields: [field] })).statusCode).toBe(200);
      expect([field, asked.filter]).toEqual([field, { ...narrowed, ...window }]);
    }
    await ask({ error: 'limit', fields: ['error'] });
    expect(asked.filter).toEqual(window);
  });

  it('400: unknown, too many and repeated fields, and invalid windows; no query runs', async () => {
    const before = asked.questions;
    const long = 'x'.repeat(65);
    const wrong: unknown[] = [
      ...[
        'tag',
        'tag:',
        'Provider',
        '',
        'constructor',
        '__proto__',
        'traceId',
        `tag:${long}`,
        7,
        null,
        {},
      ].map((field) => ({ fields: [field] })),
      { fields: [] },
      { fields: 'provider' },
      { fields: {} },
      { fields: ['model', 'model'] },
      { fields: Array.from({ length: 11 }, (_, at) => `tag:${at}`) },
      { fields: ['tag:\u0000'] },
      { startTime: 'yesterday' },
      { startTime: isoTime(now + DAY_MS) },
      { startTime: '2026-02-02T00:00:00Z', endTime: '2026-02-02T00:00:00Z' },
      { search: 'x' },
      { where: [{ field: 'model', op: 'atLeast', values: [1] }] },
      [],
    ];
    for (const body of wrong) expect([body, (await ask(body)).statusCode]).toEqual([body, 400]);
    expect(asked.questions).toBe(before);
    expect((await ask({ fields: [`tag:${'🚀'.repeat(64)}`] })).statusCode).toBe(200);
    expect((await app.call('POST', FACETS, {})).statusCode).toBe(401);
    const key = await account.key(['write:records']);
    expect((await key.call('POST', FACETS, {})).statusCode).toBe(403);
  });
});

describe('conditions', () => {
  it('200: reach every query unchanged; conditions on prompts with the prompts of the registry', async () => {
    const where = [
      { field: 'model', op: 'isNot', values: ["it's 🚀", ''] },
      { field: 'tag:__proto__', op: 'is', values: ['x'] },
      { field: 'latencyMs', op: 'atLeast', values: [1.5] },
    ];
    const paths: [path: string, more?: object][] = [
      ['calls'],
      ['export'],
      ['sessions'],
      ['aggregate', { groupBy: 'model', metric: 'cost' }],
      ['percentiles'],
      ['distribution'],
    ];
    for (const [path, more] of paths) {
      const reply = await account.call('POST', `/v1/query/${path}`, { ...more, where });
      expect([path, reply.statusCode]).toEqual([path, 200]);
      expect([path, asked.filter?.where, asked.filter?.known]).toEqual([path, where, undefined]);
    }
    await other.call('POST', '/v1/prompts', { name: 'greet', version: '1', template: 'Hi' });
    await other.call('POST', '/v1/query/calls', {
      where: [{ field: 'promptVersion', op: 'is', values: ['1'] }],
    });
    expect(asked.filter?.known?.map(({ name, version }) => [name, version])).toEqual([['greet', '1']]);
    await other.call('POST', '/v1/query/calls', { where: [] });
    expect(asked.filter).toEqual({});
  });

  it('400: the wrong part is named', async () => {
    const faults: [condition: object, path: string][] = [
      [{ field: 'model', op: 'atMost', values: [1] }, 'where.1.op'],
      [{ field: 'costUsd', op: 'is', values: [1] }, 'where.1.op'],
      [{ field: 'costUsd', op: 'atMost', values: [1, 2] }, 'where.1.values'],
      [{ field: 'model', op: 'is', values: ['a', 7] }, 'where.1.values.1'],
      [{ field: 'status', op: 'is', values: ['ok', 'broken'] }, 'where.1.values.1'],
    ];
    for (const [condition, path] of faults) {
      const where = [{ field: 'model', op: 'is', values: ['a'] }, condition];
      const reply = await account.call('POST', '/v1/query/calls', { where });
      expect([reply.statusCode, reply.json().details?.[0]?.path]).toEqual([400, path]);
    }
  });
});

describe('the filter by prompt', () => {
  const template = 'Hello {{name}}';
  const made = async (name: string, version: string, from = account): Promise<number> =>
    (await from.call('POST', '/v1/prompts', { name, version, template })).json().prompt.id;

  it('200: in every query, with the ids that the registry has for the name, of this account only', async () => {
    const one = await made("greet's 🚀", '1');
    const two = await made("greet's 🚀", '2');
    const bye = await made('bye', '2');
    await made("greet's 🚀", '1', other);
    const paths: [path: string, more?: object][] = [
      ['calls'],
      ['calls', { sortBy: 'cost_usd' }],
      ['export'],
      ['sessions'],
      ['aggregate', { groupBy: 'model', metric: 'cost' }],
      ['percentiles'],
      ['distribution'],
    ];
    const versions = [
      { id: two, version: '2' },
      { id: one, version: '1' },
    ];
    for (const [path, more] of paths) {
      const filter = { promptName: "greet's 🚀", promptVersion: '2' };
      const reply = await account.call('POST', `/v1/query/${path}`, { ...more, ...filter });
      expect([path, reply.statusCode]).toEqual([path, 200]);
      expect(asked.filter).toMatchObject({ ...filter, prompts: versions });
    }
    await account.call('POST', '/v1/query/calls', { promptName: 'unknown' });
    expect(asked.filter).toEqual({ promptName: 'unknown', prompts: [] });
    await account.call('POST', '/v1/query/calls', { promptVersion: '2' });
    expect(asked.filter).toEqual({ promptVersion: '2', prompts: [{ id: bye, version: '2' }, ...versions] });
    asked.facets = [];
    await account.call('POST', FACETS, { fields: ['promptName'] });
    expect(asked.filter?.known?.map(({ id, name }) => [id, name])).toEqual([
      [bye, 'bye'],
      [two, "greet's 🚀"],
      [one, "greet's 🚀"],
    ]);
  });
});
