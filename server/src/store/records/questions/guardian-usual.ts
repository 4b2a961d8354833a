// What is usual for each project of an account: the two weeks before, as few rows. Quarters of an hour come from their sums; latencies,
// traces and what answers a model have to be read from the records, so that they are asked for only when something stands out.
import type { RecordsEngine } from '../engine/engine.ts';
import { callsWhere } from './call-filter.ts';
import { QUARTER_MS } from './guardian-window.ts';
import { Where, type Scope } from './scope.ts';

/** Inclusive and exclusive. */
export interface UsualSpan {
  fromMs: number;
  toMs: number;
}

export interface UsualQuarters {
  project: number;
  /** Those with calls. */
  quarters: number;
  days: number;
  calls: number;
  errors: number;
  /** Of the cost of a quarter. */
  q50: number;
  q90: number;
  q99: number;
}

export async function guardianUsualQuarters(
  engine: RecordsEngine,
  scope: Scope,
  span: UsualSpan,
): Promise<UsualQuarters[]> {
  const { sql, params } = guardianUsualQuartersSql(scope, span);
  return engine.query<UsualQuarters>(sql, params);
}

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / QUARTER_MS)) * (QUARTER_MS / 1_000);

export function guardianUsualQuartersSql(scope: Scope, { fromMs, toMs }: UsualSpan) {
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

export interface UsualLatency {
  project: number;
  provider: string;
  model: string;
  calls: number;
  days: number;
  /** Of single calls that did not fail, milliseconds. */
  q50: number;
  q95: number;
}

/** A sample of the calls is enough where there are many: one in so many. */
export async function guardianUsualLatencies(
  engine: RecordsEngine,
  scope: Scope,
  span: UsualSpan,
  oneIn: number,
): Promise<UsualLatency[]> {
  const { sql, params } = guardianUsualLatenciesSql(scope, span, oneIn);
  return engine.query<UsualLatency>(sql, params);
}

export function guardianUsualLatenciesSql(scope: Scope, { fromMs, toMs }: UsualSpan, oneIn: number) {
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

export interface UsualTraces {
  project: number;
  traces: number;
  spans50: number;
  spans95: number;
  cost50: number;
  cost95: number;
}

/** A sample of the traces, each of them whole. */
export async function guardianUsualTraces(
  engine: RecordsEngine,
  scope: Scope,
  span: UsualSpan,
  oneIn: number,
): Promise<UsualTraces[]> {
  const { sql, params } = guardianUsualTracesSql(scope, span, oneIn);
  return engine.query<UsualTraces>(sql, params);
}

export function guardianUsualTracesSql(scope: Scope, { fromMs, toMs }: UsualSpan, oneIn: number) {
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

export interface UsualAnswers {
  project: number;
  provider: string;
  model: string;
  responseModel: string;
  calls: number;
  firstMs: number;
  lastMs: number;
}

/** What answered the models that are asked about. */
export async function guardianUsualAnswers(
  engine: RecordsEngine,
  scope: Scope,
  span: UsualSpan,
  models: readonly string[],
): Promise<UsualAnswers[]> {
  if (models.length === 0) return [];
  const { sql, params } = guardianUsualAnswersSql(scope, span, models);
  return engine.query<UsualAnswers>(sql, params);
}

export function guardianUsualAnswersSql(
  scope: Scope,
  { fromMs, toMs }: UsualSpan,
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
