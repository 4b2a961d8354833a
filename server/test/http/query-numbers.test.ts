// Aggregates, percentiles and histograms as the API shows them; the numbers themselves are checked against an
// oracle in src/store/records/questions/numbers.proof.engine.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime } from '#lib/clock';
import { AXES, hasAxis, METRICS, METRICS_OF, SUBJECTS, type Percentiles } from '#records';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { FakeRecords } from '#test/support/fake-records';

const clock = new FakeClock();
const now = clock.now();
const ranks: Percentiles = { p50: 1, p95: 2, p99: 3, p999: 4, max: 5, count: 6 };
const none: Percentiles = { p50: null, p95: null, p99: null, p999: null, max: null, count: 0 };

let app: TestApp;
let account: TestAccount;
let asked: unknown[][] = [];
let empty = false;

const answer = <Answer>(full: Answer, nothing: Answer) =>
  ((...question: unknown[]) => {
    asked.push(question);
    return Promise.resolve(empty ? nothing : full);
  }) as () => Promise<Answer>;

const records: FakeRecords = {
  selectAggregate: answer(
    {
      groups: [{ key: 'gpt-4o', value: 2.5, count: 3, lastSeenMs: now }],
      total: { value: 2.5, count: 3 },
    },
    { groups: [], total: { value: null, count: 0 } },
  ),
  selectPercentiles: answer(ranks, none),
  selectPercentileSeries: answer([{ key: '2026-06-15', ...ranks }], []),
  selectDistribution: answer([{ from: 0, to: 1, count: 2 }], []),
};

beforeAll(async () => {
  app = await makeTestApp({ clock, records });
  account = await app.account({ plan: 'pro' });
});
afterAll(() => app.stop());
beforeEach(() => {
  asked = [];
  empty = false;
});

const post = (path: string, body?: object) => account.call('POST', `/v1/query/${path}`, body);

describe('POST /v1/query/aggregate', () => {
  it('200: groups with the time of their last call, and the total', async () => {
    const reply = await post('aggregate', { groupBy: 'model', metric: 'cost' });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        groups: [{ key: 'gpt-4o', value: 2.5, count: 3, lastSeen: isoTime(now) }],
        total: { value: 2.5, count: 3 },
      },
    ]);
  });

  it('200: queries the account, its retention, the window of the axis and the filter', async () => {
    const other = await app.account();
    await post('aggregate', {
      groupBy: 'hour',
      metric: 'ttft',
      tags: { env: 'prod' },
      error: true,
      userId: 'u',
    });
    await other.call('POST', '/v1/query/aggregate', { groupBy: 'tag', tagKey: 'env', metric: 'count' });
    const [[scope, filter, question] = [], [otherScope, , otherQuestion] = []] = asked;
    const known = await app.services.accounts.get(account.id);
    expect(scope).toEqual({ account: known?.number, project: null, sinceMs: now - 90 * DAY_MS });
    expect(filter).toEqual({
      startMs: now - 24 * HOUR_MS,
      endMs: now + 1,
      tags: { env: 'prod' },
      error: true,
      userId: 'u',
    });
    expect(question).toEqual({ axis: 'hour', metric: 'ttft', offsetMinutes: 0 });
    expect(otherScope).not.toMatchObject({ account: known?.number });
    expect(otherQuestion).toEqual({ axis: 'tag', metric: 'count', tagKey: 'env', offsetMinutes: 0 });
  });

  it('200: every metric on every axis of the specification; every axis and every metric of each subject', async () => {
    const specified = AXES.slice(0, 7).flatMap((groupBy) =>
      METRICS.slice(0, 12).map((metric) => ({ of: 'calls', groupBy, metric, tagKey: 'env' })),
    );
    const others = SUBJECTS.flatMap((of) => [
      ...AXES.filter((axis) => hasAxis(of, axis)).map((groupBy) => ({ of, groupBy, metric: 'count' })),
      ...METRICS_OF[of].map((metric) => ({ of, groupBy: 'agent', metric })),
    ]).map((question) => Object.assign(question, { tagKey: 'env' }));
    const questions = [...specified, ...others];
    expect(specified).toHaveLength(84);
    const replies = await Promise.all(questions.map((question) => post('aggregate', question)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('200: no data', async () => {
    empty = true;
    const reply = await post('aggregate', { groupBy: 'day', metric: 'latency', tzOffsetMinutes: 540 });
    expect(reply.json()).toEqual({ groups: [], total: { value: null, count: 0 } });
    expect(asked[0]?.[2]).toEqual({ axis: 'day', metric: 'latency', offsetMinutes: 540 });
  });

  it.each([
    [{ metric: 'cost' }, 'invalid_request', 'groupBy'],
    [{ groupBy: 'model' }, 'invalid_request', 'metric'],
    [{ groupBy: 'week', metric: 'cost' }, 'invalid_request', 'groupBy'],
    [{ groupBy: 'model', metric: 'joy' }, 'invalid_request', 'metric'],
    [{ groupBy: 'model', metric: 'cost', colour: 'red' }, 'invalid_request', 'colour'],
    [{ groupBy: 'tag', metric: 'cost' }, 'tag_key_required', 'tagKey'],
    [{ groupBy: 'tag', metric: 'cost', tagKey: '' }, 'invalid_request', 'tagKey'],
    [{ groupBy: 'tag', metric: 'cost', tagKey: 'k'.repeat(65) }, 'invalid_request', 'tagKey'],
    [{ groupBy: 'type', metric: 'cost' }, 'wrong_subject', 'groupBy'],
    [{ of: 'spans', groupBy: 'type', metric: 'ttft' }, 'wrong_subject', 'metric'],
    [{ of: 'dogs', groupBy: 'model', metric: 'count' }, 'invalid_request', 'of'],
    [{ groupBy: 'model', metric: 'count', type: 'tool' }, 'wrong_subject', 'type'],
    [{ groupBy: 'day', splitBy: 'name', metric: 'count' }, 'wrong_subject', 'splitBy'],
    [
      { groupBy: 'day', metric: 'count', where: [{ field: 'type', op: 'is', values: ['tool'] }] },
      'wrong_subject',
      'where.0.field',
    ],
    [{ groupBy: 'day', metric: 'cost', tzOffsetMinutes: 841 }, 'invalid_request', 'tzOffsetMinutes'],
    [{ groupBy: 'day', metric: 'cost', tzOffsetMinutes: -841 }, 'invalid_request', 'tzOffsetMinutes'],
    [{ groupBy: 'day', metric: 'cost', tzOffsetMinutes: 0.5 }, 'invalid_request', 'tzOffsetMinutes'],
    [{ groupBy: 'hour', metric: 'cost', tzOffsetMinutes: 60 }, 'invalid_request', 'tzOffsetMinutes'],
    [{ groupBy: 'model', metric: 'cost', startTime: 'yesterday' }, 'invalid_request', 'startTime'],
    [
      { groupBy: 'model', metric: 'cost', startTime: isoTime(now), endTime: isoTime(now) },
      'invalid_request',
      'endTime',
    ],
    [
      { groupBy: 'day', metric: 'cost', startTime: isoTime(now - 367 * DAY_MS) },
      'window_too_long',
      'startTime',
    ],
    [
      { groupBy: 'hour', metric: 'cost', startTime: isoTime(now - 169 * HOUR_MS) },
      'window_too_long',
      'startTime',
    ],
    [
      { groupBy: 'minute', metric: 'cost', startTime: isoTime(now - 2 * HOUR_MS), endTime: isoTime(now) },
      'window_too_long',
      'endTime',
    ],
  ])('400: %j', async (body, reason, path) => {
    const reply = await post('aggregate', body);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
    expect(JSON.stringify(reply.json().details[0])).toContain(path);
    expect(asked).toEqual([]);
  });

  it('403, 401: a key that may only write, and none', async () => {
    const body = { groupBy: 'model', metric: 'cost' };
    const writer = await account.key(['write:records']);
    const refused = await writer.call('POST', '/v1/query/aggregate', body);
    expect([refused.statusCode, refused.json().reason]).toEqual([403, 'insufficient_scope']);
    expect((await app.call('POST', '/v1/query/aggregate', body)).statusCode).toBe(401);
    const reader = await account.key(['read'], { projectId: account.projectId });
    expect((await reader.call('POST', '/v1/query/aggregate', body)).statusCode).toBe(200);
    expect(asked[0]?.[0]).not.toMatchObject({ project: null });
  });
});

describe('POST /v1/query/percentiles', () => {
  it('200: one answer, of latency by default, also without a body', async () => {
    expect((await post('percentiles', { metric: 'cost' })).json()).toEqual({ metric: 'cost', ...ranks });
    expect((await post('percentiles')).json()).toEqual({ metric: 'latency', ...ranks });
    expect(asked[1]?.slice(1)).toEqual([
      { startMs: now - 30 * DAY_MS, endMs: now + 1 },
      { metric: 'latency', axis: null },
    ]);
  });

  it('200: a series instead, with groupBy', async () => {
    const reply = await post('percentiles', { metric: 'cost', groupBy: 'day', tzOffsetMinutes: -840 });
    expect(reply.json()).toEqual({ metric: 'cost', byDay: [{ key: '2026-06-15', ...ranks }] });
    expect(asked[0]?.[2]).toEqual({ metric: 'cost', axis: 'day', offsetMinutes: -840 });
  });

  it('200: no data', async () => {
    empty = true;
    expect((await post('percentiles', {})).json()).toEqual({ metric: 'latency', ...none });
    expect((await post('percentiles', { groupBy: 'minute' })).json()).toEqual({
      metric: 'latency',
      byDay: [],
    });
  });

  it.each([
    [{ metric: 'tokens' }, 'invalid_request'],
    [{ groupBy: 'model' }, 'invalid_request'],
    [{ tzOffsetMinutes: 60 }, 'invalid_request'],
    [{ groupBy: 'minute', tzOffsetMinutes: 60 }, 'invalid_request'],
    [{ tagKey: 'env' }, 'invalid_request'],
    [{ groupBy: 'minute', startTime: isoTime(now - 2 * HOUR_MS) }, 'window_too_long'],
    [{ startTime: isoTime(now), endTime: isoTime(now - 1) }, 'invalid_request'],
  ])('400: %j', async (body, reason) => {
    const reply = await post('percentiles', body);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
  });
});

describe('POST /v1/query/distribution', () => {
  it('200: a bare array', async () => {
    expect((await post('distribution')).json()).toEqual([{ from: 0, to: 1, count: 2 }]);
    await post('distribution', { metric: 'cost', buckets: 100, scale: 'log', provider: 'openai' });
    expect(asked.map(([, , question]) => question)).toEqual([
      { metric: 'latency', buckets: 30, scale: 'linear' },
      { metric: 'cost', buckets: 100, scale: 'log' },
    ]);
    expect(asked[1]?.[1]).toEqual({ startMs: now - 30 * DAY_MS, endMs: now + 1, provider: 'openai' });
    empty = true;
    expect((await post('distribution', {})).json()).toEqual([]);
  });

  it.each([
    { buckets: 0 },
    { buckets: 101 },
    { buckets: 1.5 },
    { scale: 'cubic' },
    { metric: 'ttft' },
    { groupBy: 'week' },
    { every: 2 },
    { endTime: isoTime(now), startTime: isoTime(now + 1) },
    { startTime: isoTime(now + 2) },
  ])('400: %j', async (body) => {
    const reply = await post('distribution', body);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'invalid_request']);
  });
});
