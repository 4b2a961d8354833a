// The statements behind aggregates, percentiles and histograms, kept as files, and the arithmetic around
// them.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sqlText } from '#test/support/sql-text';
import { timeKey } from '#test/oracles/query-oracle';
import { aggregatePartsSql, aggregateSql } from './aggregate.ts';
import { AXES, hasAxis, type Axis } from './axes.ts';
import { bucketStarts } from './bucket-edges.ts';
import { countsByStepSql, countsSql, spanSql } from './distribution.ts';
import { METRICS_OF } from './metrics.ts';
import { percentilesSql } from './percentiles.ts';
import { wholeQuarters, type WindowedFilter } from './rollup-window.ts';
import type { Scope } from './scope.ts';
import { SUBJECTS } from './subjects.ts';
import { stepName, stepParams, TIME_AXES } from './time-axis.ts';
import type { Statement } from './question.ts';

const QUARTER = 900_000;
const START = 1_700_000_100_000;
const scope: Scope = { account: 7, project: 3, sinceMs: START - 90 * 86_400_000 };
const window: WindowedFilter = { startMs: START, endMs: START + 86_400_000 };
const cut: WindowedFilter = {
  startMs: START + 1,
  endMs: START + 86_400_001,
  provider: 'openai',
  model: 'gpt',
};

const SPECIFIED: readonly Axis[] = ['provider', 'model', ...TIME_AXES, 'tag', 'error'];

const CASES: Record<string, readonly Statement[]> = {
  ...Object.fromEntries(
    SPECIFIED.map((axis) => [
      `aggregate-by-${axis}`,
      [aggregateSql(scope, window, { axis, metric: 'cost', tagKey: 'env' })],
    ]),
  ),
  'aggregate-cut-quarters': [aggregateSql(scope, cut, { axis: 'model', metric: 'ttft' })],
  'aggregate-beside-loads': [
    aggregatePartsSql(scope, cut, { axis: 'model', metric: 'ttft' }, { unloaded: "file('rows')" }),
  ],
  'spreads-beside-loads': [
    percentilesSql(scope, window, { metric: 'latency', axis: 'day' }, { unloaded: "file('rows')" }),
    countsSql(scope, window, { metric: 'latency' }, [0, 0.5, 7], { unloaded: "file('rows')" }),
  ],
  'aggregate-by-dimension': [
    aggregatePartsSql(scope, window, { axis: 'agent', metric: 'cost' }),
    aggregatePartsSql(scope, window, { axis: 'tool', metric: 'error_rate' }),
    aggregateSql(scope, window, { axis: 'tool', metric: 'cost' }),
    aggregatePartsSql(scope, window, {
      axis: 'day',
      metric: 'users',
      split: { axis: 'tool', places: ['search'] },
    }),
  ],
  'aggregate-spans': [
    aggregatePartsSql(
      scope,
      { ...window, type: 'tool', name: 'sea', where: [{ field: 'durationMs', op: 'atLeast', values: [5] }] },
      { of: 'spans', axis: 'tool', metric: 'latency' },
      { unloaded: "file('calls')", unloadedObservations: "file('observations')" },
    ),
    percentilesSql(scope, window, { of: 'spans', metric: 'latency', axis: 'day' }),
  ],
  'aggregate-odd-offset': [aggregateSql(scope, window, { axis: 'day', metric: 'latency', offsetMinutes: 7 })],
  'aggregate-filtered': [
    aggregateSql(
      scope,
      { ...window, tags: { env: 'x' }, error: 'boom' },
      { axis: 'hour', metric: 'error_rate' },
    ),
  ],
  'aggregate-split': [
    aggregatePartsSql(scope, window, {
      axis: 'hour',
      every: 3,
      metric: 'cost',
      split: { axis: 'model', places: ['gpt-4o', 'o3'] },
    }),
    aggregatePartsSql(scope, window, {
      axis: 'minute',
      every: 10,
      metric: 'error_rate',
      split: { axis: 'tag', tagKey: 'env', places: ['prod'] },
    }),
  ],
  'distribution-by-step': [
    countsByStepSql(scope, window, { metric: 'latency' }, [0, 0.5, 7], { axis: 'hour', every: 3 }),
  ],
  percentiles: [
    percentilesSql(scope, window, { metric: 'latency', axis: null }),
    percentilesSql(scope, window, { metric: 'cost', axis: 'day', offsetMinutes: -840 }),
    percentilesSql(scope, window, { metric: 'latency', axis: null }, undefined, 'counted'),
  ],
  distribution: [
    spanSql(scope, window, { metric: 'latency' }),
    countsSql(scope, window, { metric: 'latency' }, [0, 0.5, 7]),
  ],
};

describe('statements that count and measure calls', () => {
  it.each(Object.entries(CASES))('%s', async (name, statements) => {
    await expect(sqlText(...statements)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
  });

  it('bind every value that came from outside', () => {
    const odd = "'; DROP TABLE calls --";
    const filter = { ...window, provider: odd, model: odd };
    for (const of of SUBJECTS) {
      for (const axis of AXES.filter((each) => hasAxis(of, each))) {
        for (const metric of METRICS_OF[of]) {
          expect(aggregateSql(scope, filter, { of, axis, metric, tagKey: odd }).sql).not.toContain('DROP');
        }
      }
    }
  });
});

describe('the quarters of an hour that the rollup can serve', () => {
  const served = (filter: Partial<WindowedFilter>, sinceMs = 0) =>
    wholeQuarters({ ...scope, sinceMs }, { ...window, ...filter });

  it('all of a window on quarters; the inner ones of any other', () => {
    expect(START % QUARTER).toBe(0);
    expect(served({})).toEqual({ fromMs: START, toMs: window.endMs, partial: false });
    expect(served({ startMs: START + 1 })).toMatchObject({ fromMs: START + QUARTER, partial: true });
    expect(served({ endMs: window.endMs - 1 })).toMatchObject({
      toMs: window.endMs - QUARTER,
      partial: true,
    });
    expect(served({ startMs: START + 1, endMs: START + QUARTER + 1 })).toBeNull();
    expect(served({ endMs: START + QUARTER })).toEqual({
      fromMs: START,
      toMs: START + QUARTER,
      partial: false,
    });
  });

  it('none that retention cuts through: a record exactly on the edge is expired', () => {
    expect(served({}, START - 1)).toMatchObject({ fromMs: START, partial: false });
    expect(served({}, START - 0.5)).toMatchObject({ fromMs: START, partial: false });
    expect(served({}, START)).toMatchObject({ fromMs: START + QUARTER, partial: true });
    expect(served({}, window.endMs)).toBeNull();
  });

  it('none with a filter on columns that the rollup does not have', () => {
    expect(served({ provider: 'a', model: 'b', includeEvalRuns: false, tags: {} })).not.toBeNull();
    for (const filter of [
      { tags: { a: '' } },
      { error: true },
      { error: false },
      { traceId: 't' },
      { promptName: 'greet' },
      { promptVersion: '2' },
      { userId: 'u' },
      { minCostUsd: 0 },
      { search: 'x' },
      { includeEvalRuns: true },
    ]) {
      expect(served(filter)).toBeNull();
    }
  });

  it('windows at the ends of the calendar stay within what the tables hold', () => {
    const all = served({ startMs: Date.parse('0001-01-01'), endMs: Date.parse('9999-12-31') });
    expect(all?.fromMs).toBe(QUARTER);
    expect((all?.toMs ?? Infinity) / 1_000).toBeLessThan(2 ** 32);
  });

  it('every moment of the window is in exactly one part', () => {
    const ms = fc.integer({ min: 0, max: 20 * QUARTER });
    fc.assert(
      fc.property(ms, ms, ms, ms, (startMs, length, sinceMs, at) => {
        const filter = { startMs, endMs: startMs + length + 1 };
        const quarters = served(filter, sinceMs);
        const asked = at >= startMs && at < filter.endMs && at > sinceMs;
        const bucket = Math.floor(at / QUARTER) * QUARTER;
        const bySums = quarters !== null && bucket >= quarters.fromMs && bucket < quarters.toMs;
        const outside = quarters === null || at < quarters.fromMs || at >= quarters.toMs;
        const byCalls = asked && outside && (quarters === null || quarters.partial);
        expect(bySums || byCalls).toBe(asked);
        expect(bySums && byCalls).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('names of times', () => {
  it('are those of the moment in the time zone of the caller', () => {
    const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) });
    const offset = fc.integer({ min: -840, max: 840 });
    fc.assert(
      fc.property(moment, offset, fc.constantFrom(...TIME_AXES), (ms, minutes, axis) => {
        const east = axis === 'day' ? minutes : 0;
        const { shift = 0, step } = stepParams(axis, east);
        const at = Math.floor((Math.floor(ms / 1_000) + shift) / step);
        expect(stepName(axis, at)).toBe(timeKey(ms, axis, east));
      }),
      { numRuns: 5_000 },
    );
    expect(stepName('day', 20_000)).toBe('2024-10-04');
    expect(stepName('hour', 480_007)).toBe('2024-10-04T07:00Z');
    expect(stepName('minute', 28_800_425)).toBe('2024-10-04T07:05Z');
    expect(stepName('hour', 160_002, 3)).toBe('2024-10-04T06:00Z');
    expect(stepParams('hour', 0, 3)).toEqual({ step: 10_800 });
    expect(stepParams('day', -90)).toEqual({ shift: -5_400, step: 86_400 });
  });
});

describe('starts of buckets', () => {
  it('linear and log', () => {
    const span = { min: 1, minPositive: 1, max: 16 };
    expect(bucketStarts(span, 3, 'linear')).toEqual([1, 6, 11]);
    const log = bucketStarts(span, 4, 'log');
    [1, 2, 4, 8].forEach((start, at) => expect(log[at]).toBeCloseTo(start, 12));
  });

  it('zeros on the log scale share the first bucket with the lowest value above zero', () => {
    const starts = bucketStarts({ min: 0, minPositive: 1, max: 100 }, 2, 'log');
    expect(starts).toHaveLength(2);
    expect(starts[0]).toBe(0);
    expect(starts[1]).toBeCloseTo(10, 12);
    expect(bucketStarts({ min: 0, minPositive: 5, max: 5 }, 10, 'log')).toEqual([0]);
  });

  it('one bucket if all values are equal', () => {
    for (const value of [0, 5e-324, 0.1, 1e300]) {
      for (const scale of ['linear', 'log'] as const) {
        expect(bucketStarts({ min: value, minPositive: value, max: value }, 30, scale)).toEqual([value]);
      }
    }
  });

  it('rise from min and stay below max, whatever the numbers', () => {
    const amount = fc.double({ min: 0, max: 1e308, noNaN: true });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom('linear' as const, 'log' as const),
        (a, b, c, buckets, scale) => {
          const [min = 0, middle = 0, max = 0] = [a, b, c].toSorted((x, y) => x - y);
          const minPositive = [min, middle, max].find((value) => value > 0) ?? 0;
          const starts = bucketStarts({ min, minPositive, max }, buckets, scale);
          expect(starts[0]).toBe(min);
          expect(starts.length).toBeLessThanOrEqual(buckets);
          starts.slice(1).forEach((start, at) => {
            expect(start).toBeGreaterThan(starts[at] ?? Infinity);
            expect(start).toBeLessThan(max);
          });
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
