// Twenty agents, sent as their instrumentations do, and what each view must answer about them: alone and all together.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleAgents, type SampleAgent } from '#test/support/sample-agents';
import { runsOf } from '../../src/services/runs/index.ts';

const agents = sampleAgents();

interface Group {
  key: string;
  value: number | null;
  count: number;
}

/** The sums of some numbers by name. */
function sums(entries: readonly (readonly [string, number])[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, count] of entries) found[name] = (found[name] ?? 0) + count;
  return found;
}

const byName = (groups: readonly Group[]): Record<string, number | null> =>
  Object.fromEntries(groups.map(({ key, value }) => [key, value]));

describe.skipIf(leftToSqlite(inject('engine')))('twenty agents', { timeout: 900_000 }, () => {
  let app: TestApp;
  let account: TestAccount;

  const ask = async <Answer>(path: string, body: object): Promise<Answer> => {
    const reply = await account.call('POST', path, body);
    expect([path, reply.statusCode, reply.statusCode === 200 ? '' : reply.json().error]).toEqual([
      path,
      200,
      '',
    ]);
    return reply.json<Answer>();
  };
  const aggregate = async (
    body: object,
  ): Promise<{ groups: Group[]; total: { value: number | null; count: number } }> =>
    ask('/v1/query/aggregate', body);

  beforeAll(async () => {
    await testEngine();
    app = await makeTestApp();
    account = await app.account();
    // Requests of different agents arrive between each other.
    const most = Math.max(...agents.map(({ requests }) => requests.length));
    for (let round = 0; round < most; round += 1) {
      for (const { requests } of agents) {
        const request = requests[round];
        if (request === undefined) continue;
        const reply = await account.call('POST', request.door, request.body);
        expect([reply.statusCode, reply.json()]).toEqual([200, {}]);
      }
    }
    await runsOf(app.services).settle();
  });

  afterAll(() => app.stop());

  it.each(agents.map((each) => [each.about, each] as const))('%s', async (_about, sample: SampleAgent) => {
    const { traceId, run, toolSpans, callsOfAgents, release, environment } = sample;
    const [{ traces }, { records }, failed, tools] = await Promise.all([
      ask<{ traces: object[] }>('/v1/query/traces', { traceId }),
      ask<{ records: { sessionId: string | null; requestMeta: Record<string, unknown> | null }[] }>(
        '/v1/query/calls',
        { traceId },
      ),
      aggregate({ of: 'runs', groupBy: 'day', metric: 'error_rate', traceId }),
      ask<{ spans: { tool: string | null; error: string | null }[] }>('/v1/query/spans', {
        traceId,
        type: 'tool',
        limit: 200,
      }),
    ]);
    const { failed: hasFailed, ...listed } = run;
    expect(traces).toMatchObject([listed]);
    expect(failed.total).toMatchObject({ value: hasFailed ? 1 : 0, count: 1 });
    expect(sums(records.map(({ requestMeta }) => [String(requestMeta?.['agentName'] ?? ''), 1]))).toEqual(
      callsOfAgents,
    );
    for (const { requestMeta } of records) {
      expect(requestMeta?.['release'] ?? null).toBe(release);
      expect(requestMeta?.['environment'] ?? null).toBe(environment);
      if (run.userId !== null) expect(requestMeta?.['userId']).toBe(run.userId);
    }
    expect(sums(tools.spans.map(({ tool }) => [tool ?? '', 1]))).toEqual(
      Object.fromEntries(Object.entries(toolSpans).map(([name, [count]]) => [name, count])),
    );
    expect(sums(tools.spans.map(({ tool, error }) => [tool ?? '', error === null ? 0 : 1]))).toEqual(
      Object.fromEntries(Object.entries(toolSpans).map(([name, [, count]]) => [name, count])),
    );
  });

  it('tools of all agents: calls and failures', async () => {
    const every = agents.flatMap(({ toolSpans }) => Object.entries(toolSpans));
    const counts = sums(every.map(([name, [count]]) => [name, count]));
    const failures = sums(every.map(([name, [, count]]) => [name, count]));
    const where = [{ field: 'type', op: 'is', values: ['tool'] }];
    const counted = await aggregate({ of: 'spans', groupBy: 'tool', metric: 'count', where });
    expect(byName(counted.groups)).toEqual(counts);
    const rates = await aggregate({ of: 'spans', groupBy: 'tool', metric: 'error_rate', where });
    expect(byName(rates.groups)).toEqual(
      Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [name, (failures[name] ?? 0) / count]),
      ),
    );
  });

  it('runs by tool and by agent: each once in the group of each tool and agent that it has', async () => {
    const runs = (of: (sample: SampleAgent) => readonly string[]): Record<string, number> =>
      sums(agents.flatMap((sample) => of(sample).map((name) => [name, 1] as const)));
    const byTool = await aggregate({ of: 'runs', groupBy: 'tool', metric: 'count' });
    expect(byName(byTool.groups)).toEqual(runs(({ run }) => run.tools));
    const byAgent = await aggregate({ of: 'runs', groupBy: 'agent', metric: 'count' });
    expect(byName(byAgent.groups)).toEqual(runs(({ run }) => run.agents));
    for (const { total } of [byTool, byAgent]) expect(total.value).toBe(agents.length);
    const facets = await ask<{ facets: Record<string, { value: string; count: number }[]> }>(
      '/v1/query/facets',
      {
        of: 'runs',
        fields: ['tool', 'agent'],
      },
    );
    expect(
      Object.fromEntries((facets.facets['tool'] ?? []).map(({ value, count }) => [value, count])),
    ).toEqual(runs(({ run }) => run.tools));
  });

  it('calls by agent, tokens by user, sessions', async () => {
    const calls = await aggregate({ groupBy: 'agent', metric: 'count' });
    const named = agents
      .flatMap(({ callsOfAgents }) => Object.entries(callsOfAgents))
      .filter(([name]) => name !== '');
    expect(byName(calls.groups)).toEqual(sums(named));
    const tokens = await aggregate({ groupBy: 'user', metric: 'tokens' });
    expect(byName(tokens.groups)).toEqual(
      sums(
        agents.flatMap(({ run }) => (run.userId === null ? [] : [[run.userId, run.totalTokens] as const])),
      ),
    );
    const { sessions } = await ask<{ sessions: { sessionId: string; calls: number }[] }>(
      '/v1/query/sessions',
      { limit: 200 },
    );
    const own = sums(
      agents.flatMap(({ about, run }): [string, number][] =>
        about === 'a call with a session of its own'
          ? [['s-own', 1]]
          : run.sessionId === null
            ? []
            : [[run.sessionId, run.calls]],
      ),
    );
    expect(
      Object.fromEntries(
        sessions.filter((each) => each.calls > 0).map(({ sessionId, calls: count }) => [sessionId, count]),
      ),
    ).toEqual(own);
    const distinct = await aggregate({ groupBy: 'day', metric: 'users' });
    expect(distinct.total.value).toBe(new Set(agents.flatMap(({ run }) => run.userId ?? [])).size);
  });

  it('the most expensive, the longest and the failed runs come first when asked', async () => {
    const first = async (sortBy: string): Promise<string[]> =>
      (await ask<{ traces: { traceId: string }[] }>('/v1/query/traces', { sortBy, limit: 200 })).traces.map(
        ({ traceId }) => traceId,
      );
    const ordered = (of: (sample: SampleAgent) => number): number[] =>
      agents.map(of).toSorted((left, right) => right - left);
    const known = new Map(agents.map((sample) => [sample.traceId, sample]));
    const figures = (ids: readonly string[], of: (sample: SampleAgent) => number): number[] =>
      ids.flatMap((id) => {
        const sample = known.get(id);
        return sample ? [of(sample)] : [];
      });
    expect(figures(await first('totalTokens'), ({ run }) => run.totalTokens)).toEqual(
      ordered(({ run }) => run.totalTokens),
    );
    expect(figures(await first('errors'), ({ run }) => run.errors)).toEqual(ordered(({ run }) => run.errors));
    expect(figures(await first('spans'), ({ run }) => run.spans)).toEqual(ordered(({ run }) => run.spans));
    const { traces } = await ask<{ traces: { traceId: string }[] }>('/v1/query/traces', {
      where: [{ field: 'run.errors', op: 'atLeast', values: [2] }],
    });
    expect(traces.map(({ traceId }) => known.get(traceId)?.about)).toEqual(['fifty calls of one tool']);
  });
});
