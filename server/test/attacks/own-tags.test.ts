// An agent, or someone with its key, marks its calls as calls of an evaluation run, to hide their cost from
// budgets, alerts and lists. Tags that begin with `tracewell.` are reserved for the service, through every
// endpoint.
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { listenGrpc } from '#grpc';
import { openTestApp, type Caller } from '#test/support/app';
import { setBudget } from '#test/support/gate-app';
import { grpcCaller } from '#test/support/grpc-client';
import { encodeTree } from '#test/oracles/otlp-oracle';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { exportOf, inference } from '#test/support/sample-spans';

type Key = Caller & { apiKey: string };

const SPAN_TAG = { 'tracewell.tag.tracewell.eval_run': '1', 'gen_ai.usage.cost': 1_000 };
const LOCAL = { host: '127.0.0.1', port: 0 };
const PROTOBUF = { 'content-type': 'application/x-protobuf' };

describe.skipIf(leftToSqlite(inject('engine')))('a tag of the service', () => {
  it(
    'cannot hide the spend of a client: JSON, OTLP in JSON and protobuf, gRPC',
    { timeout: 120_000 },
    async () => {
      const app = await openTestApp();
      const grpc = await listenGrpc(app.services, LOCAL);
      onTestFinished(() => grpc.close());
      const tags = { 'tracewell.eval_run': '1', 'tracewell.other': 'x', env: 'prod' };
      const send: Record<string, (key: Key, tree: object) => Promise<unknown>> = {
        ingest: (key) => sendRecords(key, [sampleRecord({ id: 'hidden', costUsd: 1_000, tags })]),
        json: (key, tree) => key.call('POST', '/v1/traces', tree),
        protobuf: (key, tree) => key.call('POST', '/v1/traces', Buffer.from(encodeTree(tree)), PROTOBUF),
        grpc: (key, tree) => grpcCaller(grpc.port, key.apiKey).call(encodeTree(tree)),
      };
      for (const door of Object.keys(send)) {
        const account = await app.account();
        const key = await account.key(['read', 'write:records']);
        await setBudget(account, { name: 'day', limitUsd: 10, period: 'day', action: 'deny' });
        await sendRecords(key, [sampleRecord({ id: 'first', costUsd: 4 })]);
        const check = async () => (await key.call('POST', '/v1/gate/check', { estimatedCostUsd: 1 })).json();
        expect(await check()).toMatchObject({ decision: 'allow' });
        await send[door]?.(key, exportOf([inference(SPAN_TAG)]));
        expect([door, await check()]).toMatchObject([door, { decision: 'deny' }]);
        const window = { startTime: new Date(Date.now() - 3_600_000).toISOString() };
        const sums = await key.call('POST', '/v1/query/aggregate', {
          ...window,
          groupBy: 'model',
          metric: 'cost',
        });
        expect(sums.json().total).toEqual({ value: 1_004, count: 2 });
        const { records } = (await key.call('POST', '/v1/query/calls', window)).json();
        expect(records).toHaveLength(2);
        expect(JSON.stringify(records)).not.toContain('tracewell.');
        const { totals, sources, codedHints } = (await key.call('GET', '/v1/ingest/diagnostics')).json();
        expect(totals).toMatchObject({ accepted: 2, rejected: 0 });
        const count = door === 'ingest' ? 2 : 1;
        const reasons = sources.flatMap((source: { reasons: unknown[] }) => source.reasons);
        expect(reasons).toMatchObject([
          { kind: 'dropped', code: 'reserved_tag', count, example: expect.stringMatching(/^tracewell\./) },
        ]);
        expect(codedHints).toMatchObject([{ code: 'reserved_tag', values: { tags: count } }]);
      }
    },
  );
});
