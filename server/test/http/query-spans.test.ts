// Spans of any type over all traces, and their export.
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestApp, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';

const SLOW_MS = 900_000;
const PATH = '/v1/query/spans';

const tool = (name: string, startMs: number, changes: object = {}): SampleSpan => ({
  ...plain(
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name },
    `execute_tool ${name}`,
    startMs,
  ),
  ...changes,
});

describe.skipIf(leftToSqlite(inject('engine')))('POST /v1/query/spans', { timeout: SLOW_MS }, () => {
  let app: TestApp;
  let account: TestAccount;
  const at = Date.now() - 60_000;
  const failed = { status: { code: 2, message: 'no such page' } };
  const spans = [
    tool('search', at),
    tool('=cmd', at + 1, failed),
    inference({ 'session.id': 's-1' }, at + 2),
    plain({ 'gen_ai.operation.name': 'retrieval' }, 'look "up", please', at + 3),
  ];
  beforeAll(async () => {
    await testEngine();
    app = await makeTestApp();
    account = await app.account();
    expect((await account.call('POST', '/otel/v1/traces', exportOf(spans))).statusCode).toBe(200);
    return () => app.stop();
  });

  const ask = async (body?: object, by = account) => {
    const reply = await by.call('POST', PATH, body);
    expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, '']);
    return reply.json<{ spans: { name: string; [field: string]: unknown }[]; nextCursor: string | null }>();
  };
  const names = async (body: object) => (await ask(body)).spans.map(({ name }) => name);

  it('200: newest first, each with the fields of all spans; only calls have tokens and a cost', async () => {
    const { spans: shown, nextCursor } = await ask();
    expect(nextCursor).toBeNull();
    expect(shown.map(({ type }) => type)).toEqual(['retriever', 'llm', 'tool', 'tool']);
    expect(shown[1]).toMatchObject({
      kind: 'llm',
      sessionId: 's-1',
      model: 'gpt-4o-mini',
      totalTokens: 1_100,
      tool: null,
    });
    expect(shown[2]).toMatchObject({
      kind: 'observation',
      tool: '=cmd',
      durationMs: 250,
      model: null,
      totalTokens: null,
      costUsd: null,
      sessionId: null,
    });
    expect(shown[2]?.['error']).not.toBeNull();
  });

  it('200: by type, name, tool, status, duration and words, which names and tools have too', async () => {
    expect(await names({ type: 'tool', sortBy: 'name', sortOrder: 'asc' })).toEqual([
      'execute_tool =cmd',
      'execute_tool search',
    ]);
    expect(await names({ name: 'LOOK' })).toEqual(['look "up", please']);
    expect(await names({ tool: 'search' })).toEqual(['execute_tool search']);
    expect(await names({ search: 'look' })).toEqual(['look "up", please']);
    expect(await names({ where: [{ field: 'status', op: 'is', values: ['failed'] }] })).toEqual([
      'execute_tool =cmd',
    ]);
    expect(await names({ where: [{ field: 'durationMs', op: 'atMost', values: [249] }] })).toEqual([]);
    expect(await names({ where: [{ field: 'type', op: 'isNot', values: ['tool', 'llm'] }] })).toHaveLength(1);
    expect(await names({ model: 'gpt-4o' })).toHaveLength(1);
  });

  it('200: nothing of another account', async () => {
    expect((await ask({}, await app.account())).spans).toEqual([]);
  });

  it('400: a cursor of another order, and fields of calls that spans lack', async () => {
    const { nextCursor: cursor } = await ask({ limit: 1 });
    for (const body of [
      { cursor, sortBy: 'name' },
      { cursor: 'x' },
      { sortBy: 'timestamp' },
      { preview: true },
      { where: [{ field: 'run.costUsd', op: 'atLeast', values: [1] }] },
    ])
      expect([body, (await account.call('POST', PATH, body)).statusCode]).toEqual([body, 400]);
  });

  it('export: CSV that no spreadsheet runs, and JSON, of all that match', async () => {
    const csv = await account.call('POST', `${PATH}/export?format=csv`, { type: 'tool' });
    expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFid,traceId,spanId,parentSpanId,kind,type,name,agent,tool,startTime,durationMs,error,sessionId,userId,release,environment,provider,model,totalTokens,costUsd',
    );
    expect(lines).toHaveLength(3);
    expect(csv.body).toContain(",'=cmd,");
    const json = await account.call('POST', `${PATH}/export`, {});
    expect(json.json<{ spans: object[] }>().spans).toEqual((await ask()).spans);
    const none = await account.call('POST', `${PATH}/export`, { type: 'none' });
    expect(none.body).toBe('{"spans":[]}');
  });

  it('is counted by tool, with its error rate', async () => {
    const own = await openTestApp();
    const other = await own.account();
    await other.call(
      'POST',
      '/otel/v1/traces',
      exportOf(spans.map((span) => ({ ...span, traceId: 'c'.repeat(32) }))),
    );
    const reply = await other.call('POST', '/v1/query/aggregate', {
      of: 'spans',
      groupBy: 'tool',
      metric: 'error_rate',
      type: 'tool',
    });
    expect(reply.json()).toMatchObject({
      groups: [
        { key: '=cmd', value: 1, count: 1 },
        { key: 'search', value: 0, count: 1 },
      ],
      total: { value: 0.5, count: 2 },
    });
  });
});
