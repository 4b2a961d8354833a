// All spans of a trace from both tables, page by page, compared with the inserted records.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import type { Scope } from './scope.ts';
import { selectTraceSpans, type ReadSpan, type SpanPlace } from './trace-spans.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const traceId = "t/1 it's 🚀";

/** Several of each at the same moment. */
const CALLS = Array.from({ length: 40 }, (_, at) =>
  plainCall(`c${at}`, now - DAY_MS + (at % 7) * 10, {
    traceId,
    spanId: `s${at}`,
    parentSpanId: at === 0 ? null : `o${at % 60}`,
    error: at % 9 === 0 ? `${'é'.repeat(299)}🚀 and more` : null,
    costUsd: at / 8,
    totalTokens: at,
    latencyMs: at + 0.5,
    toolCalls: at % 2 === 0 ? [{ name: 'find' }, { function: { name: 'book' } }] : null,
    requestMeta:
      [null, { spanName: 'chat 日本' }, { spanName: '' }, { spanName: null }, { other: 'x' }][at % 5] ?? null,
  }),
);
const OBSERVATIONS = Array.from({ length: 60 }, (_, at) =>
  plainObservation(traceId, `o${at}`, now - DAY_MS + (at % 11) * 10, {
    type: at % 2 === 0 ? 'tool' : 'agent',
    name: at === 3 ? 'n'.repeat(400) : `work ${at}`,
    error: at === 5 ? 'failed' : null,
    parentSpanId: at === 0 ? null : 'o0',
    durationMs: at,
  }),
);

const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

const EXPECTED: ReadSpan[] = [
  ...CALLS.map((call, at) => ({
    kind: 'llm' as const,
    id: call.id,
    type: 'llm',
    name: at % 5 === 1 ? 'chat 日本' : 'gpt-5',
    spanId: call.spanId ?? '',
    parentSpanId: call.parentSpanId ?? '',
    startMs: call.timestampMs,
    durationMs: call.latencyMs,
    error: call.error === null ? '' : `${'é'.repeat(299)}🚀`,
    provider: 'openai',
    model: 'gpt-5',
    totalTokens: call.totalTokens,
    costUsd: call.costUsd ?? 0,
    agent: '',
    tool: '',
    sessionId: call.sessionId ?? '',
    userId: '',
    tools: at % 2 === 0 ? ['find', 'book'] : [],
  })),
  ...OBSERVATIONS.map((observation) => ({
    kind: 'observation' as const,
    id: observation.id,
    type: observation.type,
    name: observation.name.slice(0, 256),
    spanId: observation.spanId,
    parentSpanId: observation.parentSpanId ?? '',
    startMs: observation.timestampMs,
    durationMs: observation.durationMs,
    error: observation.error ?? '',
    provider: '',
    model: '',
    totalTokens: 0,
    costUsd: 0,
    agent: observation.type === 'agent' ? observation.name : '',
    tool: observation.type === 'tool' ? observation.name : '',
    sessionId: '',
    userId: '',
    tools: [],
  })),
].toSorted((left, right) => left.startMs - right.startMs || byBytes(left.id, right.id));

describe.each(await testEngines())('spans of a trace on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    const other = newAccount();
    await engine.insert('calls', [
      ...CALLS.map((call, at) => callRow({ account, project: at % 2, evalRun: at % 3 }, call)),
      callRow({ account: other }, plainCall('foreign', now - DAY_MS, { traceId })),
      callRow({ account }, plainCall('elsewhere', now - DAY_MS, { traceId: 't/1' })),
      callRow({ account }, plainCall('old', now - 40 * DAY_MS, { traceId })),
    ]);
    await engine.insert('observations', [
      ...OBSERVATIONS.map((observation) => observationRow({ account }, observation)),
      observationRow({ account: other }, plainObservation(traceId, 'foreign', now - DAY_MS)),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('are read all at once, and in pages that cut through moments', async () => {
    const whole = await selectTraceSpans(traceId, { after: null, limit: 10_001 }).run(asking, scope);
    expect(whole).toEqual({ spans: EXPECTED, total: 100 });
    const spans: ReadSpan[] = [];
    let after: SpanPlace | null = null;
    for (;;) {
      const page = await selectTraceSpans(traceId, { after, limit: 34 }).run(asking, scope);
      expect(page.total).toBe(100);
      spans.push(...page.spans);
      if (page.spans.length < 34) break;
      after = page.spans.at(-1) ?? null;
    }
    expect(spans).toEqual(EXPECTED);
  });

  it('are those of the project only, and none for an unknown trace', async () => {
    const [inProject, none] = await Promise.all([
      selectTraceSpans(traceId, { after: null, limit: 200 }).run(asking, { ...scope, project: 0 }),
      selectTraceSpans('none such', { after: null, limit: 10 }).run(asking, scope),
    ]);
    expect([inProject.total, inProject.spans.every(({ kind }) => kind === 'llm')]).toEqual([20, true]);
    expect(none).toEqual({ spans: [], total: 0 });
  });
});
