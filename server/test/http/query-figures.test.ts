// Several figures in one request: each is answered, or fails, as its own endpoint would.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isoTime } from '#lib/clock';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { FakeRecords } from '#test/support/fake-records';

const clock = new FakeClock();
const now = clock.now();
const ranks = { p50: 1, p95: 2, p99: 3, p999: 4, max: 5, count: 6 };

let app: TestApp;
let account: TestAccount;
let running = 0;
let most = 0;
let hold: Promise<void> = Promise.resolve();
let split: unknown;
let steps: unknown;

const whole = {
  groups: [{ key: 'gpt-4o', value: 2.5, count: 3, lastSeenMs: now }],
  total: { value: 2.5, count: 3 },
};

const records: FakeRecords = {
  selectAggregate: async () => {
    running += 1;
    most = Math.max(most, running);
    await hold;
    running -= 1;
    return whole;
  },
  selectAggregateSeries: async (_scope, _filter, question) => {
    split = question;
    return {
      ...whole,
      series: [
        { key: 'gpt-4o', ...whole },
        { key: null, ...whole },
      ],
    };
  },
  selectPercentiles: async () => ranks,
  selectPercentileSeries: async () => {
    throw new Error('the engine is gone');
  },
  selectDistribution: async () => [{ from: 0, to: 1, count: 2 }],
  selectDistributionSeries: async (_scope, _filter, _question, wanted) => {
    steps = wanted;
    return { buckets: [{ from: 0, to: 1, count: 2 }], steps: [{ key: '2026-06-15', counts: [2] }] };
  },
};

beforeAll(async () => {
  app = await makeTestApp({ clock, records });
  account = await app.account();
});
afterAll(() => app.stop());
beforeEach(() => {
  running = 0;
  most = 0;
  hold = Promise.resolve();
});

const ask = (figures: unknown) => account.call('POST', '/v1/query/figures', { figures });
const byModel = { groupBy: 'model', metric: 'cost' };

it('200: every kind, in the order of the request', async () => {
  const reply = await ask([
    { id: 'cost', kind: 'aggregate', query: byModel },
    { id: 'latency', kind: 'percentiles' },
    { id: 'spread', kind: 'distribution', query: { buckets: 1 } },
    { id: 'quality', kind: 'scores', query: { groupBy: 'day', every: 7 } },
  ]);
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    {
      figures: [
        {
          id: 'cost',
          result: {
            groups: [{ key: 'gpt-4o', value: 2.5, count: 3, lastSeen: isoTime(now) }],
            total: { value: 2.5, count: 3 },
          },
        },
        { id: 'latency', result: { metric: 'latency', ...ranks } },
        { id: 'spread', result: [{ from: 0, to: 1, count: 2 }] },
        { id: 'quality', result: { scores: [] } },
      ],
    },
  ]);
});

it('200: a figure that fails says why, and the others are answered', async () => {
  const reply = await ask([
    { id: 'unknown field', kind: 'aggregate', query: { ...byModel, colour: 'red' } },
    {
      id: 'too long',
      kind: 'aggregate',
      query: { groupBy: 'minute', metric: 'cost', startTime: isoTime(0) },
    },
    { id: 'broken', kind: 'percentiles', query: { groupBy: 'day' } },
    { id: 'well', kind: 'aggregate', query: byModel },
  ]);
  expect(reply.statusCode).toBe(200);
  const { figures } = reply.json();
  expect(figures).toMatchObject([
    { error: { status: 400, reason: 'invalid_request', details: [{ path: 'colour' }] } },
    { error: { status: 400, reason: 'window_too_long' } },
    { error: { status: 500, reason: 'internal_error' } },
    { id: 'well', result: { total: { value: 2.5 } } },
  ]);
  expect(reply.body).not.toContain('the engine is gone');
  expect(figures.map((figure: object) => 'result' in figure)).toEqual([false, false, false, true]);
});

it('200: four at a time, also across several requests of an account; another account has its own four', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const many = Array.from({ length: 10 }, (_, at) => ({ id: `f${at}`, kind: 'aggregate', query: byModel }));
  const other = await app.account();
  const replies = [ask(many), ask(many)];
  await expect.poll(() => running).toBe(4);
  const theirs = other.call('POST', '/v1/query/figures', { figures: many });
  await expect.poll(() => running).toBe(8);
  resolve();
  for (const reply of await Promise.all([...replies, theirs])) {
    expect(reply.json().figures.filter((figure: object) => 'result' in figure)).toHaveLength(10);
  }
  expect(most).toBe(8);
});

it('200: a series for each value and one for the rest, in steps of several hours', async () => {
  const query = { groupBy: 'hour', every: 3, metric: 'cost', splitBy: 'tag', tagKey: 'env' };
  const reply = await account.call('POST', '/v1/query/aggregate', query);
  expect(reply.json().series).toMatchObject([
    { key: 'gpt-4o', groups: [{ key: 'gpt-4o', value: 2.5 }], total: { count: 3 } },
    { key: null, total: { count: 3 } },
  ]);
  expect(split).toEqual({
    axis: 'hour',
    every: 3,
    metric: 'cost',
    offsetMinutes: 0,
    splitBy: 'tag',
    tagKey: 'env',
    most: 8,
  });
  const heat = await account.call('POST', '/v1/query/distribution', { groupBy: 'day', tzOffsetMinutes: 60 });
  expect(heat.json()).toEqual({
    buckets: [{ from: 0, to: 1, count: 2 }],
    steps: [{ key: '2026-06-15', counts: [2] }],
  });
  expect(steps).toEqual({ axis: 'day', offsetMinutes: 60 });
});

it.each([
  [{ groupBy: 'model', metric: 'cost', splitBy: 'provider' }, 'splitBy'],
  [{ groupBy: 'model', metric: 'cost', every: 2 }, 'every'],
  [{ groupBy: 'day', metric: 'cost', splitBy: 'tag' }, 'tagKey'],
])('400: %j', async (query, field) => {
  const reply = await account.call('POST', '/v1/query/aggregate', query);
  expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, field]);
});

it('400: no figure, too many, one id twice, an unknown kind', async () => {
  const one = { id: 'a', kind: 'aggregate', query: byModel };
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...one, id: `f${at}` }));
  expect((await ask(many(30))).statusCode).toBe(200);
  for (const [figures, reason] of [
    [[], 'invalid_request'],
    [many(31), 'invalid_request'],
    [[one, one], 'duplicate_id'],
    [[{ ...one, kind: 'calls' }], 'invalid_request'],
    [[{ ...one, id: '' }], 'invalid_request'],
    [[{ ...one, query: [] }], 'invalid_request'],
    [undefined, 'invalid_request'],
  ] as const) {
    const reply = await ask(figures);
    expect([figures, reply.statusCode, reply.json().reason]).toEqual([figures, 400, reason]);
  }
});
