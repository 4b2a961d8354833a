// Users on the real tables, compared with users computed by plain loops.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { USER_ORDERS, selectUsers, type UserFigures } from './users.ts';
import type { Scope } from './scope.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const window = { startMs: now - 20 * DAY_MS, endMs: now };

const made = fc.record({
  userId: fc.constantFrom('', 'ada', 'Adam', "o'neil", '日本', 'eve 🚀', 'z'),
  session: fc.constantFrom(null, 's1', 's2', 's3'),
  trace: fc.constantFrom(null, 't1', 't2'),
  error: fc.constantFrom(null, null, 'boom'),
  project: fc.constantFrom(1, 2),
  evalRun: fc.constantFrom(0, 0, 0, 5),
  at: fc.integer({ min: 0, max: 24 }),
});

const CALLS = fc.sample(made, { seed: 5, numRuns: 300 }).map((each, index) =>
  Object.assign(each, {
    call: plainCall(`c${index}`, now - each.at * DAY_MS - 1, {
      sessionId: each.session,
      traceId: each.trace,
      error: each.error,
      costUsd: index / 4,
      totalTokens: index,
    }),
  }),
);
type Made = (typeof CALLS)[number];

const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

const VALUES = {
  lastSeen: ({ lastMs }: UserFigures) => lastMs,
  calls: ({ calls }: UserFigures) => calls,
  sessions: ({ sessions }: UserFigures) => sessions,
  cost: ({ costUsd }: UserFigures) => costUsd,
  tokens: ({ totalTokens }: UserFigures) => totalTokens,
  errors: ({ errors }: UserFigures) => errors,
};

function expected(order: keyof typeof VALUES, matches: (each: Made) => boolean = () => true): UserFigures[] {
  const found = CALLS.filter(
    (each) =>
      each.evalRun === 0 && each.userId !== '' && each.call.timestampMs >= window.startMs && matches(each),
  );
  const value = VALUES[order];
  return [...Map.groupBy(found, ({ userId }) => userId)]
    .map(([userId, theirs]) => {
      const times = theirs.map(({ call }) => call.timestampMs);
      return {
        userId,
        calls: theirs.length,
        sessions: new Set(theirs.flatMap(({ session }) => session ?? [])).size,
        traces: new Set(theirs.flatMap(({ trace }) => trace ?? [])).size,
        errors: theirs.filter(({ error }) => error !== null).length,
        costUsd: theirs.reduce((sum, { call }) => sum + (call.costUsd ?? 0), 0),
        totalTokens: theirs.reduce((sum, { call }) => sum + call.totalTokens, 0),
        firstMs: Math.min(...times),
        lastMs: Math.max(...times),
      };
    })
    .toSorted((left, right) => value(right) - value(left) || byBytes(left.userId, right.userId));
}

describe.each(await testEngines())('users on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    const rowOf = ({ call, project, evalRun, userId }: Made, of = account) =>
      callRow({ account: of, project, evalRun, userId }, call);
    await engine.insert('calls', [
      ...CALLS.map((each) => rowOf(each)),
      ...CALLS.slice(0, 40).map((each) => rowOf(each, newAccount())),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('have the totals of their calls in the window, in every order', async () => {
    await Promise.all(
      USER_ORDERS.map(async (order) => {
        const answer = await selectUsers(window, { order, limit: 50 }).run(asking, scope);
        expect([order, answer]).toEqual([order, { users: expected(order), total: 6 }]);
      }),
    );
  });

  it('are found by a part of their id, by a filter and in a project, and counted beyond the limit', async () => {
    const ask = (filter: object, wanted: { search?: string; limit?: number }, within: Scope = scope) =>
      selectUsers({ ...window, ...filter }, { order: 'calls', limit: 50, ...wanted }).run(asking, within);
    expect(await ask({}, { search: 'AD' })).toEqual({
      users: expected('calls', ({ userId }) => /ad/i.test(userId)),
      total: 2,
    });
    expect((await ask({ error: true }, {})).users).toEqual(expected('calls', ({ error }) => error !== null));
    expect((await ask({}, {}, { ...scope, project: 2 })).users).toEqual(
      expected('calls', ({ project }) => project === 2),
    );
    expect(await ask({}, { limit: 2 })).toEqual({ users: expected('calls').slice(0, 2), total: 6 });
    expect(await ask({}, { search: '%' })).toEqual({ users: [], total: 0 });
  });
});
