// Bad input to the query endpoints: a wrong request gets a 400 or 404 that says why, an odd but valid one
// gets an answer, and no query ever leaves the caller's account. What the engine does with odd texts is in
// read/injection.proof.engine.test.ts.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#records';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import {
  FIT,
  FIT_ON_AXIS,
  INJECTIONS,
  QUERY_ENDPOINTS,
  REFUSED,
  TAKEN,
  UNFIT,
  UNFIT_ON_AXIS,
  type QueryEndpoint,
} from '#test/support/bad-queries';
import { plainCall } from '#test/support/call-rows';
import { FakeClock } from '#test/support/clock';
import type { FakeRecords } from '#test/support/fake-records';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
const LIST = '/v1/query/calls';
const PATHS = ['calls', 'trace', 'session'] as const;

let app: TestApp;
let account: TestAccount;
let own: number;

/** The scope and the arguments of every query that reached the store. */
let asked: { scope: Scope; rest: unknown[] }[] = [];

const answering =
  <Answer>(answer: Answer) =>
  async (scope: Scope, ...rest: unknown[]): Promise<Answer> => {
    asked.push({ scope, rest });
    return answer;
  };

const tags = JSON.parse('{"__proto__": "v", "constructor": "v"}') as Record<string, string>;
const calls = [0, 1, 2].map((at) => ({
  call: plainCall(`call/${at} 🚀`, clock.now() - at, { tags, error: "it's", model: '\ud800' }),
  hasContent: false,
}));
const none = { p50: null, p95: null, p99: null, p999: null, max: null, count: 0 };

const records: FakeRecords = {
  selectCalls: answering(calls),
  selectCall: answering(null),
  selectTrace: answering({ calls: [], observations: [], truncated: false }),
  selectSession: answering(null),
  selectSessions: answering({ sessions: [], next: null }),
  selectUsers: answering({ users: [], total: 0 }),
  selectTraceList: answering({ traces: [], next: null }),
  selectSpanPage: answering([]),
  selectAggregate: answering({ groups: [], total: { value: 0, count: 0 } }),
  selectAggregateSeries: answering({ groups: [], total: { value: 0, count: 0 }, series: [] }),
  selectPercentiles: answering(none),
  selectPercentileSeries: answering([]),
  selectDistribution: answering([]),
  selectDistributionSeries: answering({ buckets: [], steps: [] }),
  streamCalls: answering(
    (async function* () {
      yield [];
    })(),
  ),
};

beforeAll(async () => {
  app = await makeTestApp({ records, clock });
  account = await app.account();
  own = (await app.services.accounts.get(account.id))?.number ?? 0;
});
afterAll(() => app.stop());

const KEY_ASKS = 500;
let asks = 0;
let key: Caller;

/** A key may read 600 times a minute. */
async function ask(method: string, url: string, body?: unknown, headers?: Record<string, string>) {
  if (asks % KEY_ASKS === 0) key = await account.key(['read']);
  asks += 1;
  return key.call(method, url, body, headers);
}

/** The rest of the request is valid for this endpoint. */
const post = ({ path, least }: QueryEndpoint, body: unknown) =>
  ask('POST', path, { ...least, ...(body as object) });

const TELLS = /select |clickhouse|exception|node_modules|\bat .*\.ts/i;

/** A refusal does not echo the request. */
const LONGEST = 10_000;

/** The status, reason and field of a refusal, with a note about its format if that is wrong. */
function refusal(reply: LightMyRequestResponse) {
  const { error, reason, details, ...more } = reply.json();
  const formed = typeof error === 'string' && /^[a-z_]+$/.test(reason) && Object.keys(more).length === 0;
  const field = details?.[0]?.path.split('.')[0] as string | undefined;
  const status = reply.statusCode;
  return formed && !TELLS.test(reply.body) && reply.body.length < LONGEST
    ? { status, reason, field }
    : { status, body: reply.body };
}

/** The body as text, because not all of it is JSON. */
const raw = (path: string, payload: string | Buffer, type = 'application/json') =>
  ask('POST', path, payload, { 'content-type': type });

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);

describe.each(QUERY_ENDPOINTS)('POST $path', (endpoint) => {
  const { path, fields } = endpoint;
  const byAxis = fields.includes('groupBy');

  it('400: every field, out of its bounds and of other types, and no query runs', async () => {
    asked = [];
    const wrong: unknown[] = [];
    for (const field of fields) {
      expect(Object.keys(REFUSED)).toContain(field);
      for (const value of REFUSED[field] ?? []) {
        const got = refusal(await post(endpoint, { [field]: value }));
        if (got.status !== 400 || got.reason !== 'invalid_request' || got.field !== field)
          wrong.push([field, shown(value), got]);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('200: every field just within its bounds', async () => {
    asked = [];
    let given = 0;
    for (const field of fields.filter((name) => name !== 'cursor')) {
      expect(Object.keys(TAKEN)).toContain(field);
      for (const value of TAKEN[field] ?? []) {
        const reply = await post(endpoint, { [field]: value });
        expect([field, shown(value), reply.statusCode]).toEqual([field, shown(value), 200]);
        given += 1;
      }
    }
    expect(asked).toHaveLength(given);
    expect(new Set(asked.map(({ scope }) => scope.account))).toEqual(new Set([own]));
  });

  it('400 and 200: fields that cannot be combined, and windows to the millisecond', async () => {
    for (const [body, reason, field] of [...UNFIT, ...(byAxis ? UNFIT_ON_AXIS : [])]) {
      const reply = await post(endpoint, body);
      expect([body, refusal(reply)]).toEqual([body, { status: 400, reason, field }]);
    }
    for (const body of byAxis ? FIT_ON_AXIS : FIT) {
      expect([body, (await post(endpoint, body)).statusCode]).toEqual([body, 200]);
    }
  });

  it('400: unknown fields, by any name', async () => {
    for (const name of [
      'colour',
      'Limit',
      'account',
      'projectId',
      'constructor',
      'toString',
      '',
      'a.b',
      '\ud800',
      "';--",
    ]) {
      const reply = await post(endpoint, { [name]: 1 });
      expect([name, refusal(reply).status, refusal(reply).reason]).toEqual([name, 400, 'invalid_request']);
    }
    expect(refusal(await post(endpoint, { ['x'.repeat(900_000)]: 1 })).reason).toBe('invalid_request');
    for (const text of [
      '{"__proto__": {"limit": 1}}',
      '{"__proto__": null}',
      '{"tags": {"__proto__": "v"}}',
      '{"tags": {"__proto__": {"admin": "true"}}}',
      '{"constructor": {"prototype": {"x": 1}}}',
    ]) {
      expect([text, refusal(await raw(path, text)).status]).toEqual([text, 400]);
    }
    expect(({} as { limit?: number }).limit).toBeUndefined();
  });

  it('400, 413, 415: bodies that are not a query', async () => {
    const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
    const bad = [
      '{',
      'null',
      '7',
      '"x"',
      '[]',
      '[{}]',
      'NaN',
      '{"limit": 1e400}',
      '{"minCostUsd": 1e400}',
      '{"minCostUsd": NaN}',
      '{"tags": {"k": "\\u0000"}}',
      '{"tags": {"\\u0000": "v"}}',
      '{"model": "\\ud800\\u0000"}',
      '{"model": "x',
      "{'model': 'x'}",
      '{"model": "x",}',
      '{"model": "a\nb"}',
      '\u0000',
      deep('[', ']', 100_000),
      deep('{"tags":', '}', 50_000),
      `{"tags": ${deep('{"a":', '}', 20_000)}}`,
      `{"tags": {"k": ${deep('[', ']', 100_000)}}}`,
    ];
    for (const text of bad) {
      expect([text.slice(0, 40), refusal(await raw(path, text)).status]).toEqual([text.slice(0, 40), 400]);
    }
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    expect(refusal(await raw(path, bytes)).status).toBe(400);
    expect(refusal(await raw(path, `{"model": "${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect(refusal(await raw(path, '<x/>', 'application/xml')).status).toBe(415);
  });

  it('200: odd texts in every field that accepts any text, passed on unchanged', async () => {
    const texts = fields.filter((field) => TAKEN[field]?.includes('x'));
    expect(texts.length).toBeGreaterThanOrEqual(5);
    for (const [at, text] of INJECTIONS.entries()) {
      asked = [];
      const given = Object.fromEntries(texts.map((field) => [field, text]));
      const reply = await post(endpoint, { ...given, tags: { [text]: text, [`k${at}`]: text } });
      expect([text, reply.statusCode]).toEqual([text, 200]);
      const [question] = asked;
      expect(question?.scope).toEqual({ account: own, project: null, sinceMs: expect.any(Number) });
      // A query for traces contains the filter of calls.
      const { calls = {}, ...rest } = (question?.rest[0] ?? {}) as { calls?: object };
      const { tagKey: _tagKey, ...filter } = given;
      expect({ ...calls, ...rest }).toMatchObject({
        ...filter,
        tags: { [text]: text, [`k${at}`]: text },
      });
    }
  });
});

describe('POST /v1/query/aggregate', () => {
  const [, , aggregate] = QUERY_ENDPOINTS;

  it('400: by tag without its key; 200: a key without grouping by it', async () => {
    if (!aggregate) throw new Error('no aggregate');
    for (const body of [{ groupBy: 'tag' }, { groupBy: 'tag', tagKey: undefined }]) {
      expect(refusal(await post(aggregate, body))).toEqual({
        status: 400,
        reason: 'tag_key_required',
        field: 'tagKey',
      });
    }
    for (const groupBy of ['provider', 'model', 'tag', 'error']) {
      const reply = await post(aggregate, { groupBy, tzOffsetMinutes: 60, tagKey: 'k' });
      expect(refusal(reply).field).toBe('tzOffsetMinutes');
    }
    expect((await post(aggregate, { groupBy: 'day', tagKey: 'k' })).statusCode).toBe(200);
    for (const least of [{ groupBy: 'day' }, { metric: 'cost' }, {}]) {
      expect(refusal(await ask('POST', aggregate.path, least)).status).toBe(400);
    }
  });
});

describe('POST /v1/query/export', () => {
  it('400: a format that is unknown, given twice, or beside an unknown parameter', async () => {
    for (const query of [
      'format=',
      'format=xml',
      'format=CSV',
      'format=csv&format=json',
      'format[]=csv',
      'format=csv%00',
      'colour=red',
      `format=${'x'.repeat(5_000)}`,
    ]) {
      const reply = await ask('POST', `/v1/query/export?${query}`, {});
      expect([query, refusal(reply).status]).toEqual([query, 400]);
    }
    for (const accept of ['', '*/*', ';;;', 'text/csv;q=x', ','.repeat(2_000), 'application/json;q=1e999']) {
      const reply = await ask('POST', '/v1/query/export', {}, { accept });
      expect([accept, reply.statusCode]).toEqual([accept, 200]);
    }
  });
});

describe('cursors', () => {
  const next = async () => (await ask('POST', LIST, { limit: 1 })).json().nextCursor as string;
  const made = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');

  it('400: changed at every position, truncated at every position, lengthened', async () => {
    const cursor = await next();
    const changed = cursor.split('').flatMap((letter, at) => {
      const others = [letter === 'A' ? 'B' : 'A', '%', '\u{1f680}'];
      return others.map((other) => cursor.slice(0, at) + other + cursor.slice(at + 1));
    });
    const cut = cursor
      .split('')
      .map((_, at) => cursor.slice(0, at + 1))
      .slice(0, -1);
    asked = [];
    const wrong: unknown[] = [];
    for (const tampered of [
      ...changed,
      ...cut,
      `${cursor}AA`,
      `AA${cursor}`,
      cursor + cursor,
      cursor.toUpperCase(),
    ]) {
      const reply = await ask('POST', LIST, { limit: 1, cursor: tampered });
      const { status, field } = refusal(reply);
      if (status !== 400 || field !== 'cursor') wrong.push([tampered, reply.body]);
    }
    expect(wrong).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('400: made by hand, with a position that no list has', async () => {
    const at = clock.now();
    for (const cursor of [
      made(),
      made('timestamp desc'),
      made('timestamp desc', at, at, 'id', 'more'),
      made('timestamp desc', String(at), at, 'id'),
      made('timestamp desc', at, at + 0.5, 'id'),
      made('timestamp desc', at, 2 ** 53, 'id'),
      made('timestamp desc', at, null, 'id'),
      made('timestamp desc', at, at, null),
      made('timestamp desc', at, at, ['id']),
      made('timestamp asc', at, at, 'id'),
      made('id desc', at, at, 'id'),
      made('timestamp desc; DROP TABLE calls', at, at, 'id'),
      Buffer.from('["timestamp desc",1e400,1,"id"]').toString('base64url'),
      Buffer.from('["timestamp desc",1,1,"id"').toString('base64url'),
      Buffer.from('{"0":"timestamp desc","length":4}').toString('base64url'),
      Buffer.from('null').toString('base64url'),
      '....',
      'bnVsbA',
      '\u0001',
      '日本',
      '\ud800',
    ]) {
      const reply = await ask('POST', LIST, { cursor });
      expect([cursor, refusal(reply)]).toEqual([
        cursor,
        { status: 400, reason: 'invalid_request', field: 'cursor' },
      ]);
    }
  });

  it('400: of another order, of another account; the filter is up to the caller', async () => {
    const cursor = await next();
    for (const order of [{ sortBy: 'cost_usd' }, { sortBy: 'error' }, { sortOrder: 'asc' }]) {
      expect(refusal(await ask('POST', LIST, { cursor, ...order })).field).toBe('cursor');
    }
    const other = await app.account();
    asked = [];
    expect((await ask('POST', LIST, { cursor, model: 'another' })).statusCode).toBe(200);
    expect(refusal(await other.call('POST', LIST, { cursor }))).toMatchObject({
      status: 400,
      field: 'cursor',
    });
    expect(asked.map(({ scope }) => scope.account)).toEqual([own]);
    // An export accepts the body of the list and ignores both.
    expect((await ask('POST', '/v1/query/export', { cursor: 'x', limit: 1 })).statusCode).toBe(200);
  });
});

describe('ids in paths', () => {
  it('404: of no record, whatever they contain; queried as they were given', async () => {
    const ids = [
      ...INJECTIONS,
      'a/b',
      '../../etc/passwd',
      '..%2f',
      'x'.repeat(256),
      '日'.repeat(256),
      '🚀'.repeat(256),
    ];
    for (const kind of PATHS) {
      for (const id of ids) {
        // A lone surrogate cannot be written in a path.
        const url = `/v1/query/${kind}/${encodeURIComponent(id.toWellFormed())}`;
        asked = [];
        const reply = await ask('GET', url);
        expect([url, refusal(reply)]).toEqual([url, { status: 404, reason: 'not_found', field: undefined }]);
        expect(asked).toEqual([
          { scope: { account: own, project: null, sinceMs: expect.any(Number) }, rest: expect.any(Array) },
        ]);
        expect(asked[0]?.rest[0]).toBe(id.toWellFormed());
      }
    }
  });

  it('400, 404: invalid ids, and no query runs', async () => {
    asked = [];
    for (const kind of PATHS) {
      for (const id of [
        'x'.repeat(257),
        '%E6%97%A5'.repeat(257),
        'x'.repeat(513),
        'x'.repeat(1_000_000),
        '%00',
        'a%00b',
        '%',
        '%2',
        '%zz',
        '%C3%28',
        '%E0%A4%A',
        '%ED%A0%80',
        '%FF%FE',
        'a/b',
        'a/b/c',
        '..%2F..%2F..%2Fetc%2Fpasswd/',
        '',
      ]) {
        const reply = await ask('GET', `/v1/query/${kind}/${id}`);
        const { status } = refusal(reply);
        // Without an id it may be the address of a list.
        expect([kind, id.slice(0, 40), [400, 404, 405].includes(status)]).toEqual([
          kind,
          id.slice(0, 40),
          true,
        ]);
      }
    }
    expect(asked).toEqual([]);
  });

  it('405: other methods, with the allowed ones', async () => {
    for (const { path } of QUERY_ENDPOINTS) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const reply = await ask(method, path, method === 'GET' ? undefined : {});
        expect([path, method, refusal(reply).status, reply.headers['allow']]).toEqual([
          path,
          method,
          405,
          'POST',
        ]);
      }
    }
  });
});
