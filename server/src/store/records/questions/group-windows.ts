// Totals of the groups of an alert in its window, and of the same groups in further windows: earlier days, and parts of
// the window.
import { DAY_MS } from '#lib/clock';
import type { WindowSums } from './all-accounts/measure-windows.ts';
import {
  largestSql,
  measuredRows,
  NO_SUMS,
  sumsOf,
  sumsParams,
  sumsSql,
  type Between,
  type MeasuredRows,
  type SumsRow,
} from './measured-rows.ts';
import { question, type Statement } from './question.ts';
import type { Scope } from './scope.ts';

export interface GroupWindows {
  /** '' for an alert without groups. */
  key: string;
  /** In the order of the windows that were asked for. */
  windows: WindowSums[];
}

interface GroupsQuestion {
  rows: MeasuredRows;
  /** The first decides which groups there are. */
  windows: readonly Between[];
  most: number;
  /** Groups that must not be left out for larger ones. */
  kept: readonly string[];
}

type Row = SumsRow & { name: string; at: number };

export const selectGroupWindows = question({
  name: 'selectGroupWindows',
  heavy: true,
  run: async (engine, scope, asked: GroupsQuestion): Promise<GroupWindows[]> => {
    const [first, ...others] = asked.windows;
    if (!first || first.startMs >= first.endMs) return [];
    const largest = largestSql(scope, asked.rows, first, asked);
    const found = await engine.query<Row>(largest.sql, largest.params);
    const groups = new Map<string, GroupWindows>();
    for (const row of found)
      groups.set(row.name, { key: row.name, windows: [sumsOf(row), ...others.map(() => NO_SUMS)] });
    if (groups.size === 0) return [];
    // Each statement reads one stretch of time, and windows of days lie apart.
    for (const some of stretches(others)) {
      const { sql, params } = windowsSql(scope, asked.rows, some, [...groups.keys()]);
      for (const row of await engine.query<Row>(sql, params)) {
        const group = groups.get(row.name);
        const at = some[row.at]?.at;
        if (group && at !== undefined) group.windows[at + 1] = sumsOf(row);
      }
    }
    return [...groups.values()];
  },
});

interface Placed extends Between {
  /** Its place in the question. */
  at: number;
}

/** Windows that begin on the same day, counted from the first one. */
function stretches(windows: readonly Between[]): Placed[][] {
  const earliest = Math.min(...windows.map(({ startMs }) => startMs));
  const byDay = new Map<number, Placed[]>();
  windows.forEach((window, at) => {
    if (window.startMs >= window.endMs) return;
    const day = Math.floor((window.startMs - earliest) / DAY_MS);
    byDay.set(day, [...(byDay.get(day) ?? []), { ...window, at }]);
  });
  return [...byDay.values()];
}

function windowsSql(
  scope: Scope,
  rows: MeasuredRows,
  windows: readonly Between[],
  keys: readonly string[],
): Statement {
  const whole = {
    startMs: Math.min(...windows.map(({ startMs }) => startMs)),
    endMs: Math.max(...windows.map(({ endMs }) => endMs)),
  };
  const from = measuredRows(scope, rows, whole, keys);
  return {
    sql: `SELECT group_key AS name, toUInt32(at) AS at, ${sumsSql(rows)}
FROM (
SELECT *, arrayJoin(arrayFilter(one -> ms >= {froms: Array(Int64)}[one + 1] AND ms < {tos: Array(Int64)}[one + 1], range({windows: UInt32}))) AS at
FROM (
${from.sql}
)
) AS m
GROUP BY name, at`,
    params: {
      ...from.params,
      ...sumsParams(rows),
      windows: windows.length,
      froms: windows.map(({ startMs }) => BigInt(startMs)),
      tos: windows.map(({ endMs }) => BigInt(endMs)),
    },
  };
}
