// The windows of the alert job on the real tables, compared with plain sums of the same calls. Few rows and
// three statements, because each costs a second under emulation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../engine/engine.ts';
import { selectWindowSums, type WindowSums, type WindowWant } from './measure-windows.ts';
import { migrateRecords } from '../../migrations/migrate.ts';
import { selectWindowSeries } from '../measure-series.ts';

const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 7 * MINUTE_MS;
const [first, second, third] = [newAccount(), newAccount(), newAccount()];

interface Made {
  account: number;
  project: number;
  timestampMs: number;
  costUsd: number;
  latencyMs: number;
  failed: boolean;
  evalRun: number;
}

const made: Made[] = [];
// Calls every few minutes of seventeen days around the time of the windows, in three accounts and two
// projects.
for (const [position, account] of [first, second, third].entries()) {
  for (let back = 0; back < 17; back += 1) {
    for (let minutes = -3; minutes < 100; minutes += 6) {
      const at = made.length;
      made.push({
        account,
        project: 1 + (at % 2),
        timestampMs: now - back * DAY_MS - minutes * MINUTE_MS - (at % 3) * 999 - position,
        costUsd: (at % 7) / 4,
        latencyMs: ((at * 37) % 101) * 10,
        failed: at % 5 === 0,
        evalRun: at % 11 === 0 ? 3 : 0,
      });
    }
  }
}
// On the edges: the first millisecond is in, the last is not.
for (const timestampMs of [now - HOUR_MS, now - HOUR_MS - 1, now - 1, now]) {
  made.push({
    account: first,
    project: 1,
    timestampMs,
    costUsd: 64,
    latencyMs: 5_000,
    failed: false,
    evalRun: 0,
  });
}

const rows = made.map((call, at) =>
  callRow(
    { account: call.account, project: call.project, evalRun: call.evalRun },
    plainCall(`c${at}`, call.timestampMs, {
      costUsd: call.costUsd,
      latencyMs: call.latencyMs,
      error: call.failed ? 'boom' : null,
    }),
  ),
);

function p95(values: number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  if (sorted.length === 0) return null;
  const rank = (sorted.length - 1) * 0.95;
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? 0;
  return below + (above - below) * (rank - Math.floor(rank));
}

function expected(
  { account, project, startMs, endMs }: Pick<WindowWant, 'account' | 'project' | 'startMs' | 'endMs'>,
  latencies: boolean,
): WindowSums {
  const calls = made.filter(
    (call) =>
      call.account === account &&
      (project === null || call.project === project) &&
      call.timestampMs >= startMs &&
      call.timestampMs < endMs &&
      call.evalRun === 0,
  );
  return {
    calls: calls.length,
    errors: calls.filter(({ failed }) => failed).length,
    costUsd: calls.reduce((sum, { costUsd }) => sum + costUsd, 0),
    latencyMs: latencies ? p95(calls.map(({ latencyMs }) => latencyMs)) : null,
  };
}

const ALL_LATENCIES = {
  of: 'calls',
  filter: {},
  dimension: null,
  level: 0.95,
  slowMs: 0,
  size: 'calls',
} as const;

const want = (changes: Partial<WindowWant>): WindowWant => ({
  account: first,
  project: null,
  sinceMs: now - 30 * DAY_MS,
  startMs: now - HOUR_MS,
  endMs: now,
  historyDays: 0,
  ...changes,
});

const WANTS = [
  want({}),
  want({ project: 2 }),
  want({ startMs: now - 4 * MINUTE_MS }),
  want({ startMs: now - 10 * DAY_MS }),
  want({ account: second, historyDays: 14 }),
  want({ account: second, project: 1, startMs: now - 90 * MINUTE_MS, historyDays: 14 }),
  // Retention cuts the history to three days.
  want({ account: third, sinceMs: now - 4 * DAY_MS, historyDays: 14 }),
  want({ account: newAccount(), historyDays: 2 }),
];

const answered = (latencies: boolean): WindowSums[][] =>
  WANTS.map((each, at) =>
    Array.from({ length: at === 6 ? 4 : each.historyDays + 1 }, (_, back) =>
      expected(
        { ...each, startMs: each.startMs - back * DAY_MS, endMs: each.endMs - back * DAY_MS },
        latencies,
      ),
    ),
  );

describe.each(await testEngines())('$name', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
    await engine.insert('calls', rows);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('sums of many accounts and windows in one statement', async () => {
    expect(await selectWindowSums(WANTS, false).run(batching(engine))).toEqual(answered(false));
  });

  it('latencies of many accounts and windows in one statement', async () => {
    expect(await selectWindowSums(WANTS, true).run(batching(engine))).toEqual(answered(true));
  });

  it('a series of windows that overlap', async () => {
    const question = {
      firstEndMs: now - 3 * HOUR_MS,
      stepMs: 15 * MINUTE_MS,
      points: 13,
      windowMs: HOUR_MS,
      rows: ALL_LATENCIES,
      most: 1,
    };
    const scope = { account: first, project: null, sinceMs: now - 30 * DAY_MS };
    const found = await selectWindowSeries(question).run(batching(engine), scope);
    const series = (found.get('') ?? new Map())
      .entries()
      .map(([point, { slow: _slow, ...sums }]) => [point, sums]);
    const plain = Array.from({ length: question.points }, (_, point) => {
      const endMs = question.firstEndMs + point * question.stepMs;
      return [point, expected({ ...scope, startMs: endMs - question.windowMs, endMs }, true)] as const;
    }).filter(([, { calls }]) => calls > 0);
    expect([...series]).toEqual(plain);
  });
});
