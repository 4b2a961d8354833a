// What alerts with a filter, groups and a percentile measure, on the real tables, compared with plain sums.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectGroupWindows } from './group-windows.ts';
import { selectWindowSeries } from './measure-series.ts';
import type { MeasuredRows } from './measured-rows.ts';

const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
const [account, other] = [newAccount(), newAccount()];
const USERS = ['ada', "o'neil", '', 'zoe'] as const;

interface Made {
  user: string;
  atMs: number;
  costUsd: number;
  latencyMs: number;
  failed: boolean;
  model: string;
  team: string | null;
}

/** Every quarter of an hour of three days. */
const made = Array.from({ length: 3 * 96 }, (_, at): Made => ({
  user: USERS[at % 4] ?? '',
  atMs: now - at * 15 * MINUTE_MS - 1,
  costUsd: (at % 8) / 8,
  latencyMs: ((at * 37) % 101) * 10,
  failed: at % 5 === 0,
  model: at % 3 === 0 ? 'large' : 'small',
  team: at % 2 === 0 ? 'red' : null,
}));

const calls = [account, other].flatMap((owner) =>
  made.map((call, at) =>
    callRow(
      { account: owner, project: 1 + (at % 2), userId: call.user },
      plainCall(`c${at}`, call.atMs, {
        model: call.model,
        costUsd: call.costUsd,
        latencyMs: call.latencyMs,
        error: call.failed ? 'boom' : null,
        tags: call.team === null ? {} : { team: call.team },
        traceId: `run-${Math.floor(at / 4)}`,
      }),
    ),
  ),
);

/** A tool for each run, the second of which fails always. */
const spans = Array.from({ length: 72 }, (_, at) =>
  observationRow(
    { account, project: 1, evalRun: 0 },
    plainObservation(`run-${at}`, `s${at}`, now - at * HOUR_MS - 2, {
      type: 'tool',
      name: at % 2 === 0 ? 'search' : 'mail',
      durationMs: 100 + at,
      error: at % 2 === 0 ? null : 'no mail',
    }),
  ),
);

const rows = (changes: Partial<MeasuredRows> = {}): MeasuredRows => ({
  of: 'calls',
  filter: {},
  dimension: null,
  level: null,
  slowMs: 0,
  size: 'calls',
  ...changes,
});

function quantile(values: readonly number[], level: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  if (sorted.length === 0) return null;
  const rank = (sorted.length - 1) * level;
  const [below, above] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0];
  return below + (above - below) * (rank - Math.floor(rank));
}

const window = (hours: number, back = 0) => ({
  startMs: now - back * DAY_MS - hours * HOUR_MS,
  endMs: now - back * DAY_MS,
});

function sumsOf(picked: readonly Made[], level: number | null, slowMs = 0) {
  const took = picked.map(({ latencyMs }) => latencyMs);
  return {
    calls: picked.length,
    errors: picked.filter(({ failed }) => failed).length,
    costUsd: picked.reduce((sum, { costUsd }) => sum + costUsd, 0),
    latencyMs: level === null ? null : quantile(took, level),
    ...(level === null || picked.length === 0 ? {} : { slow: took.filter((ms) => ms >= slowMs).length }),
  };
}

const within = ({ startMs, endMs }: { startMs: number; endMs: number }, is: (call: Made) => boolean) =>
  made.filter((call) => call.atMs >= startMs && call.atMs < endMs && is(call));

describe.each(await testEngines())('$name', ({ config }) => {
  const options = testOptions();
  const scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
    await engine.insert('calls', calls);
    await engine.insert('observations', spans);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });
  const ask = (asked: MeasuredRows, hours = [window(6)], most = 100, kept: string[] = [], within = scope) =>
    selectGroupWindows({ rows: asked, windows: hours, most, kept }).run(batching(engine), within);

  it('calls by user, on several days, with a percentile and the slow ones', async () => {
    const windows = [window(24), window(24, 1), window(12), { ...window(12), endMs: now - 12 * HOUR_MS }];
    const found = await ask(rows({ dimension: 'user', level: 0.99, slowMs: 500 }), windows);
    expect(found.map(({ key }) => key)).toEqual(['ada', "o'neil", 'zoe']);
    for (const { key, windows: sums } of found) {
      const mine = windows.map((each) =>
        sumsOf(
          within(each, ({ user }) => user === key),
          0.99,
          500,
        ),
      );
      // A window that ends before it begins has nothing.
      expect(sums).toEqual(
        mine.map((each) => (each.calls === 0 ? Object.assign(each, { latencyMs: null }) : each)),
      );
    }
  });

  it('the largest groups by count or by cost, and first those that must not be left out', async () => {
    const cost = (key: string) =>
      sumsOf(
        within(window(6), ({ user }) => user === key),
        null,
      ).costUsd;
    const users = ['ada', "o'neil", 'zoe'];
    const dearest = users.toSorted((left, right) => cost(right) - cost(left));
    const byCost = rows({ dimension: 'user', size: 'cost' });
    expect((await ask(byCost)).map(({ key }) => key)).toEqual(dearest);
    const last = dearest.at(-1) ?? '';
    expect((await ask(byCost, [window(6)], 2, [last])).map(({ key }) => key)).toEqual([last, dearest[0]]);
  });

  it('a filter, a tag, a project, and nothing of another account', async () => {
    const large = rows({ filter: { where: [{ field: 'model', op: 'is', values: ['large'] }] } });
    const [one] = await ask(large);
    expect(one).toEqual({
      key: '',
      windows: [
        sumsOf(
          within(window(6), ({ model }) => model === 'large'),
          null,
        ),
      ],
    });
    const [red, ...more] = await ask(rows({ dimension: 'tag:team' }));
    expect([red?.key, red?.windows[0]?.calls, more]).toEqual(['red', 12, []]);
    const projects = await ask(rows({ dimension: 'project' }));
    expect(projects.map(({ key, windows: [sums] }) => [key, sums?.calls])).toEqual([
      ['1', 12],
      ['2', 12],
    ]);
    expect(await ask(rows(), [window(6)], 1, [], { ...scope, account: newAccount() })).toEqual([]);
  });

  it('spans by tool, and runs by tool', async () => {
    const tools = await ask(rows({ of: 'spans', dimension: 'tool', level: 0.5, slowMs: 104 }));
    expect(tools.map(({ key, windows: [sums] }) => [key, sums])).toEqual([
      ['mail', { calls: 3, errors: 3, costUsd: 0, latencyMs: 103, slow: 1 }],
      ['search', { calls: 3, errors: 0, costUsd: 0, latencyMs: 102, slow: 1 }],
    ]);
    const runs = await ask(rows({ of: 'runs', dimension: 'tool' }), [window(24), window(24, 1)]);
    expect(runs.map(({ key, windows: [today, before] }) => [key, today?.calls, before?.calls])).toEqual([
      ['mail', 12, 12],
      ['search', 12, 12],
    ]);
    const cost = made.slice(0, 96).reduce((sum, { costUsd }) => sum + costUsd, 0);
    expect(runs.reduce((sum, { windows: [today] }) => sum + (today?.costUsd ?? 0), 0)).toBeCloseTo(cost, 9);
    const mails = await ask(rows({ of: 'spans', filter: { tool: 'mail' }, dimension: 'tool' }));
    expect(mails.map(({ key }) => key)).toEqual(['mail']);
    const costUsd = { field: 'run.costUsd', op: 'atLeast', values: [1.6] } as const;
    const [dear] = await ask(rows({ of: 'runs', filter: { figures: [costUsd] } }), [window(24)]);
    const perRun = Array.from({ length: 24 }, (_, run) =>
      made.slice(4 * run, 4 * run + 4).reduce((sum, call) => sum + call.costUsd, 0),
    );
    expect(dear?.windows[0]?.calls).toBe(perRun.filter((usd) => usd >= 1.6).length);
  });

  it('a series of each group has the numbers of its windows', async () => {
    const steps = { firstEndMs: now - DAY_MS, stepMs: 2 * HOUR_MS, points: 13, windowMs: 6 * HOUR_MS };
    for (const subject of ['calls', 'runs'] as const) {
      const asked = rows({ of: subject, dimension: 'user', level: 0.9, slowMs: 300 });
      const series = await selectWindowSeries({ rows: asked, ...steps, most: 2 }).run(
        batching(engine),
        scope,
      );
      // A run has the user of its first span that has one.
      expect(series.size).toBe(subject === 'runs' ? 1 : 2);
      for (const point of [0, 12]) {
        const endMs = steps.firstEndMs + point * steps.stepMs;
        const sums = await ask(asked, [{ startMs: endMs - steps.windowMs, endMs }]);
        for (const [key, windows] of series)
          expect(windows.get(point)).toEqual(sums.find((group) => group.key === key)?.windows[0]);
      }
    }
  });
});
