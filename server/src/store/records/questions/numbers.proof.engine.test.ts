// Aggregates, percentiles and histograms of random calls on the real tables, compared with an oracle of plain
// loops. A few dozen questions where the engine is emulated, about a thousand where it runs natively, and
// thousands with TEST_ALL=1.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '#lib/app-error';
import { DAY_MS, isoTime } from '#lib/clock';
import { randomCalls, randomQuestions, type RandomQuestion } from '#test/oracles/query-cases';
import {
  groupsOf,
  matching,
  ORACLE_AXES,
  percentilesOf,
  spreadOf,
  timeKey,
  valueOf,
  type OracleCall,
} from '#test/oracles/query-oracle';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { MINUS_ONE } from '../changes/observation-of-call.ts';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectAggregate } from './aggregate.ts';
import { selectAggregateSeries } from './aggregate-series.ts';
import { selectDistribution, selectDistributionSeries, type Bucket } from './distribution.ts';
import { METRICS } from './metrics.ts';
import { selectPercentiles, selectPercentileSeries, type Percentiles } from './percentiles.ts';
import { QUARTER_MS, type WindowedFilter } from './rollup-window.ts';
import { isTimeAxis, stepMs, TIME_AXES } from './time-axis.ts';

const engines = await testEngines();
const native = engines.some(({ config }) => config.kind === 'embedded');
const SEED = 4;
const SPLIT_AXES = ['model', 'provider', 'tag', 'error', 'agent'] as const;
/** After this many questions, every metric was asked on every axis. */
const TURN = ORACLE_AXES.length * METRICS.length;
const all = process.env['TEST_ALL'] === '1';
const MANY = all
  ? { accounts: 200, aggregates: 25 * TURN, percentiles: 500, histograms: 400 }
  : { accounts: 50, aggregates: 4 * TURN, percentiles: 80, histograms: 60 };
const FEW = { accounts: 10, aggregates: 14, percentiles: 4, histograms: 4 };
/** The server gets the same statements as the engine in-process; only the values arrive in another way. */
const ON_SERVER = all
  ? { aggregates: 2 * TURN, percentiles: 100, histograms: 80 }
  : { aggregates: TURN, percentiles: 24, histograms: 12 };
const ACCOUNTS = Array.from({ length: (native ? MANY : FEW).accounts }, newAccount);
const LAST = Math.floor(Date.now() / DAY_MS) * DAY_MS - 1;

const calls = randomCalls(SEED, ACCOUNTS, LAST);
const callsOf = Map.groupBy(calls, ({ account }) => account);
/** The calls that a question is about, by its definition. */
const foundBy = ({ scope, filter }: Pick<RandomQuestion, 'scope' | 'filter'>): OracleCall[] =>
  matching(callsOf.get(scope.account) ?? [], scope, filter);

const callRow = (call: OracleCall) => ({
  account: call.account,
  project: call.project,
  id: call.id,
  timestamp: isoTime(call.timestampMs),
  received_at: isoTime(call.timestampMs),
  expires_at: Math.ceil(LAST / 1_000) + 365 * 86_400,
  provider: call.provider,
  model: call.model,
  prompt_tokens: call.promptTokens,
  completion_tokens: call.completionTokens,
  total_tokens: call.totalTokens,
  cached_tokens: call.cachedTokens,
  reasoning_tokens: call.reasoningTokens,
  audio_tokens: call.audioTokens,
  cost_usd: call.costUsd,
  cache_savings_usd: call.cacheSavingsUsd,
  latency_ms: call.latencyMs,
  ttft_ms: call.ttftMs ?? -1,
  tags: call.tags,
  error: call.error ?? '',
  user_id: call.userId,
  session_id: call.sessionId,
  agent: call.agent,
  eval_run: call.evalRun,
});

/**
 * Corrections as reclassified calls and new prices leave them in the sums: rows that subtract from others,
 * some with keys that no call has.
 */
function corrections(call: OracleCall, at: number): object[] {
  const row = {
    account: call.account,
    bucket: Math.floor(call.timestampMs / 900_000) * 900,
    project: call.project,
    provider: call.provider,
    model: at % 2 === 0 ? call.model : 'gone',
    last_seen: isoTime(call.timestampMs - (call.timestampMs % 900_000)),
    expires_at: Math.ceil(LAST / 1_000) + 365 * 86_400,
  };
  const amounts = { latency_ms: 3, cost_usd: 0.25, total_tokens: 8, ttft_sum_ms: 1 };
  const taken = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, -value]));
  return [
    { ...row, calls: '1', errors: '1', ttft_calls: '1', ...amounts },
    { ...row, calls: MINUS_ONE, errors: MINUS_ONE, ttft_calls: MINUS_ONE, ...taken },
    { ...row, cost_usd: 0.5, cache_savings_usd: 0.125 },
    { ...row, cost_usd: -0.5, cache_savings_usd: -0.125 },
  ];
}

const near = (value: number | null): unknown =>
  value === null ? null : expect.closeTo(value, Math.max(2, 9 - Math.ceil(Math.log10(Math.abs(value) + 1))));

const nearPercentiles = ({ count, ...ranks }: Percentiles) => ({
  ...Object.fromEntries(Object.entries(ranks).map(([name, value]) => [name, near(value)])),
  count,
});

/** As with more calls than fit into the memory of a question. */
const withoutMemoryToSort = (engine: RecordsEngine): RecordsEngine => ({
  ...engine,
  query: async (sql, params) => {
    if (sql.includes('quantilesExactInclusive')) throw unavailable('query_too_large', 'Too much.');
    return engine.query(sql, params);
  },
});

/** Compiling a statement pays off where it runs as native code; under emulation it takes most of a minute. */
const uncompiled = (engine: RecordsEngine): RecordsEngine => ({
  ...engine,
  query: (sql, params) =>
    engine.query(
      `${sql}\nSETTINGS compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0`,
      params,
    ),
});

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The same buckets, counted by checking each value. */
const counted = (histogram: readonly Bucket[], values: readonly number[]): Bucket[] =>
  histogram.map(({ from, to }, at) => {
    const inside = (value: number) =>
      value >= from && (at === histogram.length - 1 ? value <= to : value < to);
    return { from, to, count: values.filter(inside).length };
  });

/** Few enough at a time that none is rejected. */
async function inTurn<Case>(cases: readonly Case[], check: (each: Case) => Promise<void>): Promise<void> {
  const waiting = [...cases.entries()];
  const next = async (): Promise<void> => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      const [at, question] = each;
      await check(question).catch((error: unknown) => {
        throw new Error(`Question ${at} (seed ${SEED}): ${JSON.stringify(question)}`, { cause: error });
      });
    }
  };
  await Promise.all([next(), next(), next()]);
}

describe.each(engines)('numbers over calls on the $name engine', ({ config }) => {
  const howMany = !native ? FEW : config.kind === 'embedded' ? MANY : ON_SERVER;
  let engine: RecordsEngine;
  beforeAll(async () => {
    const opened = await openEngine(config, testOptions());
    engine = native ? opened : uncompiled(opened);
    await migrateRecords(opened);
    await engine.insert('calls', calls.map(callRow));
    await engine.insert(
      'agg_15m',
      calls.filter(({ evalRun }, at) => evalRun === 0 && at % 5 < 2).flatMap(corrections),
    );
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database} SYNC`);
    await engine.close();
  });

  /**
   * Half of the questions end, begin or meet the end of retention exactly at a call, if possible at one on a
   * quarter hour, where sums and calls meet.
   */
  const atCall = (question: RandomQuestion, at: number): RandomQuestion => {
    const { scope, filter } = question;
    const own = callsOf.get(scope.account) ?? [];
    const onQuarters = own.filter(({ timestampMs }) => timestampMs % QUARTER_MS === 0);
    const some = onQuarters.length > 0 ? onQuarters : own;
    const moment = some[at % some.length]?.timestampMs;
    // In the next turn the other half.
    if ((at + Math.floor(at / TURN)) % 2 === 0 || moment === undefined) return question;
    const around = (ms: number) => ({
      ...filter,
      startMs: Math.min(filter.startMs, ms - DAY_MS),
      endMs: Math.max(filter.endMs, ms + DAY_MS),
    });
    const between = (edges: Partial<WindowedFilter>): RandomQuestion => ({
      ...question,
      filter: { ...around(moment), ...edges },
    });
    const since = (sinceMs: number): RandomQuestion => ({
      ...question,
      filter: around(Math.floor(sinceMs)),
      scope: { ...scope, sinceMs },
    });
    const any = own[at % own.length]?.timestampMs ?? moment;
    return [
      between({ endMs: moment + 1 }),
      between({ endMs: moment }),
      between({ startMs: moment }),
      since(moment + (at % 3) / 4),
      since(Math.floor(any / QUARTER_MS) * QUARTER_MS),
    ][Math.floor(at / 2) % 5] as RandomQuestion;
  };

  /**
   * Where only few questions can be asked: the most telling one of each axis and metric, and one in eight at
   * random.
   */
  const asked = (count: number, seed: number): RandomQuestion[] => {
    const questions = randomQuestions(seed, native ? count : 8 * TURN, [...ACCOUNTS, newAccount()], LAST);
    if (native) return questions.map(atCall);
    const tells = (question: RandomQuestion): number => groupsOf(foundBy(question), question.aggregate).size;
    return Array.from({ length: count }, (_, at) => {
      const candidates = questions.filter((_, place) => place % TURN === at % TURN);
      return at % 8 === 7
        ? candidates.slice(0, 1)
        : candidates.toSorted((a, b) => tells(b) - tells(a)).slice(0, 1);
    }).flat();
  };

  it('aggregates: every metric on every axis, filtered or not, from sums or calls', async () => {
    await inTurn(asked(howMany.aggregates, SEED), async ({ scope, filter, aggregate: question }) => {
      const found = foundBy({ scope, filter });
      const expected = groupsOf(found, question);
      const { groups, total } = await selectAggregate(filter, question).run(engine, scope);
      expect(total).toEqual({ value: near(valueOf(found, question.metric)), count: found.length });
      expect(groups.map(({ key }) => key).toSorted()).toEqual([...expected.keys()].toSorted());
      expect(groups.map(({ key, count, lastSeenMs, value }) => [key, count, lastSeenMs, value])).toEqual(
        groups.map(({ key }) => {
          const group = expected.get(key);
          return [key, group?.count, group?.lastSeenMs, near(group?.value ?? null)];
        }),
      );
      const order = groups.toSorted((a, b) => {
        const byValue = (b.value ?? -Infinity) - (a.value ?? -Infinity);
        return isTimeAxis(question.axis) || a.value === b.value ? byBytes(a.key, b.key) : byValue;
      });
      expect(groups).toEqual(order);
    });
  });

  it('percentiles: of all, and by day, hour and minute', async () => {
    const questions = asked(howMany.percentiles, SEED + 1).map((question, at) =>
      Object.assign(question, {
        metric: at % 2 === 0 ? ('latency' as const) : ('cost' as const),
        axis: TIME_AXES[at % 4] ?? null,
        offsetMinutes: at % 4 === 0 ? at * 7 - 840 : 0,
      }),
    );
    await inTurn(questions, async ({ scope, filter, metric, axis, offsetMinutes }) => {
      const found = foundBy({ scope, filter });
      const groups = Map.groupBy(
        found,
        ({ timestampMs }) => axis && timeKey(timestampMs, axis, offsetMinutes),
      );
      const expected = [...groups]
        .toSorted(([a], [b]) => byBytes(a ?? '', b ?? ''))
        .map(([key, group]) => Object.assign({ key }, nearPercentiles(percentilesOf(group, metric))));
      const none = axis === null && found.length === 0;
      for (const asked of [engine, withoutMemoryToSort(engine)]) {
        const answer = axis
          ? await selectPercentileSeries(filter, { metric, axis, offsetMinutes }).run(asked, scope)
          : [{ key: null, ...(await selectPercentiles(filter, { metric, axis }).run(asked, scope)) }];
        expect(answer).toEqual(none ? [{ key: null, ...percentilesOf([], metric) }] : expected);
      }
    });
  });

  it('histograms: no gaps from the lowest value to the highest, and each call in the one bucket that its edges name', async () => {
    const questions = asked(howMany.histograms, SEED + 2).map((question, at) =>
      Object.assign(question, {
        metric: at % 2 === 0 ? ('latency' as const) : ('cost' as const),
        scale: at % 4 < 2 ? ('linear' as const) : ('log' as const),
      }),
    );
    await inTurn(questions, async ({ scope, filter, metric, scale, buckets }) => {
      const values = foundBy({ scope, filter }).map((call) => spreadOf(call, metric));
      const histogram = await selectDistribution(filter, { metric, scale, buckets }).run(engine, scope);
      expect(histogram).toEqual(counted(histogram, values));
      expect(histogram.map(({ from }) => from).slice(1)).toEqual(histogram.map(({ to }) => to).slice(0, -1));
      const ends = values.length === 0 ? [] : [Math.min(...values), Math.max(...values)];
      expect([histogram[0]?.from, histogram.at(-1)?.to].filter((end) => end !== undefined)).toEqual(ends);
      const [min = 0, max = 0] = ends;
      // Wide enough that no two edges coincide.
      const wide = scale === 'linear' && max - min > 1e-3;
      const width = wide ? (max - min) / buckets : 0;
      const widths = histogram.map(({ from, to }) => (wide ? to - from : 0));
      expect(widths).toEqual(Array.from(wide ? { length: buckets } : histogram, () => near(width)));
      expect(histogram.length).toBeLessThanOrEqual(buckets);
    });
  });

  /** The name of a step of several days, hours or minutes, which is the name of its first. */
  const steppedKey = (
    timestampMs: number,
    axis: (typeof TIME_AXES)[number],
    offset: number,
    every: number,
  ) => {
    const [length, shift] = [stepMs(axis, every), offset * 60_000];
    return timeKey(Math.floor((timestampMs + shift) / length) * length - shift, axis, offset);
  };

  it('series: one for each of the largest values and one for all others, in steps of any length', async () => {
    const questions = asked(howMany.histograms, SEED + 3).map((question, at) =>
      Object.assign(question, {
        axis: TIME_AXES[at % 3] ?? 'day',
        splitBy: SPLIT_AXES[at % 5] ?? 'model',
        metric: METRICS[at % METRICS.length] ?? 'cost',
        every: [1, 2, 3, 15][at % 4] ?? 1,
        offsetMinutes: at % 3 === 0 ? (at % 5) * 60 : 0,
      }),
    );
    await inTurn(questions, async ({ scope, filter, axis, splitBy, metric, every, offsetMinutes }) => {
      const found = foundBy({ scope, filter });
      const wanted = { axis, metric, every, offsetMinutes, splitBy, tagKey: 'env', most: 2 };
      const { series, ...whole } = await selectAggregateSeries(filter, wanted).run(engine, scope);
      const valueAt = (call: OracleCall): string | null =>
        splitBy === 'tag' ? (call.tags['env'] ?? null) : call[splitBy] || null;
      const shown = new Set(series.map(({ key }) => key));
      expect(series.filter(({ key }) => key !== null).length).toBeLessThanOrEqual(2);
      const check = (answer: typeof whole, of: readonly OracleCall[]) => {
        expect(answer.total).toEqual({ value: near(valueOf(of, metric)), count: of.length });
        const groups = Map.groupBy(of, ({ timestampMs }) =>
          steppedKey(timestampMs, axis, offsetMinutes, every),
        );
        expect(answer.groups.map(({ key, count, value }) => [key, count, value])).toEqual(
          [...groups]
            .toSorted(([a], [b]) => byBytes(a, b))
            .map(([key, some]) => [key, some.length, near(valueOf(some, metric))]),
        );
      };
      check(whole, found);
      for (const { key, ...one } of series) {
        const ofSeries = found.filter((call) => {
          const value = valueAt(call);
          return key === null ? value === null || !shown.has(value) : value === key;
        });
        check(one, ofSeries);
      }
      const counted = series.reduce((sum, { total }) => sum + total.count, 0);
      expect(counted).toBe(found.length);
    });
  });

  it('heat maps: the histogram of each step, in the same buckets', async () => {
    const questions = asked(howMany.histograms, SEED + 4).map((question, at) =>
      Object.assign(question, { axis: TIME_AXES[at % 3] ?? 'day', every: [1, 3][at % 2] ?? 1 }),
    );
    await inTurn(questions, async ({ scope, filter, buckets, axis, every }) => {
      const found = foundBy({ scope, filter });
      const wanted = { metric: 'latency', scale: 'log', buckets } as const;
      const { buckets: edges, steps } = await selectDistributionSeries(filter, wanted, { axis, every }).run(
        engine,
        scope,
      );
      expect(edges).toEqual(await selectDistribution(filter, wanted).run(engine, scope));
      const groups = Map.groupBy(found, ({ timestampMs }) => steppedKey(timestampMs, axis, 0, every));
      expect(steps).toEqual(
        [...groups]
          .toSorted(([a], [b]) => byBytes(a, b))
          .map(([key, some]) => ({
            key,
            counts: counted(
              edges,
              some.map((call) => spreadOf(call, 'latency')),
            ).map(({ count }) => count),
          })),
      );
    });
  });
});
