import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from './engine/engine.ts';
import { hashId, idHashText } from './writer/dedup/id-hash.ts';
import { deleteContent, selectUnpricedModels, type RecordsStore } from './index.ts';
import { openRecords } from './open.ts';

const HOUR = 3_600_000;
const now = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();

const call = (account: number, fields: object = {}) => ({
  account,
  project: 1,
  id: `call-${Math.random()}`,
  timestamp: iso(now - HOUR),
  received_at: iso(now),
  expires_at: iso(now + 24 * HOUR),
  provider: 'openai',
  model: 'gpt-5.5',
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  cost_usd: 0.25,
  price_source: 'catalog',
  latency_ms: 800,
  ...fields,
});

// One account for each test, so that all rows go in with one insert: under emulation that costs seconds.
const hostile = "x\n\nDROP TABLE calls;\n\n'); DROP TABLE calls; --\r\n\r\nDROP TABLE calls";
const bucket = Math.floor(now / 900_000) * 900_000 - 900_000;
const accounts = { whole: newAccount(), hostile: newAccount(), sums: newAccount(), unpriced: newAccount() };
const unpriced = (model: string, fields: object = {}) =>
  call(accounts.unpriced, { model, price_source: 'none', ...fields });
const whole = call(accounts.whole, {
  id: 'it\'s "quoted" \\ 日本 \t',
  tags: { env: "prod'", 'x y': 'a,b' },
  error: 'rate limit',
  tool_calls: '[{"name":"f"}]',
  pii_redacted: true,
});
const seed = [
  whole,
  call(accounts.hostile, { id: hostile, error: hostile }),
  call(accounts.sums, { timestamp: iso(bucket), ttft_ms: 120, cached_tokens: 40 }),
  call(accounts.sums, { timestamp: iso(bucket + 899_999), error: 'timeout' }),
  call(accounts.sums, { timestamp: iso(bucket + 1), eval_run: 7 }),
  unpriced('zeta'),
  unpriced('alpha'),
  unpriced('alpha'),
  unpriced('too-old', { timestamp: iso(now - 3 * HOUR) }),
  unpriced('expired', { expires_at: iso(now - HOUR) }),
  unpriced('failed', { error: 'rate limit', prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
  call(accounts.unpriced, { model: 'priced' }),
  call(newAccount(), { model: 'foreign', price_source: 'none' }),
];

const engines = await testEngines();

describe.each(engines)('records on the $name engine', ({ config }) => {
  const options = testOptions();
  let store: RecordsStore;
  let engine: RecordsEngine;
  beforeAll(async () => {
    store = await openRecords(config, options);
    engine = await openEngine(config, options);
    await engine.insert('calls', seed);
  });
  afterAll(async () => {
    await store.close();
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('gives back what was stored, times in ISO and 64-bit numbers as text', async () => {
    const rows = await engine.query(
      `SELECT id, timestamp, tags, error, tool_calls, pii_redacted, cost_usd, ttft_ms, toUInt64(18446744073709551615) AS big
       FROM calls WHERE account = {account: UInt32} AND id = {id: String}`,
      { account: accounts.whole, id: whole.id },
    );
    expect(rows).toEqual([
      {
        id: whole.id,
        timestamp: whole.timestamp,
        tags: { env: "prod'", 'x y': 'a,b' },
        error: 'rate limit',
        tool_calls: '[{"name":"f"}]',
        pii_redacted: true,
        cost_usd: 0.25,
        ttft_ms: -1,
        big: '18446744073709551615',
      },
    ]);
  });

  it('never runs what a client sent as SQL', async () => {
    const rows = await engine.query<{ error: string }>(
      'SELECT error FROM calls WHERE account = {account: UInt32} AND id = {hostile: String}',
      { account: accounts.hostile, hostile },
    );
    expect(rows).toEqual([{ error: hostile }]);
  });

  it('keeps every id of calls and observations under its hash', async () => {
    const at = { timestamp: iso(now), received_at: iso(now), expires_at: iso(now + HOUR) };
    const account = accounts.whole;
    await engine.insert('observations', [{ account, id: 'trace-span', trace_id: 'trace', ...at }]);
    const rows = await engine.query<{ id_hash: string }>(
      'SELECT id_hash FROM call_ids WHERE account = {account: UInt32}',
      { account },
    );
    expect(rows.map((row) => row.id_hash).sort()).toEqual(
      [whole.id, 'trace-span'].map((id) => idHashText(hashId(id))).sort(),
    );
  });

  it('sums calls by quarter of an hour, without those of evaluation runs', async () => {
    const rows = await engine.query(
      `SELECT bucket, provider, model, sum(calls) AS calls, sum(errors) AS errors, sum(cost_usd) AS cost,
         sum(cached_tokens) AS cached, sum(ttft_sum_ms) AS ttft, sum(ttft_calls) AS ttft_calls, max(last_seen) AS last_seen
       FROM agg_15m WHERE account = {account: UInt32} GROUP BY ALL`,
      { account: accounts.sums },
    );
    expect(rows).toEqual([
      {
        bucket: iso(bucket).replace('.000', ''),
        provider: 'openai',
        model: 'gpt-5.5',
        calls: '2',
        errors: '1',
        cost: 0.5,
        cached: 40,
        ttft: 120,
        ttft_calls: '1',
        last_seen: iso(bucket + 899_999),
      },
    ]);
  });

  it('stores a replayed insert once, ids and sums included', async () => {
    const account = newAccount();
    const rows = [
      call(account, { id: 'a' }),
      call(account, { id: 'b', timestamp: iso(now - 40 * 24 * HOUR) }),
    ];
    for (let replay = 0; replay < 2; replay++) await engine.insert('calls', rows, `segment-${account}`);
    await engine.insert('calls', [call(account, { id: 'c' })], `segment-${account}-next`);
    const counts = await engine.query(
      `SELECT (SELECT count() FROM calls WHERE account = {account: UInt32}) AS calls,
         (SELECT count() FROM call_ids WHERE account = {account: UInt32}) AS ids,
         (SELECT sum(calls) FROM agg_15m WHERE account = {account: UInt32}) AS summed`,
      { account },
    );
    expect(counts).toEqual([{ calls: '3', ids: '3', summed: '3' }]);
  });

  it('unpricedModels: names models without a price that used tokens, in the window, of the account', async () => {
    await expect(
      store.ask(
        { account: accounts.unpriced, project: null, sinceMs: now - 2 * HOUR },
        selectUnpricedModels(),
      ),
    ).resolves.toEqual(['alpha', 'zeta']);
  });

  it('deleteContent: removes the content of one account and of no other', async () => {
    const [mine, other] = [newAccount(), newAccount()];
    const content = (account: number) => ({
      account,
      id: 'call',
      timestamp: iso(now),
      expires_at: iso(now + HOUR),
      sealed: 'c2VhbGVk',
    });
    await engine.insert('call_content', [content(mine), content(other)]);
    await store.admin.change(mine, deleteContent());
    const rows = await engine.query<{ account: number }>(
      'SELECT account FROM call_content WHERE account IN ({mine: UInt32}, {other: UInt32})',
      { mine, other },
    );
    expect(rows).toEqual([{ account: other }]);
  });

  it('stats: counts what is stored', async () => {
    const { records, bytesOnDisk } = await store.admin.stats();
    const [stored] = await engine.query<{ ids: string }>(
      `SELECT (SELECT uniqExact(account, id) FROM calls) + (SELECT uniqExact(account, id) FROM observations) AS ids`,
    );
    expect(records).toBeGreaterThan(seed.length);
    expect(records).toBe(Number(stored?.ids));
    expect(bytesOnDisk).toBeGreaterThan(0);
  });

  it('answers several questions at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        engine.query('SELECT {n: UInt32} AS n, currentDatabase() AS db', { n }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 5 }, (_, n) => [{ n, db: options.database }]));
  });

  it('bounds the time and memory of every query', async () => {
    const rows = await engine.query(
      `SELECT toUInt32(getSetting('max_execution_time')) AS seconds, toString(getSetting('max_memory_usage')) AS bytes`,
    );
    expect(rows).toEqual([{ seconds: options.readSeconds, bytes: '1000000000' }]);
    const slow = engine.query(
      'SELECT sleepEachRow(0.5) FROM numbers(20) SETTINGS max_execution_time = 1, max_block_size = 1',
    );
    await expect(slow).rejects.toMatchObject({ code: 'unavailable', reason: 'query_too_slow' });
    await expect(slow).rejects.toBeInstanceOf(AppError);
  });

  it('close: finishes running work and rejects later work', async () => {
    const own = await openRecords(config, options);
    const underWay = own.admin.stats();
    await own.close();
    await expect(underWay).resolves.toMatchObject({ records: expect.any(Number) });
    await expect(own.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.ping()).resolves.toBeUndefined();
  });
});

// On a server, its operator decides about the logs.
describe.each(engines.filter(({ config }) => config.kind === 'embedded'))(
  'the $name engine',
  ({ config }) => {
    it('keeps no logs that grow while nothing happens', async () => {
      const engine = await openEngine(config, testOptions());
      const rows = await engine.query(
        `SELECT name FROM system.tables WHERE database = 'system' AND name LIKE '%\\_log'`,
      );
      expect(rows).toEqual([]);
      await engine.command(`DROP DATABASE ${engine.database} SYNC`);
      await engine.close();
    });
  },
);
