// The spend that budgets are compared with, from the real tables. Patterns match there as they do in memory.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { callRow, plainCall } from '#test/support/call-rows';
import { GLOB_CASES, GLOB_MODELS } from '#test/oracles/glob-cases';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../../store/records/engine/engine.ts';
import { migrateRecords } from '../../../store/records/migrations/migrate.ts';
import type { Scope } from '#records';
import { selectSpentUsd } from './records.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const window = { startMs: now - DAY_MS, endMs: now };

const row = (id: string, changes: object = {}, belonging: object = {}) =>
  callRow({ account, ...belonging }, plainCall(id, now - 1_000, { costUsd: 1, ...changes }));

const ROWS = [
  ...GLOB_MODELS.map((model, at) => row(`m${at}`, { model, costUsd: 2 ** at, provider: 'google' })),
  row('tagged', { tags: { env: 'prod', "it's": '' }, costUsd: 0.25 }),
  row('other-value', { tags: { env: 'dev' }, costUsd: 0.5 }),
  row('elsewhere', { costUsd: 4 }, { project: 9 }),
  row('start', { timestampMs: window.startMs, costUsd: 1_000 }),
  // Not counted: before the window, at its end, an evaluation run, another account.
  row('before', { timestampMs: window.startMs - 1, costUsd: 100_000 }),
  row('end', { timestampMs: window.endMs, costUsd: 100_000 }),
  row('run', { costUsd: 100_000 }, { evalRun: 3 }),
  row('foreign', { costUsd: 100_000 }, { account: newAccount() }),
];

describe.each(await testEngines())('$name', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
    await engine.insert('calls', ROWS);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('sums the calls of each budget', async () => {
    const sums = await selectSpentUsd([
      { ...window, provider: 'openai' },
      { ...window, provider: 'openai', tags: { env: 'prod' } },
      { ...window, tags: { "it's": '' } },
      { ...window, tags: { missing: '' } },
      { ...window, provider: 'openai', project: 9 },
      { startMs: window.startMs, endMs: window.startMs + 1 },
    ]).run(engine, scope);
    expect(sums.map(({ usd }) => usd)).toEqual([1_004.75, 0.25, 0.25, 0, 4, 1_000]);
    const [elsewhere] = await selectSpentUsd([window]).run(engine, { ...scope, project: 9 });
    expect(elsewhere).toEqual({ usd: 4, unpricedCalls: 0, unpricedTokens: 0 });
  });

  it('counts calls that used tokens and have no price', async () => {
    const mine = { ...scope, account: newAccount() };
    const of = (id: string, changes: object, source = 'none') =>
      Object.assign(callRow({ account: mine.account }, plainCall(id, now - 1_000, changes)), {
        price_source: source,
      });
    await engine.insert('calls', [
      of('one', { costUsd: 0, totalTokens: 700 }),
      of('two', { costUsd: 0, totalTokens: 50 }),
      of('nothing', { costUsd: 0, totalTokens: 0 }),
      of('priced', { costUsd: 2, totalTokens: 900 }, 'catalog'),
    ]);
    expect(await selectSpentUsd([window]).run(engine, mine)).toEqual([
      { usd: 2, unpricedCalls: 2, unpricedTokens: 750 },
    ]);
  });

  it('matches models as the gate does', async () => {
    const wants = GLOB_CASES.map(([modelGlob]) => ({ ...window, provider: 'google', modelGlob }));
    const expected = GLOB_CASES.map(([, models]) =>
      models.reduce((sum, model) => sum + 2 ** GLOB_MODELS.indexOf(model), 0),
    );
    const sums = await selectSpentUsd(wants).run(engine, scope);
    expect(sums.map(({ usd }) => usd)).toEqual(expected);
  });
});
