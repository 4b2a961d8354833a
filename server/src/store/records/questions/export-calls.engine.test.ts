import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { inlineParams } from '../engine/literal.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import type { ReadCall } from './call-columns.ts';
import { streamCalls, streamParquet } from './export-calls.ts';
import type { Scope } from './scope.ts';
import type { ExportPart } from './export-lines.ts';

const HOUR = 3_600_000;
const now = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();
const COUNT = 2_500;

const call = (account: number, at: number, fields: object = {}) => ({
  account,
  project: 1 + (at % 2),
  id: `call-${at}`,
  timestamp: iso(now - HOUR - at),
  received_at: iso(now),
  expires_at: iso(now + 24 * HOUR),
  provider: 'openai',
  model: 'gpt-5.5',
  cost_usd: (at * 7_919) % COUNT,
  tags: { env: at % 3 === 0 ? "it's" : 'dev' },
  ...fields,
});

const mine = newAccount();
const foreign = newAccount();
const scope: Scope = { account: mine, project: null, sinceMs: now - 24 * HOUR };
const newest = { by: 'timestamp', descending: true } as const;
const never = new AbortController().signal;

const engines = await testEngines();

describe.skipIf(minutesUnderEmulation).each(engines)('exports from the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
    await engine.insert('calls', [
      ...Array.from({ length: COUNT }, (_none, at) => call(mine, at)),
      call(mine, COUNT, { error: 'odd', error_details: '{"status":429}', tags: {}, pii_redacted: true }),
      call(foreign, 0, { id: 'foreign' }),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database}`);
    await engine.close();
  });

  // Without a form, every part is a call.
  const all = async (batches: AsyncIterable<ExportPart[]>) =>
    (await Array.fromAsync(batches)).flat() as ReadCall[];
  const numbers = (calls: readonly ReadCall[]) =>
    calls.map((read) => Number(read.call.id.slice('call-'.length)));

  it('passes on the calls of a list, in its order, up to the cap', async () => {
    const whole = await all(streamCalls({}, { order: newest, cap: 50_000 }).parts(engine, scope, never));
    expect(numbers(whole)).toEqual(Array.from({ length: COUNT + 1 }, (_none, at) => at));
    expect(whole.at(-1)?.call).toMatchObject({
      error: 'odd',
      errorDetails: { status: 429 },
      piiRedacted: true,
    });
    const dearest = await all(
      streamCalls({ tags: { env: "it's" } }, { order: { by: 'cost_usd', descending: true }, cap: 50 }).parts(
        engine,
        { ...scope, project: 2 },
        never,
      ),
    );
    const expected = Array.from({ length: COUNT }, (_none, at) => at)
      .filter((at) => at % 2 === 1 && at % 3 === 0)
      .toSorted((left, right) => ((right * 7_919) % COUNT) - ((left * 7_919) % COUNT))
      .slice(0, 50);
    expect(numbers(dearest)).toEqual(expected);
  });

  it('stops when the loop ends or the signal aborts, and can be used again', async () => {
    for await (const batch of streamCalls({}, { order: newest, cap: 50_000 }).parts(engine, scope, never)) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    const stop = new AbortController();
    const stopped = streamCalls({}, { order: newest, cap: 50_000 }).parts(engine, scope, stop.signal);
    stop.abort();
    await expect(all(stopped)).rejects.toThrow(/abort/i);
    expect(await all(streamCalls({}, { order: newest, cap: 3 }).parts(engine, scope, never))).toHaveLength(3);
  });

  it('writes Parquet with the fields of a call', async () => {
    const order = { by: 'error', descending: true } as const;
    const parts = await Array.fromAsync(
      streamParquet({ error: true }, { order, cap: 10 }).parts(engine, scope, never),
    );
    const file = Buffer.concat(parts);
    expect([file.subarray(0, 4).toString(), file.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
    const [read] = await engine.query<Record<string, unknown>>(
      `SELECT * FROM format(Parquet, unhex('${file.toString('hex')}'))`,
    );
    expect(read).toEqual({
      id: `call-${COUNT}`,
      provider: 'openai',
      model: 'gpt-5.5',
      timestamp: iso(now - HOUR - COUNT),
      promptTokens: 0,
      completionTokens: 0,
      totalTokens: 0,
      costUsd: (COUNT * 7_919) % COUNT,
      latencyMs: 0,
      tags: {},
      error: 'odd',
      errorDetails: '{"status":429}',
      traceId: null,
      spanId: null,
      parentSpanId: null,
      sessionId: null,
      toolCalls: null,
      piiRedacted: true,
      redactionMetadata: null,
      requestMeta: null,
    });
  });

  it('writes Parquet with a column of scores', async () => {
    const scores = new Map([['call-1', '[{"name":"it\'s"}]']]);
    const wanted = { order: newest, cap: 3, scores };
    const file = Buffer.concat(await Array.fromAsync(streamParquet({}, wanted).parts(engine, scope, never)));
    const rows = await engine.query(
      `SELECT id, scores FROM format(Parquet, unhex('${file.toString('hex')}')) ORDER BY id`,
    );
    expect(rows).toEqual([
      { id: 'call-0', scores: null },
      { id: 'call-1', scores: '[{"name":"it\'s"}]' },
      { id: 'call-2', scores: null },
    ]);
    const none = { ...wanted, scores: new Map() };
    await expect(Array.fromAsync(streamParquet({}, none).parts(engine, scope, never))).resolves.toBeDefined();
  });

  it('gives the same result for a written value and a bound one', async () => {
    const params = {
      text: `it's \\ "odd" {text: String}\n\n;--\0\t日本🚀`,
      list: ["'", '', '\\'],
      whole: 2n ** 64n - 1n,
      small: -5,
      share: 1e-7,
    };
    const sql = `SELECT {text: String} AS text, {list: Array(String)} AS list, {whole: UInt64} AS whole, {small: Int64} AS small, {share: Float64} AS share, toTypeName(tuple(*)) AS types FROM (SELECT {text: String}, {list: Array(String)}, {whole: UInt64}, {small: Int64}, {share: Float64})`;
    const [bound] = await engine.query(sql, params);
    expect(bound).toMatchObject({
      text: params.text,
      list: params.list,
      whole: String(params.whole),
      small: '-5',
      share: 1e-7,
    });
    expect(await engine.query(inlineParams(sql, params))).toEqual([bound]);
  });
});
