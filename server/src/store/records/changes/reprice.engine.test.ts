// New costs of stored calls on the real tables: rows and sums change together, once, also when a process dies
// half-way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import type { CallCost, CostChange } from './cost-change.ts';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { applyStagedCosts, selectDerivedCosts, stageCosts } from './reprice.ts';
import { selectUnpricedModels } from '../questions/unpriced-models.ts';
import { wholeAccount } from '../questions/scope.ts';

const HOUR = 3_600_000;
const start = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR;
const window = { startMs: start, endMs: start + HOUR };

const OLD = { source: 'catalog', version: '1', inputPerMTok: 1 };
const NEW = '{"source":"custom","version":"abc","inputPerMTok":2}';

const engines = await testEngines();

describe.skipIf(minutesUnderEmulation).each(engines)('new costs on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  let changes: CostChange[] = [];
  const account = newAccount();

  const row = (id: string, atMs: number, more: object = {}) => ({
    account,
    project: 3,
    id,
    timestamp: new Date(atMs).toISOString(),
    received_at: new Date(atMs).toISOString(),
    expires_at: Math.floor(atMs / 1000) + 86_400,
    provider: 'openai',
    model: 'in-house',
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    cost_usd: 0.1,
    cache_savings_usd: 0.01,
    price_source: 'catalog',
    latency_ms: 5,
    request_meta: JSON.stringify({ operation: 'chat', pricing: OLD }),
    ...more,
  });

  const readAll = async (limit = 4): Promise<CallCost[]> => {
    const all: CallCost[] = [];
    for (;;) {
      const page = await selectDerivedCosts(window, all.at(-1) ?? null, limit).run(
        engine,
        wholeAccount(account),
      );
      all.push(...page);
      if (page.length < limit) return all;
    }
  };
  const doubled = (call: CallCost): CostChange => ({
    call,
    costUsd: call.costUsd * 2 + 0.3,
    cacheSavingsUsd: 0.5,
    priceSource: 'custom',
    pricing: NEW,
  });
  const sums = async () => {
    const [answer] = await engine.query<{ same: number }>(
      `SELECT
         (SELECT (count(), round(sum(cost_usd), 9), round(sum(cache_savings_usd), 9), sum(total_tokens)) FROM calls
           WHERE account = {account: UInt32} AND eval_run = 0) AS rows,
         (SELECT (sum(calls), round(sum(cost_usd), 9), round(sum(cache_savings_usd), 9), sum(total_tokens)) FROM agg_15m
           WHERE account = {account: UInt32}) AS agg, rows = agg AS same`,
      { account },
    );
    return answer;
  };

  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
    await engine.insert('calls', [
      row('early', start - 1),
      row('a', start),
      row('b', start, { project: 4, request_meta: '' }),
      row('c', start + 20 * 60_000, {
        price_source: 'none',
        cost_usd: 0,
        model: 'unknown-1',
        request_meta: JSON.stringify({
          responseModel: 'unknown-1-2026',
          serviceTier: 'batch',
          cacheWrite1hTokens: 7,
          audioOutputTokens: 3,
          gateway: 'groq',
          imageTokens: 9,
          imageOutputTokens: 0,
          cachedAudioTokens: 4,
          speed: 'fast',
          inferenceGeo: 'us',
          attributes: { pricing: { mine: 1 } },
          pricing: null,
        }),
      }),
      row('by client', start + 1, { price_source: 'client', cost_usd: 9 }),
      row('of a run', start + 2, { eval_run: 5, price_source: 'operator' }),
      row('no price kept', start + 3, { request_meta: '{"attributes":{"pricing":{"mine":1}}}' }),
      row("it's \\ 日本 🚀\n", start + 4),
      row('late', start + HOUR),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database} SYNC`);
    await engine.close();
  });

  it('reads page by page the calls that were priced here, within the window, with the inputs of their price', async () => {
    const all = await readAll();
    const ids = ['a', 'b', 'of a run', 'no price kept', "it's \\ 日本 🚀\n", 'c'];
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all[0]).toEqual({
      id: 'a',
      timestampMs: start,
      expiresAtMs: start + 86_400_000,
      project: 3,
      provider: 'openai',
      model: 'in-house',
      evalRun: 0,
      promptTokens: 100,
      completionTokens: 20,
      totalTokens: 120,
      webSearches: 0,
      fileSearches: 0,
      codeContainers: 0,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
      audioTokens: 0,
      costUsd: 0.1,
      cacheSavingsUsd: 0.01,
      priceSource: 'catalog',
      responseModel: '',
      serviceTier: '',
      cacheWrite1hTokens: 0,
      audioOutputTokens: 0,
      gateway: '',
      imageTokens: 0,
      imageOutputTokens: null,
      cachedAudioTokens: null,
      cachedImageTokens: null,
      speed: '',
      inferenceGeo: '',
      pricing: JSON.stringify(OLD),
    });
    expect(all[5]).toMatchObject({
      responseModel: 'unknown-1-2026',
      serviceTier: 'batch',
      cacheWrite1hTokens: 7,
      audioOutputTokens: 3,
      gateway: 'groq',
      imageTokens: 9,
      imageOutputTokens: 0,
      cachedAudioTokens: 4,
      cachedImageTokens: null,
      speed: 'fast',
      inferenceGeo: 'us',
      pricing: 'null',
    });
    const project = await selectDerivedCosts(window, null, 10).run(engine, {
      ...wholeAccount(account),
      project: 4,
    });
    expect(project.map(({ id }) => id)).toEqual(['b']);
    expect(await selectUnpricedModels().run(engine, { account, project: null, sinceMs: start })).toEqual([
      'unknown-1',
    ]);
  });

  it('changes rows and sums together, and in a row only the fields of the cost', async () => {
    changes = (await readAll(10)).map(doubled);
    await stageCosts(1, changes.slice(0, 4)).run(engine, account);
    await stageCosts(1, changes.slice(4)).run(engine, account);
    expect((await readAll(10)).map(({ costUsd }) => costUsd)).toEqual(
      changes.map(({ call }) => call.costUsd),
    );
    // These arrive meanwhile, in the same quarter of an hour.
    await engine.insert('calls', [row('meanwhile', start + HOUR + 5), row('too', start - 2)]);
    await applyStagedCosts().run(engine, account);

    const after = await readAll(10);
    expect(after.map(({ costUsd }) => costUsd)).toEqual(changes.map(({ costUsd }) => costUsd));
    expect(after.every(({ cacheSavingsUsd }) => cacheSavingsUsd === 0.5)).toBe(true);
    expect(after.every(({ priceSource, pricing }) => priceSource === 'custom' && pricing === NEW)).toBe(true);
    expect(await sums()).toMatchObject({ same: 1 });
    expect(await selectUnpricedModels().run(engine, { account, project: null, sinceMs: start })).toEqual([]);
    const rows = await engine.query<{ id: string; cost_usd: number; request_meta: string }>(
      `SELECT id, cost_usd, request_meta FROM calls WHERE account = {account: UInt32} ORDER BY timestamp, id`,
      { account },
    );
    const meta = Object.fromEntries(rows.map(({ id, request_meta }) => [id, request_meta]));
    expect(meta['a']).toBe(`{"operation":"chat","pricing":${NEW}}`);
    expect(meta['b']).toBe(`{"pricing":${NEW}}`);
    expect(meta['no price kept']).toBe(`{"attributes":{"pricing":{"mine":1}},"pricing":${NEW}}`);
    expect(meta['c']).toBe(
      `{"responseModel":"unknown-1-2026","serviceTier":"batch","cacheWrite1hTokens":7,"audioOutputTokens":3,"gateway":"groq","imageTokens":9,"imageOutputTokens":0,"cachedAudioTokens":4,"speed":"fast","inferenceGeo":"us","attributes":{"pricing":{"mine":1}},"pricing":${NEW}}`,
    );
    const untouched = new Set(['too', 'early', 'by client', 'late', 'meanwhile']);
    expect(rows.filter(({ id }) => untouched.has(id)).map(({ cost_usd }) => cost_usd)).toEqual([
      0.1, 0.1, 9, 0.1, 0.1,
    ]);
  });

  it('finishes what a dead process left, and adds no difference twice', async () => {
    const before = await readAll(10);
    // As if the process had died just before it dropped the staged batch: the first batch is there once more.
    // The retention was changed meanwhile, so the difference is a different block, and only its token shows
    // that it was added already.
    for (const { call } of changes) call.expiresAtMs += 60_000;
    await stageCosts(1, changes).run(engine, account);
    await applyStagedCosts().run(engine, account);
    expect(await readAll(10)).toEqual(before);
    expect(await sums()).toMatchObject({ same: 1 });
    expect(await engine.query('SELECT count() AS rows FROM staged_costs')).toEqual([{ rows: '0' }]);
  });

  it('adds the same difference again when prices go up, down and up', async () => {
    for (const [round, factor] of [2, 0.5, 2, 0.5].entries()) {
      const priced = (await readAll(10)).map((call) =>
        Object.assign(doubled(call), { costUsd: call.costUsd * factor }),
      );
      await stageCosts(10 + round, priced).run(engine, account);
      await applyStagedCosts().run(engine, account);
      expect([round, await sums()]).toMatchObject([round, { same: 1 }]);
    }
  });
});
