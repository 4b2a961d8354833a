// Runs and sessions in the order of their figures, conditions on the run itself, and a search that always answers, as a
// client sees them, with the record engine.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isoTime } from '#lib/clock';
import { makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { exportOf, plain } from '#test/support/sample-spans';

const SLOW_MS = 900_000;
const base = Math.floor(Date.now() / 60_000) * 60_000 - 6 * 3_600_000;

const traceIdOf = (run: number): string => String(run).padStart(32, 'a');

interface RunFigures {
  run: number;
  calls: number;
  /** Of each call. */
  costUsd: number;
  tokens: number;
  failedTools: number;
  agent: string;
  tool: string;
  release: string;
  /** From the start of the first call to the end of the last span. */
  durationMs: number;
}

/** Each call costs little, and each run costs more than any call. */
const RUNS: RunFigures[] = [
  { run: 1, calls: 4, costUsd: 0.015, tokens: 10, failedTools: 0 },
  { run: 2, calls: 1, costUsd: 0.02, tokens: 500, failedTools: 4 },
  { run: 3, calls: 4, costUsd: 0.015, tokens: 40, failedTools: 1 },
  { run: 4, calls: 2, costUsd: 0.001, tokens: 90, failedTools: 0 },
  { run: 5, calls: 6, costUsd: 0.011, tokens: 3, failedTools: 3 },
].map((each) =>
  Object.assign(each, {
    agent: each.run % 2 === 0 ? 'planner' : 'writer',
    tool: each.run === 5 ? 'mail' : 'search',
    release: each.run < 3 ? 'v1' : 'v2',
    durationMs: each.run * 10_000 + 500,
  }),
);

const startOf = ({ run }: { run: number }): number => base + run * 60_000;

async function fill(account: TestAccount): Promise<void> {
  const records = RUNS.flatMap((each) =>
    Array.from({ length: each.calls }, (_, at) =>
      sampleRecord({
        timestamp: isoTime(startOf(each) + at * 100),
        promptTokens: each.tokens,
        completionTokens: 0,
        totalTokens: each.tokens,
        costUsd: each.costUsd,
        latencyMs: 50,
        traceId: traceIdOf(each.run),
        sessionId: each.run < 4 ? 'early' : 'late',
      }),
    ),
  );
  await sendRecords(account, records);
  const spans = RUNS.flatMap((each) => {
    const said = {
      'session.id': each.run < 4 ? 'early' : 'late',
      'gen_ai.agent.name': each.agent,
      'langfuse.release': each.release,
      'deployment.environment.name': each.run === 4 ? 'dev' : 'prod',
    };
    const traceId = traceIdOf(each.run);
    const root = {
      ...plain({ 'gen_ai.operation.name': 'invoke_agent', ...said }, 'invoke_agent', startOf(each)),
      traceId,
      endTimeUnixNano: `${startOf(each) + each.durationMs}000000`,
    };
    const tools = Array.from({ length: each.failedTools + 1 }, (_, at) => ({
      ...plain(
        { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': each.tool },
        'execute_tool',
        startOf(each) + 1_000 + at,
      ),
      traceId,
      parentSpanId: root.spanId,
      ...(at < each.failedTools ? { status: { code: 2, message: 'no answer' } } : {}),
    }));
    return [root, ...tools];
  });
  expect((await account.call('POST', '/otel/v1/traces', exportOf(spans))).statusCode).toBe(200);
}

interface TracesReply {
  traces: { traceId: string; costUsd: number; durationMs: number; errors: number; failed: boolean }[];
  nextCursor: string | null;
  searchedFrom: string | null;
}

async function listed(account: TestAccount, body: object): Promise<TracesReply> {
  const reply = await account.call('POST', '/v1/query/traces', body);
  expect([body, reply.statusCode]).toEqual([body, 200]);
  return reply.json<TracesReply>();
}

const runsIn = ({ traces }: TracesReply): number[] =>
  traces.map(({ traceId }) => Number(traceId.replaceAll('a', '')));

describe.skipIf(leftToSqlite(inject('engine')))('runs in order', { timeout: SLOW_MS }, () => {
  let app: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    await testEngine();
    app = await makeTestApp();
    account = await app.account();
    await fill(account);
  }, SLOW_MS);
  afterAll(() => app.stop());

  const VALUES: Record<string, (run: RunFigures) => number> = {
    startTime: ({ run }) => run,
    durationMs: ({ durationMs }) => durationMs,
    costUsd: ({ calls, costUsd }) => Math.round(calls * costUsd * 1e6),
    totalTokens: ({ calls, tokens }) => calls * tokens,
    errors: ({ failedTools }) => failedTools,
    spans: ({ calls, failedTools }) => calls + failedTools + 2,
  };

  it.each(Object.keys(VALUES))('200: by %s, in both directions, page by page', async (sortBy) => {
    const value = VALUES[sortBy] ?? (() => 0);
    for (const sortOrder of ['desc', 'asc']) {
      const sign = sortOrder === 'desc' ? 1 : -1;
      const expected = RUNS.toSorted(
        (left, right) => sign * (value(right) - value(left) || right.run - left.run),
      ).map(({ run }) => run);
      const found: number[] = [];
      let cursor: string | null = null;
      do {
        const page: TracesReply = await listed(account, {
          sortBy,
          sortOrder,
          limit: 2,
          ...(cursor === null ? {} : { cursor }),
        });
        expect(page.searchedFrom).toBeNull();
        found.push(...runsIn(page));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect([sortOrder, found]).toEqual([sortOrder, expected]);
    }
  });

  it('200: a condition on a figure is about what the list shows, not about one call', async () => {
    const condition = (field: string, op: string, ...values: (string | number)[]) => ({ field, op, values });
    const cases: [object[], (run: RunFigures) => boolean][] = [
      [[condition('run.costUsd', 'atLeast', 0.05)], ({ calls, costUsd }) => calls * costUsd >= 0.05],
      [[condition('run.costUsd', 'atMost', 0.02)], ({ calls, costUsd }) => calls * costUsd <= 0.02],
      [[condition('run.durationMs', 'atLeast', 30_000)], ({ durationMs }) => durationMs >= 30_000],
      [[condition('run.totalTokens', 'atLeast', 100)], ({ calls, tokens }) => calls * tokens >= 100],
      [[condition('run.errors', 'atLeast', 2)], ({ failedTools }) => failedTools >= 2],
      [[condition('run.spans', 'atMost', 5)], ({ calls, failedTools }) => calls + failedTools + 2 <= 5],
      [[condition('run.agent', 'is', 'planner')], ({ agent }) => agent === 'planner'],
      [[condition('run.agent', 'isNot', 'planner')], ({ agent }) => agent !== 'planner'],
      [[condition('run.tool', 'is', 'mail', 'none')], ({ tool }) => tool === 'mail'],
      [[condition('run.tool', 'isNot', 'mail')], ({ tool }) => tool !== 'mail'],
      [[condition('release', 'is', 'v2')], ({ release }) => release === 'v2'],
      [[condition('environment', 'isNot', 'prod')], ({ run }) => run === 4],
      // Their roots are fine.
      [[condition('run.status', 'is', 'failed')], () => false],
      [
        [condition('run.errors', 'atLeast', 1), condition('totalTokens', 'atMost', 40)],
        ({ failedTools, tokens }) => failedTools >= 1 && tokens <= 40,
      ],
    ];
    for (const [where, keeps] of cases) {
      const expected = RUNS.filter(keeps).map(({ run }) => run);
      const [newest, dearest] = [
        runsIn(await listed(account, { where })),
        runsIn(await listed(account, { where, sortBy: 'costUsd' })),
      ];
      expect([where, newest]).toEqual([where, expected.toReversed()]);
      expect([where, dearest.toSorted()]).toEqual([where, expected]);
    }
  });

  it.each(['traces', 'sessions'] as const)(
    '200: under conditions on the whole, each value counts what the list of %s shows with it',
    async (list) => {
      const startTime = isoTime(base);
      const conditions: [string, string, string | number][] = [
        ['run.costUsd', 'atLeast', 0.05],
        ['run.totalTokens', 'atMost', 360],
        ['run.tool', 'is', 'search'],
        ['release', 'isNot', 'v1'],
      ];
      const wholes = async (where: object[]): Promise<number> => {
        const reply = await account.call('POST', `/v1/query/${list}`, { startTime, where });
        return reply.json()[list].length;
      };
      const counted: number[] = [];
      for (const [field, op, value] of conditions) {
        const where = [{ field, op, values: [value] }];
        const fields = ['agent', 'tool', 'release', 'environment', 'status', 'model'];
        const of = list === 'traces' ? 'runs' : list;
        const reply = await account.call('POST', '/v1/query/facets', { of, startTime, where, fields });
        const { facets } = reply.json<{ facets: Record<string, { value: string; count: number }[]> }>();
        for (const [facet, values] of Object.entries(facets))
          for (const { value: chosen, count } of values) {
            const named = ['agent', 'tool', 'status'].includes(facet) ? `run.${facet}` : facet;
            const others = where.filter((condition) => condition.field !== named);
            const shown = await wholes([...others, { field: named, op: 'is', values: [chosen] }]);
            expect([field, facet, chosen, shown]).toEqual([field, facet, chosen, count]);
            counted.push(count);
          }
        counted.push(await wholes(where));
      }
      expect(new Set(counted).size).toBeGreaterThan(1);
    },
  );

  it('200: a run is in the window of its first span, and is whole there', async () => {
    const cut = { startTime: isoTime(startOf({ run: 3 }) + 50), endTime: isoTime(startOf({ run: 5 }) + 50) };
    const { traces, ...rest } = await listed(account, { ...cut, sortBy: 'startTime', sortOrder: 'asc' });
    expect(runsIn({ traces, ...rest })).toEqual([4, 5]);
    expect(
      traces.map(({ costUsd, durationMs, errors, failed }) => [costUsd, durationMs, errors, failed]),
    ).toEqual([
      [0.002, 40_500, 0, false],
      [0.066, 50_500, 3, false],
    ]);
  });

  it('200: a session counts the errors of tools, and lasts from its first beginning to its last end', async () => {
    const of = (runs: readonly RunFigures[]) => ({
      calls: runs.reduce((sum, { calls }) => sum + calls, 0),
      errors: runs.reduce((sum, { failedTools }) => sum + failedTools, 0),
      startTime: isoTime(Math.min(...runs.map(startOf))),
      endTime: isoTime(Math.max(...runs.map((run) => startOf(run) + run.durationMs))),
    });
    const [early, late] = [of(RUNS.slice(0, 3)), of(RUNS.slice(3))];
    const whole = await account.call('GET', '/v1/query/session/early');
    expect(whole.json()).toMatchObject({ sessionId: 'early', totals: early });
    for (const [sortBy, first] of [
      ['errors', 'early'],
      ['calls', 'early'],
      ['endTime', 'late'],
      ['durationMs', 'early'],
      ['totalTokens', 'early'],
    ]) {
      const reply = await account.call('POST', '/v1/query/sessions', { sortBy });
      const { sessions } = reply.json<{ sessions: { sessionId: string }[] }>();
      const other = first === 'early' ? 'late' : 'early';
      expect([sortBy, sessions.map(({ sessionId }) => sessionId)]).toEqual([sortBy, [first, other]]);
      expect(sessions.find(({ sessionId }) => sessionId === 'late')).toMatchObject(late);
    }
  });

  it('400: orders, conditions and cursors that make no sense', async () => {
    const { nextCursor } = await listed(account, { sortBy: 'costUsd', limit: 1 });
    const { nextCursor: newest } = await listed(account, { limit: 1 });
    for (const body of [
      { sortBy: 'cost_usd' },
      { sortBy: 'costUsd', cursor: newest },
      { sortBy: 'errors', cursor: nextCursor },
      { sortBy: 'costUsd', sortOrder: 'asc', cursor: nextCursor },
      { cursor: nextCursor },
      { where: [{ field: 'run.costUsd', op: 'is', values: ['1'] }] },
      { where: [{ field: 'run.agent', op: 'atLeast', values: [1] }] },
      { where: [{ field: 'run.agent', op: 'is', values: [1] }] },
      { where: [{ field: 'run.status', op: 'is', values: ['bad'] }] },
      { where: [{ field: 'run.nothing', op: 'is', values: ['x'] }] },
    ]) {
      const reply = await account.call('POST', '/v1/query/traces', body);
      expect([body, reply.statusCode]).toEqual([body, 400]);
    }
    // Calls have no figures of a run.
    const where = [{ field: 'run.costUsd', op: 'atLeast', values: [1] }];
    expect((await account.call('POST', '/v1/query/calls', { where })).statusCode).toBe(400);
    const other = await account.call('POST', '/v1/query/sessions', { sortBy: 'costUsd', cursor: nextCursor });
    expect(other.statusCode).toBe(400);
  });
});

describe.skipIf(leftToSqlite(inject('engine')))('a search for a common word', { timeout: SLOW_MS }, () => {
  const MANY = 1_200;

  it('200: answers with the newest matches, in any order, and says how far it looked', async () => {
    await testEngine();
    const app = await openTestApp();
    const account = await app.account();
    const owner = await account.member('owner');
    expect((await owner.call('PUT', '/v1/account/consents/plaintext-storage')).statusCode).toBeLessThan(300);
    const records = Array.from({ length: MANY }, (_, at) =>
      sampleRecord({
        id: `said-${at}`,
        timestamp: isoTime(base + at * 1_000),
        // The oldest are the dearest.
        costUsd: MANY - at,
        traceId: `run-${at}`,
        requestMeta: { input: 'Where is my refund?', output: at === 7 ? 'A rarity.' : 'Soon.' },
      }),
    );
    await sendRecords(account, records);
    const newest = await listed(account, { search: 'refund', limit: 3 });
    expect(newest.traces.map(({ traceId }) => traceId)).toEqual([1, 2, 3].map((at) => `run-${MANY - at}`));
    const searchedFrom = Date.parse(newest.searchedFrom ?? '');
    expect(searchedFrom).toBeGreaterThan(base);
    const dearest = await listed(account, { search: 'refund', limit: 3, sortBy: 'costUsd' });
    const first = (searchedFrom - base) / 1_000;
    expect(dearest.traces.map(({ traceId }) => traceId)).toEqual([0, 1, 2].map((at) => `run-${first + at}`));
    expect(dearest.searchedFrom).toBe(newest.searchedFrom);
    // What is older comes with the next window.
    const older = await listed(account, { search: 'refund', endTime: newest.searchedFrom, limit: 200 });
    expect([older.traces.length, older.searchedFrom]).toEqual([first, null]);
    const rare = await listed(account, { search: 'rarity', sortBy: 'durationMs' });
    expect([rare.traces.map(({ traceId }) => traceId), rare.searchedFrom]).toEqual([['run-7'], null]);
    const calls = await account.call('POST', '/v1/query/calls', {
      search: 'refund',
      sortBy: 'cost_usd',
      limit: 2,
    });
    expect(calls.json()).toMatchObject({
      records: [{ id: `said-${first}` }, { id: `said-${first + 1}` }],
      searchedFrom: newest.searchedFrom,
    });
    // An export is whole or none.
    const exported = await account.call('POST', '/v1/query/export?format=csv', { search: 'refund' });
    expect([exported.statusCode, exported.json().reason]).toEqual([400, 'search_too_broad']);
  });
});
