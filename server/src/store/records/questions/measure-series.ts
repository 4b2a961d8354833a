// Totals of what an alert measures in windows that end one step after the other: the history of the numbers that it
// checks.
import type { WindowSums } from './all-accounts/measure-windows.ts';
import {
  largestSql,
  measuredRows,
  sumsOf,
  sumsParams,
  sumsSql,
  type MeasuredRows,
  type SumsRow,
} from './measured-rows.ts';
import { question, type Statement } from './question.ts';
import type { Scope } from './scope.ts';

interface SeriesQuestion {
  rows: MeasuredRows;
  /** End of the first window. */
  firstEndMs: number;
  stepMs: number;
  points: number;
  /** Windows overlap: a record counts in `windowMs / stepMs` of them. */
  windowMs: number;
  /** Groups, the largest of the whole time. */
  most: number;
}

type Row = SumsRow & { name: string; point: number };

/** Windows by the number of their step. Windows without a record are missing. */
export type WindowSeries = Map<number, WindowSums>;

/** By group; the key is '' without groups. */
export const selectWindowSeries = question({
  name: 'selectWindowSeries',
  heavy: true,
  run: async (engine, scope, asked: SeriesQuestion): Promise<Map<string, WindowSeries>> => {
    const { rows, most } = asked;
    const series = new Map<string, WindowSeries>();
    if (rows.dimension !== null) {
      const largest = largestSql(scope, { ...rows, level: null }, spanOf(asked), { most, kept: [] });
      for (const { name } of await engine.query<Row>(largest.sql, largest.params))
        series.set(name, new Map());
      if (series.size === 0) return series;
    }
    const { sql, params } = windowSeriesSql(
      scope,
      asked,
      rows.dimension === null ? null : [...series.keys()],
    );
    for (const row of await engine.query<Row>(sql, params)) {
      const of = series.get(row.name) ?? new Map<number, WindowSums>();
      series.set(row.name, of.set(row.point, sumsOf(row)));
    }
    return series;
  },
});

const spanOf = ({ firstEndMs, stepMs, points, windowMs }: SeriesQuestion) => ({
  startMs: firstEndMs - windowMs,
  endMs: firstEndMs + (points - 1) * stepMs,
});

export function windowSeriesSql(
  scope: Scope,
  asked: SeriesQuestion,
  keys: readonly string[] | null,
): Statement {
  const { rows, stepMs, points, windowMs } = asked;
  const span = spanOf(asked);
  const from = measuredRows(scope, rows, span, keys);
  // A record is in the windows that end after it and began at or before it.
  return {
    sql: `SELECT group_key AS name, toUInt32(at) AS point, ${sumsSql(rows, false)}
FROM (
SELECT *, ms - {firstStart: Int64} AS since,
  arrayJoin(range(
    toUInt32(greatest(0, intDiv(since - {windowMs: Int64} + {stepMs: Int64}, {stepMs: Int64}))),
    toUInt32(least(toInt64({points: UInt32}), intDiv(since, {stepMs: Int64}) + 1)))) AS at
FROM (
${from.sql}
)
) AS m
GROUP BY name, point
ORDER BY name, point`,
    params: { ...from.params, ...sumsParams(rows), firstStart: span.startMs, windowMs, stepMs, points },
  };
}
