// Calls in the order of arrival, from the real tables: late calls are included, and calls that arrived
// earlier are not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectArrivedCalls, type Arrival } from './arrived-calls.ts';
import type { CallFilter } from './call-filter.ts';
import type { Scope } from './scope.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const sinceMs = now - HOUR_MS;

const came = (id: string, receivedMs: number, timestampMs = receivedMs): Arrival => ({
  id,
  timestampMs,
  receivedMs,
});

// In the order of arrival: two of the same moment, one late by hours, one stamped ahead.
const arrivals = [
  came('first', sinceMs),
  came('a', now - SECOND_MS),
  came("b o'dd 日本", now - SECOND_MS, now - 20 * HOUR_MS),
  came('ahead', now, now + HOUR_MS),
];
const left = [
  came('before', sinceMs - 1),
  came('too late', now, now - 3 * DAY_MS),
  came('expired', now, scope.sinceMs - 1),
];

const row = (
  { id, timestampMs, receivedMs }: Arrival,
  extra: { evalRun?: number; project?: number } = {},
) => ({
  ...callRow({ account, ...extra }, plainCall(id, timestampMs)),
  received_at: new Date(receivedMs).toISOString(),
});

describe.each(await testEngines())('arrivals on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;

  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    await engine.insert('calls', [
      ...arrivals.map((each) => row(each)),
      ...left.map((each) => row(each)),
      row(came('run', now), { evalRun: 3 }),
      row(came('elsewhere', now), { project: 2 }),
      { ...row(came('foreign', now)), account: newAccount() },
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('pages through calls in the order of arrival, late or not', async () => {
    const inProject: Scope = { ...scope, project: 1 };
    const ask = (limit: number, after: Arrival | null = null, where = inProject, filter: CallFilter = {}) =>
      selectArrivedCalls(filter, { sinceMs, after, limit }).run(asking, where);
    const [first, a, odd, ahead] = arrivals;
    const pages = await Promise.all([
      ask(10),
      ask(2),
      ask(2, a),
      ask(2, ahead),
      ask(10, odd, scope),
      ask(10, null, inProject, { startMs: now }),
      ask(10, null, { ...scope, account: account + 1_000_000 }),
    ]);
    const elsewhere = came('elsewhere', now);
    expect(pages).toEqual([arrivals, [first, a], [odd, ahead], [], [ahead, elsewhere], [ahead], []]);
  });
});
