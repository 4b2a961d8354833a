// Numbers at the limits of JSON, JavaScript and the stores: sent numbers are stored exactly or rejected with
// the name of the field, and every answer contains only finite numbers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { encodeTree } from '#test/oracles/otlp-oracle';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());

const JSON_TYPE = { 'content-type': 'application/json' };

/** As text, because JSON.stringify writes none of 1e400, -0 and 1E2. */
const sendText = async (fields: string, changes: Record<string, unknown> = {}) => {
  const record = JSON.stringify(sampleRecord(changes));
  const body = `{"records":[${record.slice(0, -1)},${fields}}]}`;
  return (await account.call('POST', '/v1/ingest', body, JSON_TYPE)).json<{
    accepted: number;
    rejected: { reason: string }[];
  }>();
};

const AMOUNTS = ['promptTokens', 'completionTokens', 'totalTokens', 'costUsd', 'latencyMs'] as const;
const COUNTED = ['cachedTokens', 'cacheWriteTokens', 'reasoningTokens', 'audioTokens', 'ttftMs'] as const;

const stored = async (id: string) => {
  const reply = await account.call('GET', `/v1/query/calls/${id}`);
  return reply.json<{ call: Record<string, unknown> }>().call;
};

/** Numbers that are not finite would be null. */
const numbersIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [value];

describe('records', () => {
  beforeAll(async () => {
    account = await app.account();
  });

  it.each(['1e308', '1e400', '9223372036854775808', '1000000000000001', '-1', '-1e400'])(
    'with an amount of %s are rejected with the name of the field',
    async (number) => {
      for (const field of AMOUNTS) {
        const { accepted, rejected } = await sendText(`"${field}":${number}`, { [field]: undefined });
        expect([field, accepted, rejected[0]?.reason]).toEqual([
          field,
          0,
          expect.stringMatching(new RegExp(`^${field} must be .*; got [^n]`)),
        ]);
      }
    },
  );

  it.each(['1e308', '1e400', '2e15'])('with a token detail of %s are rejected too', async (number) => {
    for (const name of COUNTED) {
      const { rejected } = await sendText(`"requestMeta":{"${name}":${number}}`);
      expect(rejected[0]?.reason).toMatch(
        /^requestMeta(\.\w+ must be at most 1e15| has a number above 1e308)/,
      );
    }
    expect((await sendText(`"errorDetails":{"a":[1e400]}`)).rejected[0]?.reason).toBe(
      'errorDetails has a number above 1e308',
    );
  });

  it.each([
    ['-0', 0],
    ['1e-320', 1e-320],
    ['1E2', 100],
    ['0.1000000000000000055511151231257827', 0.1],
    ['1e15', 1e15],
  ])('with amounts of %s are stored as %d', async (text, number) => {
    const id = `n${text}`;
    const fields = AMOUNTS.map((field) => `"${field}":${text}`).join(',');
    const none = Object.fromEntries(AMOUNTS.map((field) => [field, undefined]));
    expect(await sendText(fields, { ...none, id })).toEqual({ accepted: 1, rejected: [] });
    expect(await stored(id)).toMatchObject(Object.fromEntries(AMOUNTS.map((field) => [field, number])));
  });

  it.each([
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '1969-12-31T23:59:59Z',
    '2300-01-01T00:00:00Z',
  ])('of %s are rejected by their timestamp', async (timestamp) => {
    const { accepted, rejected } = (
      await account.call('POST', '/v1/ingest', { records: [sampleRecord({ timestamp })] })
    ).json<{ accepted: number; rejected: { reason: string }[] }>();
    expect([accepted, rejected[0]?.reason]).toEqual([0, expect.stringMatching(/^timestamp must be/)]);
  });
});

const UINT64 = '18446744073709551615';
const INT64 = '9223372036854775807';
const usage = (name: string, value: Record<string, unknown>) => ({ key: `gen_ai.usage.${name}`, value });

/** A call whose usage and cost all have this value. */
function spanOf(value: Record<string, unknown>): SampleSpan {
  const span = inference();
  const names = ['input_tokens', 'output_tokens', 'cache_read.input_tokens', 'reasoning_tokens', 'cost'];
  const rest = span.attributes.filter(({ key }) => !key.startsWith('gen_ai.usage.'));
  return { ...span, attributes: [...rest, ...names.map((name) => usage(name, value))] };
}

const VALUES: [name: string, value: Record<string, unknown>][] = [
  ['int64 max', { intValue: INT64 }],
  ['int64 min', { intValue: `-${INT64}` }],
  ['NaN', { doubleValue: 'NaN' }],
  ['Infinity', { doubleValue: 'Infinity' }],
  ['1e308', { doubleValue: 1e308 }],
  ['text', { stringValue: '1e308' }],
];

describe.each(['JSON', 'protobuf'] as const)('spans in %s', (encoding) => {
  beforeAll(async () => {
    account = await app.account();
  });

  const send = (spans: SampleSpan[]) => {
    const tree = exportOf(spans);
    if (encoding === 'JSON') return account.call('POST', '/v1/traces', tree);
    // The encoder accepts doubles only as numbers.
    const doubles = JSON.parse(JSON.stringify(tree), (key, value: unknown) =>
      key === 'doubleValue' ? Number(value) : value,
    ) as unknown;
    const type = { 'content-type': 'application/x-protobuf', accept: 'application/json' };
    return account.call('POST', '/v1/traces', Buffer.from(encodeTree(doubles)), type);
  };

  it.each(VALUES)('with a usage of %s are stored without it', async (_name, value) => {
    const span = spanOf(value);
    const reply = await send([span]);
    expect([reply.statusCode, reply.json()]).toEqual([200, {}]);
    const call = await stored(`${span.traceId}-${span.spanId}`);
    expect(call).toMatchObject({ promptTokens: 0, completionTokens: 0, totalTokens: 0, costUsd: 0 });
  });

  it('that end before they begin have no duration, and those of other centuries are rejected', async () => {
    const span = plain();
    const backwards = { ...inference(), endTimeUnixNano: '1' };
    const late = { ...inference(), startTimeUnixNano: UINT64, endTimeUnixNano: UINT64 };
    const endless = { ...inference(), endTimeUnixNano: UINT64 };
    const reply = await send([span, backwards, late, endless]);
    expect(reply.json()).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('in the future') },
    });
    expect(await stored(`${backwards.traceId}-${backwards.spanId}`)).toMatchObject({ latencyMs: 0 });
    const { latencyMs } = await stored(`${endless.traceId}-${endless.spanId}`);
    expect(latencyMs).toBeGreaterThan(1e13);
    expect(latencyMs).toBeLessThan(1e15);
  });
});

const ASKED = [
  2_147_483_647,
  2_147_483_648,
  2 ** 53 - 1,
  2 ** 53,
  1e18,
  1e21,
  1e308,
  Number.MAX_VALUE,
  5e-324,
];
const ENDPOINTS: [path: string, body: object][] = [
  ['/v1/query/calls', {}],
  ['/v1/query/sessions', {}],
  ['/v1/query/users', {}],
  ['/v1/query/traces', {}],
  ['/v1/query/aggregate', { groupBy: 'model', metric: 'cost' }],
  ['/v1/query/percentiles', {}],
  ['/v1/query/distribution', {}],
  ['/v1/query/export', {}],
];

describe('queries', () => {
  beforeAll(async () => {
    account = await app.account();
    const largest = { promptTokens: 1e15, totalTokens: 1e15, costUsd: 1e15, latencyMs: 1e15, sessionId: 's' };
    const records = Array.from({ length: 20 }, () => sampleRecord(largest));
    await account.call('POST', '/v1/ingest', { records });
  });

  it.each(ENDPOINTS)('POST %s: any number as the minimum latency and cost', async (path, body) => {
    for (const field of ['minLatencyMs', 'minCostUsd']) {
      for (const number of ASKED) {
        const reply = await account.call('POST', path, { ...body, [field]: number });
        expect([path, field, number, reply.statusCode]).toEqual([path, field, number, 200]);
      }
      const below = await account.call('POST', path, { ...body, [field]: -2_147_483_649 });
      expect([below.statusCode, below.json()]).toMatchObject([400, { details: [{ path: field }] }]);
    }
  });

  it('sums and ranks of the largest amounts are finite', async () => {
    const ask = async (path: string, body: object) =>
      numbersIn((await account.call('POST', `/v1/query/${path}`, body)).json());
    for (const metric of ['cost', 'latency', 'tokens']) {
      expect(await ask('aggregate', { groupBy: 'model', metric })).not.toContain(null);
    }
    for (const metric of ['cost', 'latency']) {
      expect(await ask('percentiles', { metric })).not.toContain(null);
      expect(await ask('distribution', { metric })).not.toContain(null);
    }
  });

  it('400 number_too_large: numbers that no double can hold, with the name of the field', async () => {
    const body = '{"name":"View","filter":{"a":[1,1e400]}}';
    const reply = await account.call('POST', '/v1/saved-views', body, JSON_TYPE);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { reason: 'number_too_large', details: [{ path: 'filter.a.1' }] },
    ]);
    const digits = `{"minCostUsd":${'9'.repeat(400)}}`;
    const long = await account.call('POST', '/v1/query/calls', digits, JSON_TYPE);
    expect([long.statusCode, long.json()]).toMatchObject([400, { details: [{ path: 'minCostUsd' }] }]);
  });

  it('a saved filter accepts them too', async () => {
    for (const number of ASKED) {
      const filter = { minLatencyMs: number, minCostUsd: number };
      const run = await account.call('POST', '/v1/eval-runs', { name: 'Run', filter });
      expect([number, run.statusCode < 500]).toEqual([number, true]);
      const view = await account.call('POST', '/v1/saved-views', { name: `View ${number}`, filter });
      expect([number, view.statusCode]).toEqual([number, 201]);
    }
  });

  it('GET /v1/eval-runs/gate: decimals of any length', async () => {
    const ask = (query: string) =>
      account.call('GET', `/v1/eval-runs/gate?candidate=999999&baseline=999998&${query}`);
    for (const number of ['0.44000000000000006', '1e-3', '.5', '+0.5', '%2B0.5', '0.10000000000000000555'])
      expect([number, (await ask(`maxMeanDrop=${number}`)).statusCode]).toEqual([number, 404]);
    for (const number of ['0x1', '', 'Infinity', 'NaN', '1e400', '1_0', '--1', '1e']) {
      const reply = await ask(`maxMeanDrop=${number}`);
      expect([number, reply.statusCode, reply.json().details?.[0]?.path]).toEqual([
        number,
        400,
        'maxMeanDrop',
      ]);
    }
    expect((await account.call('GET', '/v1/alerts?limit=1.5')).json().details).toMatchObject([
      { path: 'limit' },
    ]);
    expect((await account.call('GET', '/v1/alerts?limit=1e1')).statusCode).toBe(200);
  });

  it('usage of a prompt up to the first moment of the calendar', async () => {
    const made = await account.call('POST', '/v1/prompts', { name: 'p', version: '1', template: 'x' });
    const url = `/v1/prompts/${made.json().prompt.id}/usage?endTime=0001-01-01T00:00:00Z`;
    expect((await account.call('GET', url)).json()).toMatchObject({ startTime: '0001-01-01T00:00:00.000Z' });
  });
});
