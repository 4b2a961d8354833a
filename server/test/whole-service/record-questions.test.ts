// From ingest to sessions, spans of a trace, facets and calls of a prompt, on the real engine.
import { describe, expect, inject, it } from 'vitest';
import { openTestApp } from '#test/support/app';
import { leftToSqlite, minutesUnderEmulation } from '#test/support/records-engine';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { exportOf, inference, plain } from '#test/support/sample-spans';

const SLOW_MS = 240_000;

describe.skipIf(minutesUnderEmulation || leftToSqlite(inject('engine')))(
  'records that were just acknowledged',
  () => {
    it('add up exactly: 400 times $0.0125 is $5', { timeout: SLOW_MS }, async () => {
      const app = await openTestApp();
      const account = await app.account();
      const { id } = (
        await account.call('POST', '/v1/prompts', { name: 'sum', version: '1', template: 'Hello' })
      ).json().prompt;
      const records = Array.from({ length: 400 }, () =>
        sampleRecord({
          costUsd: 0.0125,
          latencyMs: 0.1,
          sessionId: 's',
          tags: { env: 'prod' },
          requestMeta: { promptName: 'sum', promptVersion: '1' },
        }),
      );
      await sendRecords(account, records);
      const ask = async (path: string, body: object) =>
        (await account.call('POST', `/v1/query/${path}`, body)).json();
      const tagged = { groupBy: 'tag', tagKey: 'env' };
      expect(await ask('aggregate', { ...tagged, metric: 'cost' })).toMatchObject({
        groups: [{ value: 5, count: 400 }],
        total: { value: 5, count: 400 },
      });
      expect((await ask('aggregate', { ...tagged, metric: 'latency' })).total.value).toBe(0.1);
      expect((await ask('aggregate', { groupBy: 'model', metric: 'cost' })).total.value).toBe(5);
      expect((await account.call('GET', '/v1/query/session/s')).json().totals.costUsd).toBe(5);
      expect((await ask('sessions', {})).sessions[0].costUsd).toBe(5);
      const usage = (await account.call('GET', `/v1/prompts/${id}/usage`)).json();
      expect(usage.versions[0]).toMatchObject({ calls: 400, costUsd: 5, meanLatencyMs: 0.1 });
      // Single calls are shown as stored.
      expect((await ask('calls', { limit: 1 })).records[0].costUsd).toBe(0.0125);
    });

    it('are in sessions, spans, facets and under their prompt', { timeout: SLOW_MS }, async () => {
      const app = await openTestApp();
      const account = await app.account();
      const ask = async (path: string, body: object) =>
        (await account.call('POST', `/v1/query/${path}`, body)).json();
      const prompt = { name: "greet's 🚀", version: '2', template: 'Hello' };
      const { id: promptId } = (await account.call('POST', '/v1/prompts', prompt)).json().prompt;
      const now = Date.now();
      const at = (ms: number) => new Date(now - 60_000 + ms).toISOString();
      await sendRecords(account, [
        sampleRecord({
          id: 'one',
          sessionId: 'visitor 日本',
          timestamp: at(0),
          tags: { env: 'prod' },
          requestMeta: { userId: 'ada', promptId },
        }),
        sampleRecord({
          id: 'two',
          sessionId: 'visitor 日本',
          timestamp: at(10),
          error: 'late',
          model: 'gpt-4o',
        }),
        sampleRecord({
          id: 'three',
          timestamp: at(20),
          requestMeta: { promptName: prompt.name, promptVersion: 1 },
        }),
      ]);
      const call = inference({}, now - 30_000);
      const step = { ...plain({}, 'step', now - 30_001), traceId: call.traceId };
      expect((await account.call('POST', '/v1/traces', exportOf([call, step]))).body).toBe('{}');

      const [{ sessions }, trace, { facets }, ...ofPrompt] = await Promise.all([
        ask('sessions', {}),
        account.call('GET', `/v1/query/trace/${call.traceId}/spans`),
        ask('facets', { fields: ['model', 'tag:env', 'promptName'] }),
        ask('calls', { promptName: prompt.name }),
        ask('calls', { promptName: prompt.name, promptVersion: '2' }),
        ask('aggregate', { groupBy: 'model', metric: 'count', promptVersion: '1' }),
      ]);
      expect(sessions).toEqual([
        {
          sessionId: 'visitor 日本',
          calls: 2,
          traces: 0,
          errors: 1,
          costUsd: 0.002,
          totalTokens: 1_500,
          startTime: at(0),
          endTime: at(830),
          durationMs: 830,
          users: ['ada'],
          models: ['gpt-4o', 'gpt-4o-mini'],
          lastModel: 'gpt-4o',
        },
      ]);
      expect([trace.statusCode, trace.json().total]).toEqual([200, 2]);
      expect(trace.json().spans).toMatchObject([
        { kind: 'observation', name: 'step', spanId: step.spanId, model: null },
        {
          kind: 'llm',
          name: 'chat gpt-4o-mini',
          spanId: call.spanId,
          model: 'gpt-4o-mini',
          totalTokens: 1_100,
        },
      ]);
      expect(facets).toEqual({
        model: [
          { value: 'gpt-4o-mini', count: 3, calls: 3 },
          { value: 'gpt-4o', count: 1, calls: 1 },
        ],
        'tag:env': [{ value: 'prod', count: 1, calls: 1 }],
        promptName: [{ value: prompt.name, count: 2, calls: 2 }],
      });
      const [named, second, counted] = ofPrompt;
      expect(named.records.map(({ id }: { id: string }) => id)).toEqual(['three', 'one']);
      expect(second.records.map(({ id }: { id: string }) => id)).toEqual(['one']);
      expect(counted.total).toEqual({ value: 1, count: 1 });
      const stranger = await app.account();
      expect((await stranger.call('GET', `/v1/query/trace/${call.traceId}/spans`)).statusCode).toBe(404);
    });
  },
);
