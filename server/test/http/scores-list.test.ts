// Scores from all sources in one list, in filters of calls, and in sums.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, isoTime } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { runJobs } from '#test/support/run-jobs';
import { sampleRecord, sendRecords } from '#test/support/sample-records';

// Noon of yesterday: close to the real time, by which the engine drops expired records.
const clock = new FakeClock(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2);
const day = (days: number) => isoTime(clock.now() + days * DAY_MS).slice(0, 10);
let app: TestApp;
let account: TestAccount;
let runId: number;

const list = async (query = '', from: Caller = account) => {
  const reply = await from.call('GET', `/v1/scores${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
};

const must = async (method: string, url: string, body: object) => {
  const reply = await account.call(method, url, body);
  if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.body}`);
  return reply.json();
};

beforeAll(async () => {
  app = await makeTestApp({ clock });
  account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
  const at = (ms: number) => isoTime(clock.now() - ms);
  await sendRecords(
    account,
    ['a', 'b', 'c'].map((id, index) =>
      sampleRecord({
        id,
        timestamp: at(10_000 - index),
        costUsd: index + 1,
        traceId: `trace-${id}`,
        spanId: `span-${id}`,
        sessionId: `session-${id}`,
        requestMeta: { input: 'hi', output: id === 'c' ? 'hello' : 'no' },
      }),
    ),
  );
  const { criteria } = await must('POST', '/v1/eval-criteria', {
    name: 'Says hello',
    type: 'contains',
    rubric: 'hello',
    scaleMin: 0,
    scaleMax: 1,
    scoreType: 'boolean',
  });
  const { summary } = await must('POST', '/v1/eval-runs', {
    name: 'r',
    criterionIds: [criteria.at(-1).id],
  });
  runId = summary.id;
  await runJobs(app);
  await must('POST', '/v1/annotations', {
    callId: 'a',
    qualityScore: 4,
    label: 'fine',
    annotationText: 'ok',
  });
  await must('POST', '/v1/annotations', { callId: 'b', annotationText: 'only words' });
  await must('POST', '/v1/scores', {
    scores: [
      { id: 's1', name: 'helpful', value: 0.2, callId: 'a' },
      { id: 's2', name: 'helpful', value: 0.6, callId: 'b' },
      { id: 's3', name: 'helpful', value: 0.9, traceId: 'trace-c' },
      { id: 's4', name: 'tone', value: 'kind', spanId: 'span-a', createdAt: at(2 * DAY_MS) },
      { id: 's5', name: 'tone', value: 'rude', sessionId: 'session-b' },
      { id: 's6', name: 'solved', value: true, callId: 'a' },
      { id: 's7', name: 'solved', value: false, callId: 'b' },
      { id: 's8', name: 'remark', dataType: 'text', value: 'Words.', callId: 'c', source: 'human' },
    ],
  });
});
afterAll(() => app.stop());

const ids = ({ scores }: { scores: { id: string }[] }) => scores.map(({ id }) => id.replace(/:\d+/, ''));

const ALL = [
  's8',
  's7',
  's6',
  's5',
  's3',
  's2',
  's1',
  'eval-score',
  'eval-score',
  'eval-score',
  'annotation:quality',
  'annotation:label',
  'annotation:note',
  's4',
];

describe('the list', () => {
  it('200: scores of clients, judges and people, newest first', async () => {
    const page = await list();
    expect([ids(page), page.nextCursor]).toEqual([ALL, null]);
    expect(page.scores.find(({ id }: { id: string }) => id.startsWith('eval-score'))).toMatchObject({
      name: 'Says hello',
      dataType: 'boolean',
      source: 'rule',
      callId: expect.stringMatching(/^[abc]$/),
      traceId: null,
      runId: String(runId),
      comment: expect.any(String),
    });
    const [quality, label, note] = page.scores.slice(10, 13);
    const human = { source: 'human', callId: 'a', runId: null };
    expect(quality).toMatchObject({
      ...human,
      name: 'quality',
      dataType: 'numeric',
      value: 4,
      comment: 'ok',
    });
    expect(label).toMatchObject({ ...human, name: 'label', dataType: 'categorical', value: 'fine' });
    expect(note).toMatchObject({ name: 'note', dataType: 'text', value: 'only words', comment: null });
  });

  it.each([1, 2, 3, 5, 13])('200: pages of %i contain each score once', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
      const page: { scores: { id: string }[]; nextCursor: string | null } = await list(
        `?limit=${limit}${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.scores.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen.map((id) => id.replace(/:\d+/, ''))).toEqual(ALL);
    expect(new Set(seen).size).toBe(ALL.length);
  });

  it.each([
    ['?name=helpful', ['s3', 's2', 's1']],
    ['?name=Says%20hello', ['eval-score', 'eval-score', 'eval-score']],
    ['?name=quality', ['annotation:quality']],
    ['?source=human', ['s8', 'annotation:quality', 'annotation:label', 'annotation:note']],
    ['?source=rule', ['eval-score', 'eval-score', 'eval-score']],
    ['?source=judge', []],
    ['?source=api&dataType=boolean', ['s7', 's6']],
    ['?dataType=boolean&value=true', ['s6', 'eval-score']],
    ['?value=kind', ['s4']],
    ['?minValue=0.5&maxValue=0.8', ['s2']],
    ['?minValue=0.9', ['s3', 'annotation:quality']],
    ['?callId=a', ['s6', 's1', 'eval-score', 'annotation:quality', 'annotation:label']],
    ['?traceId=trace-c', ['s3']],
    ['?sessionId=session-b', ['s5']],
    ['?dataType=text', ['s8', 'annotation:note']],
  ])('200: %s', async (query, wanted) => {
    expect(ids(await list(query))).toEqual(wanted);
  });

  it('200: by run and by time', async () => {
    expect((await list(`?runId=${runId}`)).scores).toHaveLength(3);
    const yesterday = isoTime(clock.now() - DAY_MS);
    expect(ids(await list(`?to=${yesterday}`))).toEqual(['s4']);
    expect((await list(`?from=${yesterday}`)).scores).toHaveLength(ALL.length - 1);
  });

  it('400: a cursor of another list, a window that ends before it begins', async () => {
    for (const query of [
      '?cursor=x',
      '?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z',
      '?limit=0',
      '?source=x',
    ])
      expect([query, (await account.call('GET', `/v1/scores${query}`)).statusCode]).toEqual([query, 400]);
  });

  it('404: scores of judges and people are deleted where they are created', async () => {
    const { scores } = await list('?callId=a');
    for (const { id } of scores.slice(2))
      expect((await account.call('DELETE', `/v1/scores/${encodeURIComponent(id)}`)).statusCode).toBe(404);
  });

  it('200: another account sees none of them', async () => {
    expect((await list('', await app.account())).scores).toEqual([]);
  });

  it('200: a key of another project sees none of them', async () => {
    const { id } = await must('POST', '/v1/projects', { name: 'Other' });
    const key = await account.key(null, { projectId: id });
    expect((await list('', key)).scores).toEqual([]);
    const sums = await key.call('POST', '/v1/scores/aggregate', {});
    expect(sums.json()).toEqual({ scores: [] });
  });
});

describe('calls by score', () => {
  const found = async (scores: object[], more: object = {}) => {
    const { records } = await must('POST', '/v1/query/calls', { scores, ...more });
    return records.map(({ id }: { id: string }) => id).toSorted();
  };

  it.each([
    ['helpful', 'lt', 0.5, ['a']],
    ['helpful', 'gte', 0.6, ['b', 'c']],
    ['helpful', 'ne', 0.2, ['b', 'c']],
    ['helpful', 'gt', 0.9, []],
    ['tone', 'eq', 'kind', ['a']],
    ['tone', 'eq', 'rude', ['b']],
    ['solved', 'eq', true, ['a']],
    ['solved', 'eq', false, ['b']],
    ['Says hello', 'eq', true, ['c']],
    ['quality', 'gte', 4, ['a']],
    ['label', 'eq', 'fine', ['a']],
    ['unknown', 'eq', 1, []],
  ])('200: %s %s %j', async (name, op, value, wanted) => {
    expect(await found([{ name, op, value }])).toEqual(wanted);
  });

  it('200: all conditions, with other filters, also in sums and sessions', async () => {
    const low = { name: 'helpful', op: 'lt', value: 0.7 };
    expect(await found([low, { name: 'solved', op: 'eq', value: false }])).toEqual(['b']);
    expect(await found([low], { minCostUsd: 2 })).toEqual(['b']);
    const sums = await must('POST', '/v1/query/aggregate', {
      groupBy: 'model',
      metric: 'cost',
      scores: [low],
    });
    expect(sums.total).toEqual({ value: 3, count: 2 });
    const ranks = await must('POST', '/v1/query/percentiles', { metric: 'cost', scores: [low] });
    expect(ranks).toMatchObject({ count: 2, max: 2 });
    const bars = await must('POST', '/v1/query/distribution', { metric: 'cost', scores: [low] });
    expect(bars.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(2);
    const { sessions } = await must('POST', '/v1/query/sessions', { scores: [low] });
    expect(sessions).toHaveLength(2);
    const { records } = await must('POST', '/v1/query/export', { scores: [low] });
    expect(records).toHaveLength(2);
  });

  it('400: comparing text by size, too many conditions', async () => {
    const bad = (scores: object[]) => account.call('POST', '/v1/query/calls', { scores });
    expect((await bad([{ name: 'tone', op: 'lt', value: 'kind' }])).json().details[0].path).toBe(
      'scores.0.op',
    );
    const many = Array.from({ length: 6 }, () => ({ name: 'tone', op: 'eq', value: 'kind' }));
    expect((await bad(many)).statusCode).toBe(400);
  });

  it('400 scores_too_broad: more scores match than a query can use; a later start helps', async () => {
    const other = await app.account();
    for (let batch = 0; batch < 21; batch += 1) {
      const scores = Array.from({ length: 100 }, (_, at) => ({
        name: 'many',
        value: 1,
        callId: `call-${batch}-${at}`,
        createdAt: isoTime(clock.now() - 5 * DAY_MS),
      }));
      expect((await other.call('POST', '/v1/scores', { scores })).json().accepted).toBe(100);
    }
    const body = { scores: [{ name: 'many', op: 'gt', value: 0 }] };
    const reply = await other.call('POST', '/v1/query/calls', body);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'scores_too_broad']);
    const later = { ...body, startTime: isoTime(clock.now() - DAY_MS) };
    expect((await other.call('POST', '/v1/query/calls', later)).json().records).toEqual([]);
  });
});

describe('an export', () => {
  it('200: has a column of scores if requested, without text', async () => {
    const url = '/v1/query/export?scores=true&format=';
    const { records } = (await account.call('POST', `${url}json`, {})).json();
    const of = (id: string) => records.find((call: { id: string }) => call.id === id).scores;
    expect(of('a').map(({ id }: { id: string }) => id.replace(/:\d+/, ''))).toEqual([
      's6',
      's1',
      'eval-score',
      'annotation:quality',
      'annotation:label',
      's4',
    ]);
    expect(of('a')[0]).toEqual({
      id: 's6',
      name: 'solved',
      dataType: 'boolean',
      value: true,
      source: 'api',
      createdAt: isoTime(clock.now()),
    });
    expect(JSON.stringify(records)).not.toContain('Words.');
    const csv = (await account.call('POST', `${url}csv`, {})).body.split('\r\n');
    expect(csv[0]?.split(',').at(-1)).toBe('scores');
    expect(csv[1]).toContain('""name"":""remark""');
    const parquet = await account.call('POST', `${url}parquet`, {});
    expect(parquet.statusCode).toBe(200);
    expect(parquet.rawPayload.includes('scores')).toBe(true);
    const plain = await account.call('POST', '/v1/query/export', {});
    expect(plain.json().records[0]).not.toHaveProperty('scores');
  });
});

describe('sums of scores', () => {
  it('200: by name: count, mean, lowest, highest, categories', async () => {
    const { scores } = await must('POST', '/v1/scores/aggregate', {});
    const of = (name: string) => scores.find((each: { name: string }) => each.name === name);
    expect(of('helpful')).toEqual({
      name: 'helpful',
      dataType: 'numeric',
      count: 3,
      mean: 0.566666666667,
      min: 0.2,
      max: 0.9,
      values: [],
      series: [],
    });
    expect(of('solved')).toMatchObject({
      count: 2,
      mean: 0.5,
      values: [
        { value: 'false', count: 1 },
        { value: 'true', count: 1 },
      ],
    });
    expect(of('tone')).toMatchObject({ count: 2, mean: null, min: null, max: null });
    expect(of('tone').values).toHaveLength(2);
    expect(of('Says hello')).toMatchObject({ dataType: 'boolean', count: 3, mean: 0.333333333333 });
    expect(of('quality')).toMatchObject({ count: 1, mean: 4 });
    expect(of('remark')).toMatchObject({ dataType: 'text', count: 1, mean: null, values: [] });
  });

  it('200: over time, in a time zone, of one name', async () => {
    const { scores } = await must('POST', '/v1/scores/aggregate', { name: 'tone', groupBy: 'day' });
    expect(scores[0].series).toEqual([
      {
        key: day(-2),
        count: 1,
        mean: null,
        min: null,
        max: null,
        values: [{ value: 'kind', count: 1 }],
      },
      {
        key: day(0),
        count: 1,
        mean: null,
        min: null,
        max: null,
        values: [{ value: 'rude', count: 1 }],
      },
    ]);
    const east = { name: 'tone', groupBy: 'day', tzOffsetMinutes: 840 };
    const shifted = await must('POST', '/v1/scores/aggregate', east);
    expect(shifted.scores[0].series.map(({ key }: { key: string }) => key)).toEqual([day(-1), day(1)]);
    const hours = await must('POST', '/v1/scores/aggregate', { name: 'helpful', groupBy: 'hour' });
    expect(hours.scores[0].series).toMatchObject([{ key: `${day(0)}T12:00Z`, count: 3 }]);
  });

  it('400: a window that is too long for its steps', async () => {
    const body = { groupBy: 'minute', startTime: isoTime(clock.now() - 2 * DAY_MS) };
    const reply = await account.call('POST', '/v1/scores/aggregate', body);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'window_too_long']);
  });
});
