// What calls of an account come to in windows that end one step after the other: how a number moved that an alert looks at.
import type { RecordsEngine } from '../engine/engine.ts';
import type { WindowSums } from './all-accounts/measure-windows.ts';
import { callsWhere } from './call-filter.ts';
import type { Scope } from './scope.ts';

export interface SeriesQuestion {
  /** When the first window ends. */
  firstEndMs: number;
  stepMs: number;
  points: number;
  /** A call is counted in as many windows as it lies in: `windowMs / stepMs` of them. */
  windowMs: number;
  latencies: boolean;
}

interface Row {
  point: number;
  calls: number;
  errors: number;
  cost: number;
  p95?: number;
}

/** By the number of the step; windows without a call are not there. */
export async function measureSeries(
  engine: RecordsEngine,
  scope: Scope,
  question: SeriesQuestion,
): Promise<Map<number, WindowSums>> {
  const { sql, params } = measureSeriesSql(scope, question);
  const rows = await engine.query<Row>(sql, params);
  return new Map(
    rows.map(({ point, calls, errors, cost, p95 = null }) => [
      point,
      { calls, errors, costUsd: cost, p95LatencyMs: p95 },
    ]),
  );
}

export function measureSeriesSql(
  scope: Scope,
  { firstEndMs, stepMs, points, windowMs, latencies }: SeriesQuestion,
) {
  const where = callsWhere(scope, {
    startMs: firstEndMs - windowMs,
    endMs: firstEndMs + (points - 1) * stepMs,
  });
  // A call is in the windows that end after it and began at or before it.
  return {
    sql: `SELECT toUInt32(point) AS point, toFloat64(count()) AS calls, toFloat64(countIf(failed)) AS errors, toFloat64(sum(cost_usd)) AS cost${latencies ? ', quantileExactInclusive(0.95)(latency_ms) AS p95' : ''}
FROM (
SELECT error != '' AS failed, cost_usd, ${latencies ? 'latency_ms, ' : ''}toUnixTimestamp64Milli(timestamp) - {firstStart: Int64} AS since,
  arrayJoin(range(
    toUInt32(greatest(0, intDiv(since - {windowMs: Int64} + {stepMs: Int64}, {stepMs: Int64}))),
    toUInt32(least(toInt64({points: UInt32}), intDiv(since, {stepMs: Int64}) + 1)))) AS point
FROM calls
WHERE ${where.sql}
)
GROUP BY point
ORDER BY point`,
    params: { ...where.params, firstStart: firstEndMs - windowMs, windowMs, stepMs, points },
  };
}
