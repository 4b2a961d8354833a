// Calls that become observations, on the real tables: their fields are kept, rollup and quota are as if they
// had arrived as observations, and a repetition after a crash changes nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { reclassifyAsObservation } from './reclassify-as-observation.ts';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectPossibleDuplicates } from '../questions/all-accounts/possible-duplicates.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// The test runs about forty statements, and an emulated engine takes seconds for each.
const SLOW_MS = 900_000;
const now = Date.now();
const at = Math.floor(now / HOUR) * HOUR - HOUR;
const trace = (letter: string) => letter.repeat(32);
const span = (letter: string) => letter.repeat(16);

const engines = await testEngines();

describe.skipIf(minutesUnderEmulation).each(engines)('reclassifying on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  const account = newAccount();
  const other = newAccount();

  const row = (traceLetter: string, spanLetter: string, parent: string, more: object = {}) => ({
    account,
    project: 3,
    id: `${trace(traceLetter)}-${span(spanLetter)}`,
    timestamp: new Date(at).toISOString(),
    received_at: new Date(now).toISOString(),
    expires_at: Math.floor((at + 30 * DAY) / 1000),
    provider: 'openai',
    model: 'gpt-5',
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    cached_tokens: 40,
    cost_usd: 0.5,
    cache_savings_usd: 0.25,
    latency_ms: 8,
    ttft_ms: 4,
    trace_id: trace(traceLetter),
    span_id: span(spanLetter),
    parent_span_id: parent === '' ? '' : span(parent),
    request_meta: JSON.stringify({ operation: 'chat', spanName: 'chat gpt-5' }),
    ...more,
  });
  const betweenCalls = (traceLetter: string, spanLetter: string, parent: string) => ({
    account,
    project: 3,
    id: `${trace(traceLetter)}-${span(spanLetter)}`,
    timestamp: new Date(at).toISOString(),
    received_at: new Date(now).toISOString(),
    expires_at: Math.floor((at + 30 * DAY) / 1000),
    trace_id: trace(traceLetter),
    span_id: span(spanLetter),
    parent_span_id: span(parent),
    type: 'http',
    name: 'POST',
  });
  const outer = row('1', 'a', 'f', {
    error: 'timeout',
    error_details: '{"status":504}',
    session_id: 'session',
    tags: { env: "it's\n\n日本" },
    tool_calls: '[{"name":"search"}]',
    has_content: true,
    request_meta: JSON.stringify({
      operation: 'chat',
      responseModel: 'gpt-5-2026',
      responseId: 'r1',
      finishReasons: ['stop'],
      ttftMs: 4,
      cachedTokens: 40,
      userId: 'ada',
      spanName: 'ChatOpenAI.chat',
      contentDigest: { input: { chars: 3 } },
      attributes: { 'service.name': 'shop' },
      pricing: null,
    }),
  });
  const ofRun = row('2', 'a', '', { eval_run: 7, ttft_ms: -1 });
  const notStreamed = row('7', 'a', '', { ttft_ms: -1 });

  const tables = async () => {
    const [answer] = await engine.query<Record<string, unknown>>(
      `SELECT
         (SELECT groupArray(id) FROM (SELECT id FROM calls WHERE account = {account: UInt32} ORDER BY id)) AS calls,
         (SELECT groupArray(id) FROM (SELECT id FROM observations WHERE account = {account: UInt32} ORDER BY id)) AS observations,
         (SELECT sum(records) FROM arrivals WHERE account = {account: UInt32}) AS arrived,
         (SELECT uniqExact(id_hash) FROM call_ids WHERE account = {account: UInt32}) AS ids,
         (SELECT (count(), countIf(error != ''), sum(total_tokens), sum(cost_usd), sum(cached_tokens), sum(latency_ms),
            sumIf(ttft_ms, ttft_ms >= 0), countIf(ttft_ms >= 0)) FROM calls WHERE account = {account: UInt32} AND eval_run = 0) AS summed,
         (SELECT (sum(calls), sum(errors), sum(total_tokens), sum(cost_usd), sum(cached_tokens), sum(latency_ms),
            sum(ttft_sum_ms), sum(ttft_calls)) FROM agg_15m WHERE account = {account: UInt32}) AS agg`,
      { account },
    );
    return answer;
  };
  /** The same engine for a process that is killed after this many writes. */
  const dyingAfter = (writes: number): RecordsEngine => {
    let left = writes;
    const living = () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    return {
      ...engine,
      insert: async (...order) => {
        living();
        await engine.insert(...order);
      },
      command: async (...order) => {
        living();
        await engine.command(...order);
      },
    };
  };
  const ids = (...rows: { id: string }[]) => rows.map(({ id }) => id);
  const position = ({ id }: { id: string }) => ({
    id,
    timestampMs: at,
    duplicateOf: 'kept',
    why: 'around_call',
  });

  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database} SYNC`);
    await engine.close();
  });

  it(
    'finds possible duplicates, turns them into observations, and can be repeated',
    { timeout: SLOW_MS },
    async () => {
      const inner = row('1', 'b', 'a', { timestamp: new Date(at + 1).toISOString() });
      const early = row('3', 'a', '', { received_at: new Date(now - HOUR).toISOString() });
      const late = row('3', 'b', 'a');
      const response = { request_meta: JSON.stringify({ responseId: 'r9', responseModel: 'served' }) };
      const repeated = [row('4', 'a', '', response), row('4', 'b', '', response)];
      const old = [
        row('6', 'a', '', { received_at: new Date(now - HOUR).toISOString() }),
        row('6', 'b', 'a', { received_at: new Date(now - HOUR).toISOString() }),
      ];
      const told = { request_meta: JSON.stringify({ responseId: 'r7' }) };
      const apart = [row('9', 'a', '', told), row('9', 'b', 'a', { ...told, project: 4 })];
      const own = row('5', 'b', '', { id: 'own-id' });
      const alone = row('5', 'a', 'b');
      await engine.insert('calls', [
        outer,
        inner,
        ofRun,
        notStreamed,
        early,
        late,
        ...repeated,
        alone,
        // Another account's trace with the same id, a child in another project, an old pair, and a record
        // that was sent directly with a span's ids.
        row('1', 'c', 'a', { account: other }),
        ...apart,
        ...old,
        own,
      ]);
      await engine.insert('observations', [betweenCalls('1', 'd', 'a'), betweenCalls('8', 'd', 'a')]);
      const { calls: found, between } = await selectPossibleDuplicates(now - 60_000).run(engine);
      expect(between.map(({ spanId, parentSpanId }) => [spanId, parentSpanId])).toEqual([
        [span('d'), span('a')],
      ]);
      expect(found.map(({ id }) => id)).toEqual(ids(early, outer, late, ...repeated, inner));
      expect(found.find(({ id }) => id === repeated[0]?.id)).toEqual({
        account,
        project: 3,
        id: repeated[0]?.id,
        traceId: trace('4'),
        spanId: span('a'),
        parentSpanId: '',
        provider: 'openai',
        model: 'gpt-5',
        responseModel: 'served',
        responseId: 'r9',
        timestampMs: at,
        latencyMs: 8,
        input: 100,
        output: 20,
        cache: 40,
        reasoning: 0,
        failed: false,
      });

      const before = await tables();
      const calls = [outer, ofRun, notStreamed, { id: 'not stored' }].map(position);
      for (const writes of [1, 2, 3]) {
        await expect(
          reclassifyAsObservation(calls.toReversed()).run(dyingAfter(writes), account),
        ).rejects.toThrow('killed');
      }
      expect(await reclassifyAsObservation(calls).run(engine, account)).toBe(3);
      expect(await reclassifyAsObservation(calls).run(engine, account)).toBe(0);
      await engine.command('OPTIMIZE TABLE agg_15m FINAL');
      await engine.command('OPTIMIZE TABLE arrivals FINAL');

      const after = await tables();
      expect(after).toMatchObject({
        observations: ids(
          outer,
          betweenCalls('1', 'd', 'a'),
          ofRun,
          notStreamed,
          betweenCalls('8', 'd', 'a'),
        ),
        arrived: before?.['arrived'],
        ids: before?.['ids'],
      });
      expect(after?.['calls']).toEqual(
        ids(inner, early, late, ...repeated, alone, ...apart, ...old, own).toSorted(),
      );
      expect(after?.['agg']).toEqual(after?.['summed']);
      const [observation] = await engine.query<Record<string, unknown>>(
        `SELECT * FROM observations WHERE account = {account: UInt32} AND id = {id: String}`,
        { account, id: outer.id },
      );
      expect(observation).toMatchObject({
        project: 3,
        type: 'span',
        name: 'ChatOpenAI.chat',
        duration_ms: 8,
        error: 'timeout',
        trace_id: trace('1'),
        span_id: span('a'),
        parent_span_id: span('f'),
        session_id: 'session',
        has_content: true,
      });
      expect(Date.parse(String(observation?.['timestamp']))).toBe(at);
      expect(Date.parse(String(observation?.['received_at']))).toBe(now);
      expect(JSON.parse(String(observation?.['attributes']))).toEqual({
        'service.name': 'shop',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-5',
        'gen_ai.operation.name': 'chat',
        'gen_ai.response.model': 'gpt-5-2026',
        'gen_ai.response.id': 'r1',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.response.time_to_first_chunk': 0.004,
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 20,
        'gen_ai.usage.total_tokens': 120,
        'gen_ai.usage.cache_read.input_tokens': 40,
        'gen_ai.usage.cost': 0.5,
        'user.id': 'ada',
        'tracewell.tag.env': "it's\n\n日本",
        'tracewell.error_details': { status: 504 },
        'tracewell.tool_calls': [{ name: 'search' }],
        'tracewell.duplicate_of': 'kept',
        'tracewell.duplicate_reason': 'around_call',
        'tracewell.request_meta': { contentDigest: { input: { chars: 3 } }, pricing: null },
      });
    },
  );
});
