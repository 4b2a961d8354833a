import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { OPERATOR_TOKEN, makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { sampleRecord, sampleRecords, sendRecords } from '#test/support/sample-records';

const MIB = 1_048_576;
const json = { 'content-type': 'application/json' };

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
});
afterAll(() => app.stop());

const send = (records: unknown, to: TestAccount = account) => to.call('POST', '/v1/ingest', { records });
const usage = async (of: TestAccount = account): Promise<number> => {
  const known = await app.services.accounts.get(of.id);
  return app.services.records.usage(known?.number ?? 0);
};

describe('POST /v1/ingest', () => {
  it('200: everything is accepted', async () => {
    const before = await usage();
    const reply = await send(sampleRecords(3));
    expect([reply.statusCode, reply.json()]).toEqual([200, { accepted: 3, rejected: [] }]);
    expect(await usage()).toBe(before + 3);
  });

  it('200: an empty request stores nothing', async () => {
    expect((await send([])).json()).toEqual({ accepted: 0, rejected: [] });
  });

  it('200: one bad record is rejected with its field, rule and value; the others are stored', async () => {
    const before = await usage();
    const reply = await send([
      sampleRecord(),
      sampleRecord({ id: 'bad-1', latencyMs: -4 }),
      sampleRecord({ id: undefined }),
      'not a record',
      sampleRecord({ id: 'bad-2', provider: 'acme' }),
      sampleRecord(),
    ]);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      accepted: 2,
      rejected: [
        {
          id: 'bad-1',
          reason: 'latencyMs must be a number of at least 0; got -4',
          code: 'field_rule',
          field: 'latencyMs',
        },
        {
          id: null,
          reason: 'id must be a string of 1 to 256 characters; it is missing',
          code: 'field_rule',
          field: 'id',
        },
        {
          id: null,
          reason: 'a record must be an object; got "not a record"',
          code: 'field_rule',
          field: null,
        },
        {
          id: 'bad-2',
          reason: 'provider must be one of openai, anthropic, google, mistral; got "acme"',
          code: 'unknown_provider',
          field: 'provider',
        },
      ],
    });
    expect(await usage()).toBe(before + 2);
  });

  it('200: an id that exists, or occurs twice in the request, is accepted, stored once and charged once', async () => {
    const before = await usage();
    const first = sampleRecord();
    expect((await send([first])).json()).toEqual({ accepted: 1, rejected: [] });
    const again = await send([{ ...first, model: 'another' }, sampleRecord(), first]);
    expect(again.json()).toEqual({ accepted: 3, rejected: [] });
    expect(await usage()).toBe(before + 2);
  });

  it('200: ids are unique per account: another account can use the same ones', async () => {
    const record = sampleRecord({ id: 'shared-id' });
    const other = await app.account();
    await send([record]);
    await send([record], other);
    expect(await usage(other)).toBe(1);
  });

  it('200: ids with NUL, emoji and control characters are valid', async () => {
    const before = await usage();
    const ids = ['a\u0000b', 'a\u0000c', '🙂', '🙂🙂', '\r\n\n1', "'); DROP TABLE calls; --"];
    expect((await send(ids.map((id) => sampleRecord({ id })))).json()).toEqual({
      accepted: 6,
      rejected: [],
    });
    expect((await send(ids.map((id) => sampleRecord({ id })))).json().accepted).toBe(6);
    expect(await usage()).toBe(before + 6);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('200: a body compressed by %s', async (encoding, compress) => {
    const body = compress(Buffer.from(JSON.stringify({ records: sampleRecords(5) })));
    const reply = await account.call('POST', '/v1/ingest', body, { ...json, 'content-encoding': encoding });
    expect(reply.json()).toEqual({ accepted: 5, rejected: [] });
  });

  it('200: numbers at the limits', async () => {
    const reply = await send([
      sampleRecord({ id: 'n1', promptTokens: 1e308 }),
      sampleRecord({ id: 'n2', costUsd: -0 }),
      sampleRecord({ id: 'n3', latencyMs: 0.000001 }),
      sampleRecord({ id: 'n4', totalTokens: 1e15 }),
      sampleRecord({ id: 'n5', totalTokens: '12' }),
    ]);
    expect(reply.json()).toMatchObject({ accepted: 3, rejected: [{ id: 'n1' }, { id: 'n5' }] });
  });

  it('200: a record of any size within the body is stored whole', async () => {
    const input = [{ role: 'user', content: `${'x'.repeat(400_000)} ${'記'.repeat(100_000)}` }];
    const own = await app.account();
    await own.call('PUT', '/v1/account/consents/plaintext-storage');
    const records = [sampleRecord({ id: 'long', requestMeta: { input } })];
    const reply = await own.call('POST', '/v1/ingest', { records });
    expect(reply.json()).toEqual({ accepted: 1, rejected: [] });
    const stored = (await own.call('GET', '/v1/query/calls/long')).json();
    expect(JSON.stringify(stored.call.requestMeta) === JSON.stringify({ input })).toBe(true);
  });

  it('200: keys of a prototype are ordinary keys', async () => {
    const hostile = `{"records":[{"__proto__":{"id":"p"},${JSON.stringify(sampleRecord({ tags: { constructor: 'c', toString: 't' } })).slice(1)}]}`;
    const reply = await account.call(
      'POST',
      '/v1/ingest',
      hostile.replace('"tags":{', '"tags":{"__proto__":"x",'),
      json,
    );
    expect([reply.statusCode, reply.json()]).toEqual([200, { accepted: 1, rejected: [] }]);
    expect(({} as { id?: unknown }).id).toBeUndefined();
  });

  it('any origin may read the answer, and send a preflight', async () => {
    const origin = { origin: 'https://some.example' };
    const reply = await account.call('POST', '/v1/ingest', { records: [] }, origin);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    const asked = await app.call('OPTIONS', '/v1/ingest', undefined, {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
    const traces = await account.call('POST', '/v1/traces', {}, origin);
    expect(traces.headers['access-control-allow-origin']).toBeUndefined();
    const refused = await app.call('POST', '/v1/ingest', { records: [] }, origin);
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, '*']);
  });

  it('403 insufficient_scope: a key that may only read', async () => {
    const reader = await account.key(['read']);
    const reply = await reader.call('POST', '/v1/ingest', { records: sampleRecords(1) });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'insufficient_scope']);
    const writer = await account.key(['write:records']);
    expect((await writer.call('POST', '/v1/ingest', { records: sampleRecords(1) })).statusCode).toBe(200);
  });

  it('401: no credential, before the body is read', async () => {
    const reply = await app.call('POST', '/v1/ingest', Buffer.alloc(2 * MIB), json);
    expect([reply.statusCode, reply.json().reason]).toEqual([401, 'missing_credential']);
  });

  it('200: the space of the header URL-encoded, as sent by exporters', async () => {
    const reply = await app.call(
      'POST',
      '/v1/ingest',
      { records: sampleRecords(1) },
      {
        authorization: `Bearer%20${account.apiKey}`,
      },
    );
    expect(reply.statusCode).toBe(200);
  });

  it('400 too_many_records: 101 of them', async () => {
    const reply = await send(sampleRecords(101));
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'too_many_records']);
    expect((await send(sampleRecords(100))).json().accepted).toBe(100);
  });

  it.each([
    ['body_required', ''],
    ['invalid_json', '{"records":['],
    ['invalid_json', 'null x'],
    ['invalid_json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['invalid_request', 'null'],
    ['invalid_request', '[]'],
    ['invalid_request', '{}'],
    ['invalid_request', '{"records":{}}'],
    ['invalid_json', '[['.repeat(300_000)],
  ])('400 %s', async (reason, body) => {
    const reply = await account.call('POST', '/v1/ingest', body, json);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
  });

  it('400 invalid_compression: truncated gzip', async () => {
    const body = gzipSync(JSON.stringify({ records: sampleRecords(1) })).subarray(0, -9);
    const reply = await account.call('POST', '/v1/ingest', body, { ...json, 'content-encoding': 'gzip' });
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'invalid_compression']);
  });

  it('413: more than 1 MiB, on the wire or inflated; exactly 1 MiB is accepted', async () => {
    const padded = (bytes: number) => {
      const body = JSON.stringify({ records: sampleRecords(1) });
      return Buffer.from(body.padEnd(bytes, ' '));
    };
    const wire = await account.call('POST', '/v1/ingest', padded(MIB + 1), json);
    expect([wire.statusCode, wire.json().reason]).toEqual([413, 'body_too_large']);
    expect((await account.call('POST', '/v1/ingest', padded(MIB), json)).statusCode).toBe(200);
    const bomb = gzipSync(padded(64 * MIB));
    const inflated = await account.call('POST', '/v1/ingest', bomb, { ...json, 'content-encoding': 'gzip' });
    expect([inflated.statusCode, inflated.json().reason]).toEqual([413, 'body_too_large']);
  });

  it('415: another media type or encoding', async () => {
    const type = await account.call('POST', '/v1/ingest', 'x', { 'content-type': 'text/csv' });
    expect([type.statusCode, type.json().reason]).toEqual([415, 'unsupported_media_type']);
    const encoding = await account.call('POST', '/v1/ingest', '{}', { ...json, 'content-encoding': 'br' });
    expect([encoding.statusCode, encoding.json().reason]).toEqual([415, 'unsupported_encoding']);
  });

  it('405: only POST', async () => {
    const reply = await account.call('GET', '/v1/ingest');
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST']);
  });

  it('timestamps at the limits of retention and the future', async () => {
    const now = Date.now();
    const at = (ms: number) => sampleRecord({ timestamp: new Date(now + ms).toISOString() });
    const reply = await send([
      at(-90 * DAY_MS + 60_000),
      at(-90 * DAY_MS - 1_000),
      at(DAY_MS - 60_000),
      at(DAY_MS + 60_000),
      sampleRecord({ timestamp: 'yesterday' }),
      sampleRecord({ timestamp: '2026-02-30T00:00:00Z' }),
      sampleRecord({ timestamp: 1_790_000_000 }),
    ]);
    expect(reply.json().accepted).toBe(2);
    expect(reply.json().rejected.map(({ reason }: { reason: string }) => reason.split(';')[0])).toEqual([
      'timestamp must be within the last 90 days, which is how long records are kept',
      'timestamp must be at most 24 hours in the future',
      ...Array.from(
        { length: 3 },
        () => 'timestamp must be an ISO 8601 time with a zone, such as 2026-01-31T12:00:00Z',
      ),
    ]);
  });
});

describe('the quota', () => {
  const limited = async (recordQuota: number, clock = new FakeClock(Date.UTC(2026, 10, 30, 23, 59, 30))) => {
    const own = await openTestApp({ clock });
    const to = await own.account();
    await own.call(
      'PATCH',
      `/operator/accounts/${to.id}`,
      { recordQuota },
      {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
      },
    );
    const timestamp = new Date(clock.now()).toISOString();
    return { own, to, clock, records: (count: number) => sampleRecords(count, { timestamp }) };
  };

  it('429: a request that does not fit is refused as a whole, with the seconds until the next month', async () => {
    const { to, clock, records } = await limited(10);
    const first = records(8);
    await sendRecords(to, first);
    const refused = await to.call('POST', '/v1/ingest', { records: records(3) });
    expect([refused.statusCode, refused.json().reason, refused.headers['retry-after']]).toEqual([
      429,
      'quota_exceeded',
      '30',
    ]);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    // Nothing of it was stored, so two more fit; duplicates need no room.
    expect((await to.call('POST', '/v1/ingest', { records: [...first, ...records(2)] })).statusCode).toBe(
      200,
    );
    expect((await to.call('POST', '/v1/ingest', { records: records(1) })).statusCode).toBe(429);
    expect((await to.call('POST', '/v1/ingest', { records: first })).statusCode).toBe(200);
    expect((await to.call('GET', '/v1/account')).json().usage).toMatchObject({ records: 10, remaining: 0 });
    clock.advance(31_000);
    const timestamp = new Date(clock.now()).toISOString();
    expect(
      (await to.call('POST', '/v1/ingest', { records: sampleRecords(1, { timestamp }) })).statusCode,
    ).toBe(200);
  });

  it('never exceeded, not even by one, with 50 clients', async () => {
    const { to, records } = await limited(120);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => to.call('POST', '/v1/ingest', { records: records(7) })),
    );
    const taken = replies.filter(({ statusCode }) => statusCode === 200);
    expect(taken).toHaveLength(17);
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(33);
    expect((await to.call('GET', '/v1/account')).json().usage.records).toBe(119);
  });
});

describe('concurrent requests', () => {
  it('the same 100 ids from 20 clients are stored once and charged once', async () => {
    const to = await app.account();
    const records = sampleRecords(100);
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(records, to)));
    for (const reply of replies) expect(reply.json()).toEqual({ accepted: 100, rejected: [] });
    expect(await usage(to)).toBe(100);
  });

  it('503 with Retry-After: the engine is behind', async () => {
    const own = await openTestApp({
      records: { write: () => Promise.reject(unavailable('overloaded', 'More arrives than can be stored.')) },
    });
    const to = await own.account();
    const reply = await to.call('POST', '/v1/ingest', { records: sampleRecords(1) });
    expect([reply.statusCode, reply.json().reason, Number(reply.headers['retry-after'])]).toEqual([
      503,
      'overloaded',
      2,
    ]);
  });
});
