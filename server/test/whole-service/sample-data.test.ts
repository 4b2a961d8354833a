// Sample data end to end with the real engine: loaded, visible in the queries of a dashboard, and removed
// completely.
import { expect, inject, it } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime } from '#lib/clock';
import { OPERATOR_TOKEN, openTestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { leftToSqlite, minutesUnderEmulation } from '#test/support/records-engine';

const SLOW_MS = 900_000;

it.skipIf(minutesUnderEmulation || leftToSqlite(inject('engine')))(
  'is visible in queries of its project, and in none after it is removed',
  { timeout: SLOW_MS },
  async () => {
    const clock = new FakeClock(Date.now());
    const app = await openTestApp({ clock });
    const account = await app.account();
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
    const own = { id: 'own', provider: 'openai', model: 'gpt-4.1-mini', timestamp: isoTime(clock.now()) };
    const figures = { promptTokens: 1, completionTokens: 1, totalTokens: 2, costUsd: 1, latencyMs: 1 };
    const sent = { ...own, ...figures, requestMeta: { input: 'Mine', output: 'Mine' } };
    await account.call('POST', '/v1/ingest', { records: [sent] });

    const loaded = await account.call('POST', '/v1/sample-data');
    expect([loaded.statusCode, loaded.body]).toEqual([201, loaded.body]);
    const { projectId, records } = loaded.json();
    const within = { 'x-project-id': projectId };
    const window = { startTime: isoTime(clock.now() - 8 * DAY_MS), endTime: isoTime(clock.now() + 1) };
    const groups = async (headers: Record<string, string>) => {
      const body = { ...window, groupBy: 'model', metric: 'count' };
      const reply = await account.call('POST', '/v1/query/aggregate', body, headers);
      expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
      return reply.json().groups as { key: string; value: number }[];
    };
    const listed = async (body: object, headers = {}) =>
      (await account.call('POST', '/v1/query/calls', { ...window, ...body }, headers)).json().records;
    /** Calls of the last two hours, over all pages, because a page that took long is short. */
    const found = async (headers = {}): Promise<string[]> => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const startTime = isoTime(clock.now() - 2 * HOUR_MS);
        const body: object = { ...window, startTime, search: '"state of order"', ...(cursor && { cursor }) };
        const reply = (await account.call('POST', '/v1/query/calls', body, headers)).json();
        ids.push(...reply.records.map(({ id }: { id: string }) => id));
        cursor = reply.nextCursor;
      } while (cursor !== null);
      return ids;
    };
    const byModel = await groups(within);
    expect(byModel).toHaveLength(4);
    const calls = byModel.reduce((sum, { value }) => sum + value, 0);
    expect(calls).toBeGreaterThanOrEqual(500);
    const traced = (await listed({ limit: 200 }, within)).find(
      ({ traceId }: { traceId: string | null }) => traceId !== null,
    );
    const trace = (await account.call('GET', `/v1/query/trace/${traced.traceId}`, undefined, within)).json();
    expect(trace.nodes).toMatchObject([{ type: 'agent' }]);
    expect((await found(within)).length).toBeGreaterThan(0);
    expect((await account.call('GET', '/v1/account')).json().usage.records).toBe(records + 1);

    // What the service itself finds in it within seconds: a proposal and a finding.
    clock.advance(6_000);
    await app.worker.round();
    await app.worker.settled();
    const noticed = async () => {
      const { proposals } = (await account.call('GET', '/v1/proposals')).json();
      const { findings } = (await account.call('GET', '/v1/guardian/findings')).json();
      return [...proposals, ...findings].map(({ kind }: { kind: string }) => kind);
    };
    expect(await noticed()).toEqual(expect.arrayContaining(['repeated_calls', 'tool_loop']));

    // What people make of records, by the verbs of the features themselves.
    const read = async (path: string) => (await account.call('GET', path)).json();
    const made = async () => {
      const { experiments } = await read('/v1/experiments');
      const { budgets } = await read('/v1/gate/budgets');
      const { queues } = await read('/v1/review-queues');
      const { datasets } = await read('/v1/eval-datasets');
      const { runs } = await read('/v1/eval-runs');
      const { criteria } = await read('/v1/eval-criteria');
      return {
        alerts: (await read('/v1/alerts')).length,
        budgets: budgets.map(({ spentUsd, limitUsd }: Record<string, number>) =>
          ((spentUsd ?? 0) / (limitUsd ?? 0)).toFixed(1),
        ),
        queues: queues.map(({ counts }: { counts: object }) => counts),
        experiments: experiments.map(({ status }: { status: string }) => status),
        datasets: datasets.length,
        runs: runs.length,
        criteria: criteria.filter(({ name }: { name: string }) => name.startsWith('Sample')).length,
        prompts: (await read('/v1/prompts')).prompts.length,
      };
    };
    for (let round = 0; round < 40 && (await made()).experiments[0] !== 'done'; round += 1) {
      clock.advance(6_000);
      await app.worker.round();
      await app.worker.settled();
    }
    expect(await made()).toEqual({
      alerts: 2,
      budgets: ['0.8'],
      queues: [expect.objectContaining({ pending: 6, done: 6 })],
      experiments: ['done'],
      datasets: 1,
      runs: 2,
      criteria: 2,
      prompts: 10,
    });
    const [experiment] = (await read('/v1/experiments')).experiments;
    const board = await read(`/v1/experiments/${experiment.id}/leaderboard`);
    expect([
      board.winner,
      board.entries.find((e: { variant: number }) => e.variant === 2).comparison.gate.pass,
    ]).toEqual([1, false]);

    expect((await account.call('DELETE', '/v1/sample-data')).statusCode).toBe(204);
    expect(await made()).toEqual({
      alerts: 0,
      budgets: [],
      queues: [],
      experiments: [],
      datasets: 0,
      runs: 0,
      criteria: 0,
      prompts: 0,
    });
    expect(await noticed()).toEqual([]);
    clock.advance(6_000);
    await app.worker.round();
    await app.worker.settled();
    expect((await account.call('POST', '/v1/query/calls', {}, within)).statusCode).toBe(404);
    expect((await listed({})).map(({ id }: { id: string }) => id)).toEqual(['own']);
    expect((await groups({})).map(({ value }) => value)).toEqual([1]);
    expect(await found()).toEqual([]);
    const gone = await account.call('GET', `/v1/query/trace/${traced.traceId}`);
    expect(gone.statusCode).toBe(404);
    expect((await account.call('GET', '/v1/query/calls/own')).json().call.requestMeta.input).toBe('Mine');
    // The answers of the experiment are records too: 20 items, three variants.
    expect((await account.call('GET', '/v1/account')).json().usage.records).toBe(records + 1 + 60);
  },
);
