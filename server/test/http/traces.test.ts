import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { mapTraces } from '#otlp';
import { OPERATOR_TOKEN, makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { KeptRecords } from '#test/support/kept-records';
import { decodeFixture, otlpFixtures, type Fixture } from '#test/support/otlp-fixtures';
import { decodeResponse, encodeTree } from '#test/oracles/otlp-oracle';
import { exportOf, inference, plain } from '#test/support/sample-spans';

const JSON_TYPE = { 'content-type': 'application/json' };
const PROTOBUF = { 'content-type': 'application/x-protobuf' };
const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral', 'deepseek'];
const MIB = 1_048_576;

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
});
afterAll(() => app.stop());

const usage = async (of: TestAccount = account): Promise<number> => {
  const known = await app.services.accounts.get(of.id);
  return app.services.records.usage(known?.number ?? 0);
};
const sendJson = (body: unknown, to: TestAccount = account) => to.call('POST', '/v1/traces', body);
const sendProtobuf = (body: unknown, headers: Record<string, string> = {}) =>
  account.call('POST', '/v1/traces', Buffer.from(encodeTree(body)), { ...PROTOBUF, ...headers });

describe('POST /v1/traces', () => {
  it('200 {}: every span is stored, in JSON', async () => {
    const before = await usage();
    const reply = await sendJson(exportOf([inference(), plain()]));
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(await usage()).toBe(before + 2);
  });

  it('200 with an empty body: every span is stored, in protobuf', async () => {
    const before = await usage();
    const reply = await sendProtobuf(exportOf([inference(), plain()]));
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, 0]);
    expect(reply.headers['content-type']).toBe('application/x-protobuf');
    expect(await usage()).toBe(before + 2);
  });

  it('200: personal data is redacted in every attribute, known to the mapping or not', async () => {
    const kept = new KeptRecords();
    const own = await openTestApp({ records: kept.records });
    const sender = await own.account();
    const told = {
      'app.customer': 'joe@example.com',
      'service.instance.id': 'of joe@example.com',
      'gen_ai.agent.name': 'agent of joe@example.com',
    };
    const reply = await sendJson(exportOf([inference(told), plain(told)]), sender);
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    expect(kept.kept.map(({ kind }) => kind)).toEqual(['call', 'observation']);
    const stored = JSON.stringify(kept.kept);
    expect(stored).not.toContain('joe@example.com');
    expect(stored.match(/\[email\]/g)?.length).toBeGreaterThanOrEqual(4);
  });

  it.each(['application/json', '*/*', 'application/x-protobuf, application/json;q=0.5'])(
    '200 {}: protobuf from a client that accepts %s',
    async (accept) => {
      expect((await sendProtobuf(exportOf([inference()]), { accept })).body).toBe('{}');
    },
  );

  it.each(['application/x-protobuf', 'application/json;q=0', 'text/plain'])(
    '200 in protobuf: for a client that accepts %s',
    async (accept) => {
      const reply = await sendProtobuf(exportOf([inference({ 'gen_ai.provider.name': 'cohere' })]), {
        accept,
      });
      expect(decodeResponse(reply.rawPayload)).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
    },
  );

  it('200 partialSuccess: rejected spans are counted by cause, the others are stored', async () => {
    const before = await usage();
    const reply = await sendJson(
      exportOf([
        inference(),
        inference({ 'gen_ai.provider.name': 'cohere', 'gen_ai.request.model': 'command-r' }),
        { ...inference(), traceId: 'zz' },
        { ...inference(), startTimeUnixNano: '1000000000', endTimeUnixNano: '1100000000' },
      ]),
    );
    expect(reply.statusCode).toBe(200);
    const { rejectedSpans, errorMessage } = reply.json().partialSuccess;
    expect(rejectedSpans).toBe('3');
    expect(errorMessage).toContain('3 spans were not stored');
    expect(errorMessage).toContain('1 with provider "cohere"');
    expect(errorMessage).toContain('1 without a valid trace id');
    expect(errorMessage).toContain('1 older than the plan\'s retention, such as "1970-01-01T00:00:01.000Z"');
    expect(await usage()).toBe(before + 1);
  });

  it('200 {}: a span that is sent again is not stored or charged again', async () => {
    const body = exportOf([inference(), plain()]);
    await sendJson(body);
    const before = await usage();
    expect((await sendJson(body)).body).toBe('{}');
    expect((await sendProtobuf(body)).rawPayload).toHaveLength(0);
    expect(await usage()).toBe(before);
  });

  it('200 with every span rejected: the quota is used up', async () => {
    const limited = await app.account();
    await app.call(
      'PATCH',
      `/operator/accounts/${limited.id}`,
      { recordQuota: 2 },
      {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
      },
    );
    // The span without a valid trace id would not have been stored anyway, but is counted all the same.
    const spans = [inference(), plain(), plain(), { ...inference(), traceId: 'zz' }];
    const reply = await sendJson(exportOf(spans), limited);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().partialSuccess).toMatchObject({
      rejectedSpans: '4',
      errorMessage: expect.stringMatching(/monthly record quota is used up until \d{4}-\d\d-01T00:00:00/),
    });
    expect(await usage(limited)).toBe(0);
    expect((await sendJson(exportOf([inference(), plain()]), limited)).body).toBe('{}');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('200: both encodings, compressed with %s', async (encoding, compress) => {
    const tree = exportOf([inference()]);
    const headers = { 'content-encoding': encoding };
    const asJson = await account.call('POST', '/v1/traces', compress(JSON.stringify(tree)), {
      ...JSON_TYPE,
      ...headers,
    });
    expect(asJson.body).toBe('{}');
    const asProtobuf = await account.call('POST', '/v1/traces', compress(Buffer.from(encodeTree(tree))), {
      ...PROTOBUF,
      ...headers,
    });
    expect([asProtobuf.statusCode, asProtobuf.rawPayload.length]).toEqual([200, 0]);
  });

  it('200: nothing in it', async () => {
    expect((await sendJson({})).body).toBe('{}');
    expect((await account.call('POST', '/v1/traces', Buffer.alloc(0), PROTOBUF)).statusCode).toBe(200);
  });

  it.each([
    ['invalid_json', '', JSON_TYPE],
    ['invalid_json', '{"resourceSpans":', JSON_TYPE],
    ['invalid_json', '[]', JSON_TYPE],
    ['invalid_json', '{"resourceSpans":7}', JSON_TYPE],
    ['invalid_protobuf', Buffer.from([0xff, 0xff, 0xff]), PROTOBUF],
    ['invalid_protobuf', Buffer.from([10, 100, 1]), PROTOBUF],
    ['invalid_protobuf', Buffer.from('{"resourceSpans":[]}'), PROTOBUF],
  ])('400 %s, in JSON whatever the request encoding', async (reason, body, headers) => {
    const reply = await account.call('POST', '/v1/traces', body, headers);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('413: more than 1 MiB', async () => {
    const reply = await account.call('POST', '/v1/traces', Buffer.alloc(MIB + 1), PROTOBUF);
    expect([reply.statusCode, reply.json().reason]).toEqual([413, 'body_too_large']);
  });

  it('401 and 403 before the body is read', async () => {
    const body = Buffer.alloc(2 * MIB);
    expect((await app.call('POST', '/v1/traces', body, PROTOBUF)).statusCode).toBe(401);
    const reader = await account.key(['read']);
    expect((await reader.call('POST', '/v1/traces', body, PROTOBUF)).statusCode).toBe(403);
  });

  it('200: a span with 10,000 attributes keeps as many as fit', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a.${at}`, at]));
    expect((await sendJson(exportOf([inference(many)]))).body).toBe('{}');
  });
});

describe('bodies captured from real clients', () => {
  const captures = otlpFixtures().filter(({ meta }) => meta.path.endsWith('/traces'));
  // The day they were captured on, so that none is too old.
  const capturedAt = (fixture: Fixture): number => {
    const decoded = decodeFixture(fixture);
    return decoded.ok ? Math.max(0, ...decoded.spans.map(({ endMs }) => endMs)) : 0;
  };

  it('200: they are stored as the mapping says, and rejected spans are counted', async () => {
    const clock = new FakeClock(Math.max(...captures.map(capturedAt)) + 1_000);
    const own = await openTestApp({ clock, config: { providers: PROVIDERS } });
    let stored = 0;
    for (const fixture of captures) {
      const to = await own.account();
      const reply = await to.call('POST', '/v1/traces', fixture.body, {
        'content-type': fixture.encoding === 'json' ? 'application/json' : 'application/x-protobuf',
        accept: 'application/json',
      });
      const decoded = decodeFixture(fixture);
      const spans = decoded.ok ? decoded.spans : [];
      const mapped = mapTraces(spans, { providers: PROVIDERS, nowMs: clock.now() });
      const inTime = mapped.records.filter(({ timestampMs }) => timestampMs > clock.now() - 90 * DAY_MS);
      const { number } = (await own.services.accounts.get(to.id)) ?? { number: 0 };
      const rejected =
        mapped.rejected.reduce((sum, { count }) => sum + count, 0) + mapped.records.length - inTime.length;
      expect([fixture.name, reply.statusCode, reply.json().partialSuccess?.rejectedSpans ?? '0']).toEqual([
        fixture.name,
        decoded.ok ? 200 : 400,
        String(rejected),
      ]);
      expect([fixture.name, await own.services.records.usage(number)]).toEqual([fixture.name, inTime.length]);
      stored += inTime.length;
    }
    expect(stored).toBeGreaterThan(300);
  });
});

describe.each([
  ['logs', 'rejectedLogRecords', { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] }],
  [
    'metrics',
    'rejectedDataPoints',
    { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ gauge: { dataPoints: [{}, {}] } }] }] }] },
  ],
])('POST /v1/%s', (signal, count, body) => {
  const url = `/v1/${signal}`;

  it('200 partialSuccess: counted, and not stored', async () => {
    const before = await usage();
    const reply = await account.call('POST', url, body);
    expect([reply.statusCode, reply.json().partialSuccess[count]]).toEqual([200, '2']);
    expect(reply.json().partialSuccess.errorMessage).toContain('not stored');
    expect(await usage()).toBe(before);
  });

  it('200 {}: nothing in it', async () => {
    expect((await account.call('POST', url, {})).body).toBe('{}');
    expect((await account.call('POST', url, Buffer.alloc(0), PROTOBUF)).rawPayload).toHaveLength(0);
  });

  it('400 and 403 as for traces', async () => {
    expect((await account.call('POST', url, 'x', JSON_TYPE)).statusCode).toBe(400);
    expect((await (await account.key(['read'])).call('POST', url, body)).statusCode).toBe(403);
  });
});
