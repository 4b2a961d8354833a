// What is normal for each project of an account: the previous two weeks in few rows. Quarters of an hour come
// from the rollup. Latencies, traces and answering models have to be read from the records, so they are
// queried only when something stands out.
import { callsWhere, question, QUARTER_MS, Where, type Scope } from '#records';

interface BaselineWindow {
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

export interface QuarterBaseline {
  project: number;
  /** Quarters with calls. */
  quarters: number;
  days: number;
  calls: number;
  errors: number;
  /** Quantiles of the cost of a quarter. */
  q50: number;
  q90: number;
  q99: number;
}

export const selectQuarterBaselines = question({
  name: 'selectQuarterBaselines',
  sql: quarterBaselinesSql,
  read: (rows: QuarterBaseline[]) => rows,
});

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / QUARTER_MS)) * (QUARTER_MS / 1_000);

export function quarterBaselinesSql(scope: Scope, { fromMs, toMs }: BaselineWindow) {
  const where = Where.ofSums(scope)
    .and(`bucket >= toDateTime({from: UInt32}, 'UTC')`, { from: seconds(fromMs) })
    .and(`bucket < toDateTime({to: UInt32}, 'UTC')`, { to: seconds(toMs) });
  return {
    sql: `SELECT project, toFloat64(count()) AS quarters, toFloat64(uniqExact(toDate(bucket))) AS days,
  toFloat64(sum(n)) AS calls, toFloat64(sum(failed)) AS errors, quantileExactInclusive(0.5)(cost) AS q50,
  quantileExactInclusive(0.9)(cost) AS q90, quantileExactInclusive(0.99)(cost) AS q99
FROM (
SELECT project, bucket, sum(calls) AS n, sum(errors) AS failed, sum(cost_usd) AS cost
FROM agg_15m
WHERE ${where.sql}
GROUP BY project, bucket
HAVING n > 0
)
GROUP BY project
ORDER BY project`,
    params: where.params,
  };
}

export interface LatencyBaseline {
  project: number;
  provider: string;
  model: string;
  calls: number;
  days: number;
  /** Quantiles of calls that did not fail, in milliseconds. */
  q50: number;
  q95: number;
}

/** Reads a sample of one call in `oneIn`. */
export const selectLatencyBaselines = question({
  name: 'selectLatencyBaselines',
  heavy: true,
  sql: latencyBaselinesSql,
  read: (rows: LatencyBaseline[]) => rows,
});

export function latencyBaselinesSql(scope: Scope, { fromMs, toMs }: BaselineWindow, oneIn: number) {
  const where = callsWhere(scope, { startMs: fromMs, endMs: toMs })
    .and(`error = ''`)
    .and('cityHash64(id) % {oneIn: UInt32} = 0', { oneIn });
  return {
    sql: `SELECT project, provider, model, toFloat64(count()) AS calls, toFloat64(uniqExact(toDate(timestamp))) AS days,
  quantileExactInclusive(0.5)(latency_ms) AS q50, quantileExactInclusive(0.95)(latency_ms) AS q95
FROM calls
WHERE ${where.sql}
GROUP BY project, provider, model
ORDER BY project, provider, model`,
    params: where.params,
  };
}

export interface TraceBaseline {
  project: number;
  traces: number;
  spans50: number;
  spans95: number;
  cost50: number;
  cost95: number;
}

/** Reads a sample of one trace in `oneIn`; each trace is complete. */
export const selectTraceBaselines = question({
  name: 'selectTraceBaselines',
  heavy: true,
  sql: traceBaselinesSql,
  read: (rows: TraceBaseline[]) => rows,
});

export function traceBaselinesSql(scope: Scope, { fromMs, toMs }: BaselineWindow, oneIn: number) {
  const sampled = `trace_id != '' AND cityHash64(trace_id) % {oneIn: UInt32} = 0`;
  const calls = callsWhere(scope, { startMs: fromMs, endMs: toMs }).and(sampled, { oneIn });
  const observations = Where.of(scope)
    .and('timestamp >= fromUnixTimestamp64Milli({fromMs: Int64})', { fromMs })
    .and('timestamp < fromUnixTimestamp64Milli({toMs: Int64})', { toMs })
    .and(sampled, { oneIn });
  return {
    sql: `SELECT project, toFloat64(count()) AS traces,
  quantileExactInclusive(0.5)(spans) AS spans50, quantileExactInclusive(0.95)(spans) AS spans95,
  quantileExactInclusive(0.5)(cost) AS cost50, quantileExactInclusive(0.95)(cost) AS cost95
FROM (
SELECT project, trace_id, count() AS spans, sum(cost) AS cost
FROM (
SELECT project, trace_id, cost_usd AS cost FROM calls WHERE ${calls.sql}
UNION ALL
SELECT project, trace_id, 0. AS cost FROM observations WHERE ${observations.sql}
)
GROUP BY project, trace_id
)
GROUP BY project
ORDER BY project`,
    params: { ...observations.params, ...calls.params },
  };
}

export interface AnsweringModel {
  project: number;
  provider: string;
  model: string;
  responseModel: string;
  calls: number;
  firstMs: number;
  lastMs: number;
}

/** The models that answered for the requested ones. */
export const selectAnsweringModels = question({
  name: 'selectAnsweringModels',
  heavy: true,
  isEmpty: (_window, models) => models.length === 0,
  sql: answeringModelsSql,
  read: (rows: AnsweringModel[]) => rows,
});

export function answeringModelsSql(
  scope: Scope,
  { fromMs, toMs }: BaselineWindow,
  models: readonly string[],
) {
  const where = callsWhere(scope, { startMs: fromMs, endMs: toMs }).and('model IN {models: Array(String)}', {
    models,
  });
  return {
    sql: `SELECT project, provider, model, JSONExtractString(request_meta, 'responseModel') AS responseModel,
  toFloat64(count()) AS calls, toFloat64(min(toUnixTimestamp64Milli(timestamp))) AS firstMs,
  toFloat64(max(toUnixTimestamp64Milli(timestamp))) AS lastMs
FROM calls
WHERE ${where.sql}
GROUP BY project, provider, model, responseModel
HAVING responseModel != ''
ORDER BY project, provider, model, responseModel`,
    params: where.params,
  };
}
