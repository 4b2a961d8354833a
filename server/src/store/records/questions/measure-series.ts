// Totals of an account's calls in windows that end one step after the other: the history of the number that
// an alert checks.
import type { WindowSums } from './all-accounts/measure-windows.ts';
import { callsWhere } from './call-filter.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';

interface SeriesQuestion {
  /** End of the first window. */
  firstEndMs: number;
  stepMs: number;
  points: number;
  /** Windows overlap: a call counts in `windowMs / stepMs` of them. */
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

/** By the number of the step. Windows without a call are missing. */
export const selectWindowSeries = question({
  name: 'selectWindowSeries',
  heavy: true,
  sql: windowSeriesSql,
  read: (rows: Row[]): Map<number, WindowSums> =>
    new Map(
      rows.map(({ point, calls, errors, cost, p95 = null }) => [
        point,
        { calls, errors, costUsd: cost, p95LatencyMs: p95 },
      ]),
    ),
});

export function windowSeriesSql(
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
