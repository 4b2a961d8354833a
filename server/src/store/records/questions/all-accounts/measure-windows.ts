// Totals of the calls of many accounts, each over its own windows, in one statement: for the job that checks
// all alerts. Most of it comes from the rollup. The calls are read for the ends of a window that lie within a
// quarter, and for percentiles of latency.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { Params } from '../../engine/params.ts';
import type { UnpricedSum } from '../merge-groups.ts';
import { serviceQuestion } from '../question.ts';
import { QUARTER_MS } from '../rollup-window.ts';
import { historyWithin, pieceOf, piecesSql, rangesSql, splitPiece, type WindowWant } from './split-window.ts';

export type { WindowWant } from './split-window.ts';

/** Totals of the calls of one window, without calls of evaluation runs. */
export interface WindowSums {
  calls: number;
  errors: number;
  costUsd: number;
  /** The percentile that was asked for, the 95th unless said; null without calls, and if latencies were not asked for. */
  latencyMs: number | null;
  /** Calls that took as long as the threshold; only for alerts that are measured on their own. */
  slow?: number;
  /** Calls without a price; only for alerts that are measured on their own, and only if there are some. */
  unpriced?: UnpricedSum;
}

interface Row {
  at: number;
  back: number;
  calls: number;
  errors: number;
  cost: number;
  p95?: number;
}

const EMPTY: WindowSums = { calls: 0, errors: 0, costUsd: 0, latencyMs: null };

/** For each want: the window itself, then the same hours of the previous days, the most recent first. */
export const selectWindowSums = serviceQuestion({
  name: 'selectWindowSums',
  run: async (engine, wants: readonly WindowWant[], latencies: boolean): Promise<WindowSums[][]> => {
    const answer = wants.map((want) =>
      Array.from({ length: historyWithin(want) + 1 }, (): WindowSums => EMPTY),
    );
    // A window that begins now, such as a month in its first moment, is empty.
    if (wants.map(pieceOf).every(({ fromMs, toMs }) => fromMs >= toMs)) return answer;
    const { sql, params } = latencies ? latencyWindowsSql(wants) : sumWindowsSql(wants);
    for (const row of await engine.query<Row>(sql, params)) {
      const days = answer[row.at];
      if (!days) continue;
      days[row.back] = {
        calls: row.calls,
        errors: row.errors,
        costUsd: row.cost,
        latencyMs: row.p95 ?? null,
      };
    }
    return answer;
  },
});

export function sumWindowsSql(wants: readonly WindowWant[]) {
  const split = wants.map(pieceOf).map(splitPiece);
  const whole = split.flatMap((parts) => parts.whole);
  const ends = split.flatMap((parts) => parts.ends);
  const params: Params = { accounts: [...new Set(wants.map(({ account }) => account))] };
  const parts: string[] = [];
  if (whole.length > 0) {
    const ranges = rangesSql(
      'whole',
      whole,
      params,
      (name) => `toDateTime(intDiv({${name}: Int64}, 1000), 'UTC')`,
    );
    parts.push(`SELECT w.at AS at, w.back AS back, sum(s.calls) AS n, sum(s.errors) AS failed, sum(s.cost_usd) AS cost
FROM (
SELECT account, project, toInt64(toUnixTimestamp(bucket)) * 1000 AS ms, intDiv(ms, ${DAY_MS}) AS day, calls, errors, cost_usd
FROM agg_15m
WHERE account IN {accounts: Array(UInt32)} AND (${ranges('bucket')})
) AS s
INNER JOIN (${piecesSql('whole', whole, params, DAY_MS)}) AS w ON s.account = w.account AND s.day = w.bucket
WHERE s.ms >= w.from_ms AND s.ms < w.to_ms AND (w.project = 0 OR s.project = w.project)
GROUP BY at, back`);
  }
  if (ends.length > 0) {
    const ranges = rangesSql('ends', ends, params, (name) => `fromUnixTimestamp64Milli({${name}: Int64})`);
    // Each end lies within one quarter.
    parts.push(`SELECT w.at AS at, w.back AS back, count() AS n, countIf(c.failed) AS failed, sum(c.cost_usd) AS cost
FROM (
SELECT account, project, toUnixTimestamp64Milli(timestamp) AS ms, intDiv(ms, ${QUARTER_MS}) AS quarter, error != '' AS failed, cost_usd
FROM calls
WHERE account IN {accounts: Array(UInt32)} AND eval_run = 0 AND (${ranges('timestamp')})
) AS c
INNER JOIN (${piecesSql('ends', ends, params, QUARTER_MS)}) AS w ON c.account = w.account AND c.quarter = w.bucket
WHERE c.ms >= w.from_ms AND c.ms < w.to_ms AND (w.project = 0 OR c.project = w.project)
GROUP BY at, back`);
  }
  return {
    sql: `SELECT at, back, toFloat64(sum(n)) AS calls, toFloat64(sum(failed)) AS errors, toFloat64(sum(cost)) AS cost
FROM (
${parts.join('\nUNION ALL\n')}
)
GROUP BY at, back
HAVING sum(n) != 0`,
    params,
  };
}

export function latencyWindowsSql(wants: readonly WindowWant[]) {
  const pieces = wants.map(pieceOf);
  const params: Params = { accounts: [...new Set(wants.map(({ account }) => account))] };
  const ranges = rangesSql('ranges', pieces, params, (name) => `fromUnixTimestamp64Milli({${name}: Int64})`);
  return {
    sql: `SELECT w.at AS at, w.back AS back, toFloat64(count()) AS calls, toFloat64(countIf(c.failed)) AS errors,
  toFloat64(sum(c.cost_usd)) AS cost, quantileExactInclusive(0.95)(c.latency_ms) AS p95
FROM (
SELECT account, project, toUnixTimestamp64Milli(timestamp) AS ms, intDiv(ms, ${HOUR_MS}) AS hour, error != '' AS failed, cost_usd, latency_ms
FROM calls
WHERE account IN {accounts: Array(UInt32)} AND eval_run = 0 AND (${ranges('timestamp')})
) AS c
INNER JOIN (${piecesSql('windows', pieces, params, HOUR_MS)}) AS w ON c.account = w.account AND c.hour = w.bucket
WHERE c.ms >= w.from_ms AND c.ms < w.to_ms AND (w.project = 0 OR c.project = w.project)
GROUP BY at, back`,
    params,
  };
}
