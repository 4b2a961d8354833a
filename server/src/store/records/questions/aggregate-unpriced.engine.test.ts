// Sums of costs tell the calls without a price, from the calls and beside the rollup alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectAggregateSeries } from './aggregate-series.ts';
import { selectAggregate } from './aggregate.ts';
import type { AggregateQuestion } from './aggregate-parts.ts';
import { selectSession } from './session.ts';
import { selectSessions } from './sessions.ts';
import { selectUsers } from './users.ts';
import type { Scope } from './scope.ts';

const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - 12 * HOUR_MS;
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: noon - 30 * DAY_MS };
/** Not on a quarter of an hour, so that both sources are asked. */
const window = { startMs: noon - 3 * HOUR_MS - MINUTE_MS, endMs: noon + 3 * HOUR_MS + MINUTE_MS };

const row = (
  id: string,
  atMs: number,
  source: string,
  { userId = '', ...changes }: Parameters<typeof plainCall>[2] & { userId?: string },
) => Object.assign(callRow({ account, userId }, plainCall(id, atMs, changes)), { price_source: source });
const at = (minutes: number) => noon + minutes * MINUTE_MS;
const OF_ADA = { sessionId: 's', userId: 'ada' };
const OF_EVE = { sessionId: 't', userId: 'eve' };
const ROWS = [
  row('priced', at(1), 'catalog', { model: 'a', costUsd: 2, totalTokens: 500, ...OF_ADA }),
  row('inside', at(2), 'none', { model: 'a', costUsd: 0, totalTokens: 100, ...OF_ADA }),
  row('inside too', at(40), 'none', { model: 'b', costUsd: 0, totalTokens: 10 }),
  row('in the first minute', window.startMs, 'none', { model: 'b', costUsd: 0, totalTokens: 1 }),
  row('free anyway', at(3), 'none', { model: 'b', costUsd: 0, totalTokens: 0, ...OF_EVE }),
  row('before', window.startMs - 1, 'none', { model: 'b', costUsd: 0, totalTokens: 7_000 }),
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
  const unpriced = async (question: AggregateQuestion) => {
    const { groups, total } = await selectAggregate(window, question).run(engine, scope);
    return [total.unpriced, Object.fromEntries(groups.map((group) => [group.key, group.unpriced]))];
  };

  it('by model, from the rollup and the calls at its edges', async () => {
    expect(await unpriced({ axis: 'model', metric: 'cost' })).toEqual([
      { calls: 3, tokens: 111 },
      { a: { calls: 1, tokens: 100 }, b: { calls: 2, tokens: 11 } },
    ]);
  });

  it('by minute and by error, from the calls', async () => {
    const [total] = await unpriced({ axis: 'minute', metric: 'cost' });
    expect(total).toEqual({ calls: 3, tokens: 111 });
    expect(await unpriced({ axis: 'tag', tagKey: 'none', metric: 'cost' })).toEqual([
      { calls: 3, tokens: 111 },
      {},
    ]);
  });

  it('of sessions and users, and not of those whose calls all have a price', async () => {
    const page = { after: null, limit: 9 };
    const { sessions } = await selectSessions({}, page).run(engine, scope);
    expect(sessions.map(({ sessionId, costUsd, unpriced: of }) => [sessionId, costUsd, of])).toEqual([
      ['t', 0, undefined],
      ['s', 2, { calls: 1, tokens: 100 }],
    ]);
    const { users } = await selectUsers(window, { order: 'cost', limit: 9 }).run(engine, scope);
    expect(users.map(({ userId, costUsd, unpriced: of }) => [userId, costUsd, of])).toEqual([
      ['ada', 2, { calls: 1, tokens: 100 }],
      ['eve', 0, undefined],
    ]);
    const session = await selectSession('s', 9).run(engine, scope);
    expect(session?.totals.unpriced).toEqual({ calls: 1, tokens: 100 });
  });

  it('in each series', async () => {
    const { series, total } = await selectAggregateSeries(window, {
      axis: 'hour',
      metric: 'cost',
      splitBy: 'model',
      most: 1,
    }).run(engine, scope);
    expect(total.unpriced).toEqual({ calls: 3, tokens: 111 });
    expect(series.map(({ key, total: of }) => [key, of.unpriced])).toEqual([
      ['a', { calls: 1, tokens: 100 }],
      [null, { calls: 2, tokens: 11 }],
    ]);
  });

  it('not beside other metrics, and not if every call has a price', async () => {
    expect(await unpriced({ axis: 'model', metric: 'tokens' })).toEqual([
      undefined,
      { a: undefined, b: undefined },
    ]);
    const { total } = await selectAggregate(
      { startMs: at(1), endMs: at(1) + 1 },
      { axis: 'model', metric: 'cost' },
    ).run(engine, scope);
    expect(total).toEqual({ value: 2, count: 1 });
  });
});
