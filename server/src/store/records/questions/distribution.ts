// A histogram. The first statement finds the range, the second counts the calls between the edges within it.
// A call that arrives in between and lies outside the range counts in the outermost bucket.
import { aboutSubject } from './about.ts';
import { bucketStarts, type Scale, type BucketSpan } from './bucket-edges.ts';
import type { AggregateFilter } from './aggregate-parts.ts';
import { SPREAD_COLUMN, type SpreadMetric } from './metrics.ts';
import { question, type Unloaded } from './question.ts';
import type { Scope } from './scope.ts';
import { fromSources, paramsOf, readsOf, sourcesOf } from './sources.ts';
import type { Subject } from './subjects.ts';
import { stepName, stepParams, stepSql, type TimeAxis } from './time-axis.ts';

/** The values whose distribution is asked for. */
interface Spread {
  /** calls by default. */
  of?: Subject;
  metric: SpreadMetric;
}

interface DistributionQuestion extends Spread {
  buckets: number;
  scale: Scale;
}

/** `from` is inclusive. `to` is exclusive, except in the last bucket. */
export interface Bucket {
  from: number;
  to: number;
  count: number;
}

export const selectDistribution = question({
  name: 'selectDistribution',
  heavy: true,
  about: (filter: AggregateFilter, { of }: DistributionQuestion) => aboutSubject(filter, of),
  readsUnloaded: (_filter: AggregateFilter, { of }: DistributionQuestion) => readsOf(of),
  run: async (
    engine,
    scope,
    filter: AggregateFilter,
    { buckets, scale, ...spread }: DistributionQuestion,
  ): Promise<Bucket[]> => {
    const span = spanSql(scope, filter, spread, engine);
    const [found] = await engine.query<BucketSpan & { calls: number }>(span.sql, span.params);
    if (!found || found.calls === 0) return [];
    const starts = bucketStarts(found, buckets, scale);
    const counts = countsSql(scope, filter, spread, starts, engine);
    const rows = await engine.query<{ start: number; calls: number }>(counts.sql, counts.params);
    const callsFrom = new Map(rows.map(({ start, calls }) => [start, calls]));
    return starts.map((from, at) => ({
      from,
      to: starts[at + 1] ?? found.max,
      count: callsFrom.get(from) ?? 0,
    }));
  },
});

interface Steps {
  axis: TimeAxis;
  /** Minutes east of UTC, for the axis `day`. */
  offsetMinutes?: number;
  /** Days, hours or minutes in one step; 1 by default. */
  every?: number;
}

interface DistributionSeries {
  /** Over the whole window. */
  buckets: Bucket[];
  /** Steps without a call are missing. `counts` is in the order of the buckets. */
  steps: { key: string; counts: number[] }[];
}

/** The same buckets for each step of time: a heat map. */
export const selectDistributionSeries = question({
  name: 'selectDistributionSeries',
  heavy: true,
  about: (filter: AggregateFilter, { of }: DistributionQuestion) => aboutSubject(filter, of),
  readsUnloaded: (_filter: AggregateFilter, { of }: DistributionQuestion) => readsOf(of),
  run: async (
    engine,
    scope,
    filter: AggregateFilter,
    { buckets, scale, ...spread }: DistributionQuestion,
    steps: Steps,
  ): Promise<DistributionSeries> => {
    const span = spanSql(scope, filter, spread, engine);
    const [found] = await engine.query<BucketSpan & { calls: number }>(span.sql, span.params);
    if (!found || found.calls === 0) return { buckets: [], steps: [] };
    const starts = bucketStarts(found, buckets, scale);
    const counts = countsByStepSql(scope, filter, spread, starts, steps, engine);
    const rows = await engine.query<{ step: string; start: number; calls: number }>(
      counts.sql,
      counts.params,
    );
    const placeOf = new Map(starts.map((start, at) => [start, at]));
    const totals = starts.map(() => 0);
    const byStep = new Map<number, number[]>();
    for (const { step, start, calls } of rows) {
      const at = placeOf.get(start) ?? 0;
      byStep.getOrInsertComputed(Number(step), () => starts.map(() => 0))[at] = calls;
      totals[at] = (totals[at] ?? 0) + calls;
    }
    return {
      buckets: starts.map((from, at) => ({ from, to: starts[at + 1] ?? found.max, count: totals[at] ?? 0 })),
      steps: [...byStep]
        .toSorted(([left], [right]) => left - right)
        .map(([step, some]) => ({ key: stepName(steps.axis, step, steps.every), counts: some })),
    };
  },
});

export function spanSql(
  scope: Scope,
  filter: AggregateFilter,
  { of = 'calls', metric }: Spread,
  unloaded?: Unloaded,
) {
  const sources = sourcesOf(of, scope, filter, `timestamp, ${SPREAD_COLUMN[metric]}`, unloaded);
  const column = SPREAD_COLUMN[metric];
  return {
    sql: `SELECT toFloat64(count()) AS calls, min(${column}) AS min, minIf(${column}, ${column} > 0) AS minPositive, max(${column}) AS max
${fromSources(sources, column)}`,
    params: paramsOf(sources),
  };
}

export function countsSql(
  scope: Scope,
  filter: AggregateFilter,
  { of = 'calls', metric }: Spread,
  starts: readonly number[],
  unloaded?: Unloaded,
) {
  const sources = sourcesOf(of, scope, filter, `timestamp, ${SPREAD_COLUMN[metric]}`, unloaded);
  return {
    sql: `SELECT roundDown(${SPREAD_COLUMN[metric]}, {starts: Array(Float64)}) AS start, toFloat64(count()) AS calls
${fromSources(sources, SPREAD_COLUMN[metric])}
GROUP BY start`,
    params: { ...paramsOf(sources), starts },
  };
}

export function countsByStepSql(
  scope: Scope,
  filter: AggregateFilter,
  { of = 'calls', metric }: Spread,
  starts: readonly number[],
  { axis, offsetMinutes = 0, every }: Steps,
  unloaded?: Unloaded,
) {
  const sources = sourcesOf(of, scope, filter, `timestamp, ${SPREAD_COLUMN[metric]}`, unloaded);
  const column = SPREAD_COLUMN[metric];
  return {
    sql: `SELECT ${stepSql('timestamp', offsetMinutes)} AS step, roundDown(${column}, {starts: Array(Float64)}) AS start, toFloat64(count()) AS calls
${fromSources(sources, `timestamp, ${column}`)}
GROUP BY step, start`,
    params: { ...paramsOf(sources), starts, ...stepParams(axis, offsetMinutes, every) },
  };
}
