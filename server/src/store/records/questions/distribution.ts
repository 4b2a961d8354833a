// A histogram. The first statement finds the range, the second counts the calls between the edges within it.
// A call that arrives in between and lies outside the range counts in the outermost bucket.
import { aboutFilter } from './about.ts';
import { bucketStarts, type Scale, type BucketSpan } from './bucket-edges.ts';
import { callsWhere } from './call-filter.ts';
import { callsFrom } from './calls-from.ts';
import { SPREAD_COLUMN, type SpreadMetric } from './metrics.ts';
import { question } from './question.ts';
import type { WindowedFilter } from './rollup-window.ts';
import type { Scope } from './scope.ts';

interface DistributionQuestion {
  metric: SpreadMetric;
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
  about: aboutFilter,
  readsUnloaded: true,
  run: async (
    engine,
    scope,
    filter: WindowedFilter,
    { metric, buckets, scale }: DistributionQuestion,
  ): Promise<Bucket[]> => {
    const span = spanSql(scope, filter, metric, engine.unloaded);
    const [found] = await engine.query<BucketSpan & { calls: number }>(span.sql, span.params);
    if (!found || found.calls === 0) return [];
    const starts = bucketStarts(found, buckets, scale);
    const counts = countsSql(scope, filter, metric, starts, engine.unloaded);
    const rows = await engine.query<{ start: number; calls: number }>(counts.sql, counts.params);
    const callsFrom = new Map(rows.map(({ start, calls }) => [start, calls]));
    return starts.map((from, at) => ({
      from,
      to: starts[at + 1] ?? found.max,
      count: callsFrom.get(from) ?? 0,
    }));
  },
});

export function spanSql(scope: Scope, filter: WindowedFilter, metric: SpreadMetric, unloaded?: string) {
  const where = callsWhere(scope, filter);
  const column = SPREAD_COLUMN[metric];
  return {
    sql: `SELECT toFloat64(count()) AS calls, min(${column}) AS min, minIf(${column}, ${column} > 0) AS minPositive, max(${column}) AS max
${callsFrom(where, column, unloaded)}`,
    params: where.params,
  };
}

export function countsSql(
  scope: Scope,
  filter: WindowedFilter,
  metric: SpreadMetric,
  starts: readonly number[],
  unloaded?: string,
) {
  const where = callsWhere(scope, filter);
  return {
    sql: `SELECT roundDown(${SPREAD_COLUMN[metric]}, {starts: Array(Float64)}) AS start, toFloat64(count()) AS calls
${callsFrom(where, SPREAD_COLUMN[metric], unloaded)}
GROUP BY start`,
    params: { ...where.params, starts },
  };
}
