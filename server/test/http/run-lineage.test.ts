// What a span says holds for the spans under it, in every view, whatever the requests in which they arrive.
import { describe, expect, inject, it } from 'vitest';
import { isoTime } from '#lib/clock';
import { openTestApp, type TestAccount } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';
import { runJobs } from '#test/support/run-jobs';
import { runsOf } from '../../src/services/runs/index.ts';

const SLOW_MS = 900_000;

const under = (parent: SampleSpan, span: SampleSpan): SampleSpan => ({
  ...span,
  traceId: parent.traceId,
  parentSpanId: parent.spanId,
});

const idOf = ({ traceId, spanId }: SampleSpan): string => `${traceId}-${spanId}`;

interface CallReply {
  call: {
    sessionId: string | null;
    tags: Record<string, string> | null;
    requestMeta: Record<string, unknown>;
  };
}

const send = async (
  to: TestAccount,
  spans: readonly SampleSpan[],
  door = '/otel/v1/traces',
): Promise<void> => {
  const reply = await to.call('POST', door, exportOf(spans));
  expect(reply.statusCode).toBe(200);
};

const callOf = async (account: TestAccount, span: SampleSpan): Promise<CallReply['call']> => {
  const reply = await account.call('GET', `/v1/query/calls/${idOf(span)}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<CallReply>().call;
};

/** An agent that calls a model and a tool. */
function run(said: Record<string, string>) {
  const root = plain({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'support', ...said });
  const call = under(root, inference());
  const tool = under(root, plain({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' }));
  return { root, call, tool };
}

describe.skipIf(leftToSqlite(inject('engine')))('spans of a run', { timeout: SLOW_MS }, () => {
  it.each(['children first', 'root first', 'together'])('have the values of the root: %s', async (order) => {
    await testEngine();
    const app = await openTestApp();
    const account = await app.account();
    const { root, call, tool } = run({
      'session.id': 's-1',
      'user.id': 'ann',
      'tracewell.tag.team': 'blue',
      'langfuse.release': 'v7',
      'deployment.environment.name': 'prod',
    });
    const requests = { 'children first': [[call, tool], [root]], 'root first': [[root], [call, tool]] };
    for (const spans of requests[order as keyof typeof requests] ?? [[root, call, tool]])
      await send(account, spans);
    if (order !== 'together') await runsOf(app.services).settle();
    expect(await callOf(account, call)).toMatchObject({
      sessionId: 's-1',
      tags: { team: 'blue' },
      requestMeta: { userId: 'ann', agentName: 'support', release: 'v7', environment: 'prod' },
    });
    const [sessions, users, calls, session] = await Promise.all([
      account.call('POST', '/v1/query/sessions', {}),
      account.call('POST', '/v1/query/users', {}),
      account.call('POST', '/v1/query/calls', { userId: 'ann', sessionId: 's-1', tags: { team: 'blue' } }),
      account.call('GET', '/v1/query/session/s-1'),
    ]);
    expect(
      sessions.json<{ sessions: { sessionId: string }[] }>().sessions.map(({ sessionId }) => sessionId),
    ).toEqual(['s-1']);
    expect(users.json<{ users: { userId: string }[] }>().users.map(({ userId }) => userId)).toEqual(['ann']);
    expect(calls.json<{ records: { id: string }[] }>().records.map(({ id }) => id)).toEqual([idOf(call)]);
    expect(session.statusCode).toBe(200);
    // It is one call still, and charged once.
    const usage = await account.call('POST', '/v1/query/aggregate', { metric: 'count', groupBy: 'model' });
    expect(usage.json<{ total: { value: number } }>().total.value).toBe(1);
  });

  it('take no tags at the strict door, and a record of JSON gives without taking', async () => {
    await testEngine();
    const app = await openTestApp();
    const account = await app.account();
    const { root, call } = run({ 'session.id': 's-2', 'tracewell.tag.team': 'blue' });
    await send(account, [call], '/v1/traces');
    await send(account, [root], '/v1/traces');
    const json = {
      id: 'by-json',
      provider: 'openai',
      model: 'gpt-4o-mini',
      timestamp: new Date().toISOString(),
      promptTokens: 1,
      completionTokens: 1,
      totalTokens: 2,
      costUsd: 0,
      latencyMs: 1,
      traceId: root.traceId,
      spanId: 'aaaaaaaaaaaaaaaa',
      parentSpanId: root.spanId,
      requestMeta: { userId: 'json-user' },
    };
    expect((await account.call('POST', '/v1/ingest', { records: [json] })).statusCode).toBe(200);
    const below = { ...under(root, inference()), parentSpanId: json.spanId };
    await send(account, [below], '/v1/traces');
    await runsOf(app.services).settle();
    expect(await callOf(account, call)).toMatchObject({
      sessionId: 's-2',
      tags: { 'service.name': 'sample' },
    });
    expect((await callOf(account, call)).tags).not.toHaveProperty('team');
    const reply = await account.call('GET', '/v1/query/calls/by-json');
    expect(reply.json<CallReply>().call.sessionId).toBeNull();
    expect(await callOf(account, below)).toMatchObject({
      sessionId: 's-2',
      requestMeta: { userId: 'json-user' },
    });
  });

  it('are erased with the user of their root', async () => {
    const engine = await testEngine();
    const app = await openTestApp();
    const account = await app.account();
    const number = (await app.services.accounts.get(account.id))?.number ?? 0;
    const { root, call, tool } = run({ 'user.id': 'gone' });
    const other = run({ 'user.id': 'stays' });
    await send(account, [call, tool, other.call]);
    await send(account, [root, other.root]);
    expect((await account.call('POST', '/v1/erasures', { userId: 'gone' })).statusCode).toBe(202);
    await runJobs(app);
    const left = await engine.query<{ id: string }>(
      `SELECT id FROM calls WHERE account = {number: UInt32} UNION ALL SELECT id FROM observations WHERE account = {number: UInt32}`,
      { number },
    );
    expect(left.map(({ id }) => id).toSorted()).toEqual([other.call, other.root].map(idOf).toSorted());
  });

  it('are read once if they are older than the process, until one arrives that takes something', async () => {
    let reads = 0;
    const app = await openTestApp({
      records: {
        selectLineage: async () => {
          reads += 1;
          return [];
        },
      },
    });
    const account = await app.account();
    const { root } = run({ 'session.id': 's-3' });
    const settle = async (): Promise<number> => {
      await runsOf(app.services).settle();
      return reads;
    };
    const old = Date.now() - 600_000;
    const record = (id: string) =>
      sampleRecord({ id, timestamp: isoTime(old), traceId: root.traceId, spanId: id, sessionId: 's-3' });
    for (const id of ['one', 'two', 'three']) {
      expect((await account.call('POST', '/v1/ingest', { records: [record(id)] })).statusCode).toBe(200);
      expect(await settle()).toBe(1);
    }
    await send(account, [under(root, inference({}, old + 1))]);
    expect(await settle()).toBe(2);
    expect((await account.call('POST', '/v1/ingest', { records: [record('four')] })).statusCode).toBe(200);
    expect(await settle()).toBe(3);
  });
});
