// Runs and sessions by tag, compared with plain loops: a run has the tags of its first call that has some, else of its first
// other span. And a month of many runs in little memory.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { aggregatePartsSql, selectAggregate } from './aggregate.ts';
import { selectAggregateSeries } from './aggregate-series.ts';
import { selectFacetValues } from './facets.ts';
import type { Scope } from './scope.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 60 * DAY_MS };
const window = { startMs: now - 30 * DAY_MS, endMs: now };

const made = fc.record({
  run: fc.integer({ min: 0, max: 40 }),
  isCall: fc.boolean(),
  /** Few moments, so that spans begin at the same one. */
  at: fc.integer({ min: 0, max: 5 }),
  tags: fc.dictionary(fc.constantFrom('env', "te'am 🚀"), fc.constantFrom('', 'prod', "d'ev"), {
    maxKeys: 2,
  }),
});

const SPANS = fc.sample(made, { seed: 3, numRuns: 300 }).map((each, at) => {
  const common = { tags: { ...each.tags }, sessionId: `session-${each.run % 9}` };
  const atMs = now - 10 * DAY_MS + each.at * 1_000;
  const span = each.isCall
    ? plainCall(`c${at}`, atMs, { ...common, traceId: `run-${each.run}` })
    : plainObservation(`run-${each.run}`, `o${at}`, atMs, common);
  return Object.assign({}, each, { session: each.run % 9, atMs, span });
});
type Span = (typeof SPANS)[number];

/** The tags of each run or session. */
function tagsBy(group: 'run' | 'session'): Record<string, string>[] {
  const orderOf = ({ isCall, atMs, span }: Span) => `${isCall ? 0 : 1} ${atMs} ${span.id}`;
  return [...Map.groupBy(SPANS, (each) => each[group]).values()].map((spans) => {
    const tagged = spans.filter(({ tags }) => Object.keys(tags).length > 0);
    const [first] = tagged.toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1));
    return Object.assign({}, first?.tags);
  });
}

function counted(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}

const MANY = 60_000;
const many = newAccount();
const manySql = `INSERT INTO calls (account, project, id, trace_id, timestamp, received_at, expires_at, tags)
SELECT ${many}, 1, concat(trace_id, '-call'), lower(hex(sipHash128(number))) AS trace_id,
  fromUnixTimestamp64Milli(toInt64(${now} - (number + 1) * 40000), 'UTC') AS timestamp, timestamp, toDateTime('2100-01-01 00:00:00', 'UTC'),
  map('env', 'production', 'feature', concat('feature-', toString(number % 20)), 'user', concat('user-', toString(number)), 'region', 'eu')
FROM numbers(${MANY})`;

describe.each(await testEngines())('runs by tag on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
    const rows = SPANS.map(({ span }) =>
      span.kind === 'call'
        ? callRow({ account, project: 1 }, span)
        : observationRow({ account, project: 1 }, span),
    );
    await engine.insert(
      'calls',
      rows.filter((_, at) => SPANS[at]?.isCall),
    );
    await engine.insert(
      'observations',
      rows.filter((_, at) => !SPANS[at]?.isCall),
    );
    await engine.command(manySql);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it.each(['env', "te'am 🚀", 'none'])(
    'each is in the group of its tag %s, and in the total',
    async (tagKey) => {
      for (const [of, group] of [
        ['runs', 'run'],
        ['sessions', 'session'],
      ] as const) {
        const tags = tagsBy(group);
        const values = tags.flatMap((each) => (Object.hasOwn(each, tagKey) ? [each[tagKey] ?? ''] : []));
        const question = { of, axis: 'tag', tagKey, metric: 'count' } as const;
        const { groups, total } = await selectAggregate(window, question).run(engine, scope);
        expect([
          of,
          counted(groups.flatMap(({ key, count }) => Array.from({ length: count }, () => key))),
        ]).toEqual([of, counted(values)]);
        expect(total.count).toBe(tags.length);
        const facet = await selectFacetValues(window, { of, facet: 'tag', tagKey, limit: 50 }).run(
          engine,
          scope,
        );
        expect(new Map(facet.map(({ value, count }) => [value, count]))).toEqual(new Map(counted(values)));
        const keys = await selectFacetValues(window, { of, facet: 'tagKey', limit: 50 }).run(engine, scope);
        expect(new Map(keys.map(({ value, count }) => [value, count]))).toEqual(
          new Map(counted(tags.flatMap((each) => Object.keys(each)))),
        );
      }
    },
  );

  it('a series by day has one part for each tag, and one for the rest', async () => {
    const asked = {
      of: 'runs',
      axis: 'day',
      metric: 'count',
      splitBy: 'tag',
      tagKey: 'env',
      most: 1,
    } as const;
    const { series, total } = await selectAggregateSeries(window, asked).run(engine, scope);
    const tags = tagsBy('run');
    const [first] = counted(tags.flatMap(({ env }) => env ?? [])).toSorted(
      ([left, some], [right, others]) => others - some || (left < right ? -1 : 1),
    );
    expect(series.map(({ key, total: { count } }) => [key, count])).toEqual([
      first,
      [null, tags.length - (first?.[1] ?? 0)],
    ]);
    expect(total.count).toBe(tags.length);
  });

  it('many runs need little memory', async () => {
    const question = { of: 'runs', axis: 'tag', tagKey: 'feature', metric: 'count' } as const;
    const { sql, params } = aggregatePartsSql({ ...scope, account: many }, window, question);
    const rows = await engine.query<{ part_n: number }>(
      `${sql}\nSETTINGS max_memory_usage = ${MANY * 1_000}, max_threads = 1`,
      params,
    );
    expect(rows.reduce((sum, { part_n: runs }) => sum + runs, 0)).toBe(MANY);
  });
});
