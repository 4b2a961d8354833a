// Pages of runs or of sessions in the order of a figure, such as the most expensive first. Every run of the window is computed, so
// the window is cut where it holds too many spans, and the answer says so. A page ends at the value and the id of its last run.
// Later pages leave out spans that arrived after the first page, so that no run moves to another page meanwhile.
import { windowWhere } from './call-filter.ts';
import type { QuestionEngine, Statement, Unloaded } from './question.ts';
import type { RunFilter } from './run-filter.ts';
import { runsRelation, sessionsRelation } from './runs-relation.ts';
import type { Scope } from './scope.ts';
import type { GROUP_COLUMNS } from './span-groups.ts';

/** Columns of the relations, by the names of the interface. `activity`: the start of the newest span. */
const ORDER_COLUMNS = {
  activity: 'last_at',
  startTime: 'timestamp',
  endTime: 'end_ms',
  durationMs: 'latency_ms',
  costUsd: 'cost_usd',
  totalTokens: 'total_tokens',
  calls: 'calls',
  errors: 'errors',
  spans: 'spans',
} as const satisfies Record<string, keyof typeof GROUP_COLUMNS>;
type RunSort = keyof typeof ORDER_COLUMNS;

export const TRACE_SORTS = ['startTime', 'durationMs', 'costUsd', 'totalTokens', 'errors', 'spans'] as const;
export const SESSION_SORTS = [
  'endTime',
  'startTime',
  'durationMs',
  'costUsd',
  'totalTokens',
  'calls',
  'errors',
] as const;

export interface RunOrder {
  by: RunSort;
  descending: boolean;
}

export interface SortedPlace {
  value: number;
  id: string;
  /** When the first page was asked for. */
  untilMs: number;
}

export interface SortedPage {
  order: RunOrder;
  after: SortedPlace | null;
  limit: number;
  nowMs: number;
}

interface SortedRun {
  id: string;
  /** Starts of its first span and of its last. */
  fromMs: number;
  toMs: number;
}

export interface SortedRuns {
  runs: SortedRun[];
  next: SortedPlace | null;
  /** Runs that began earlier were not looked at; null if all were. */
  searchedFromMs: number | null;
}

interface Row {
  id: string;
  value: number;
  from_ms: string;
  to_ms: string;
}

export async function sortedRuns(
  engine: QuestionEngine,
  scope: Scope,
  of: 'runs' | 'sessions',
  filter: RunFilter,
  page: SortedPage,
): Promise<SortedRuns> {
  const searchedFromMs = await oldestSearched(engine, scope, filter);
  const within =
    searchedFromMs === null ? filter : { ...filter, calls: { ...filter.calls, startMs: searchedFromMs } };
  const { sql, params } = sortedRunsSql(scope, of, within, { ...page, limit: page.limit + 1 }, engine);
  const rows = await engine.query<Row>(sql, params);
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  const untilMs = page.after?.untilMs ?? page.nowMs;
  return {
    runs: shown.map(({ id, from_ms: from, to_ms: to }) => ({ id, fromMs: Number(from), toMs: Number(to) })),
    next: last ? { value: last.value, id: last.id, untilMs } : null,
    searchedFromMs,
  };
}

/** Spans of each table. The engine groups some millions in a second. */
const MOST_SPANS = 2_000_000;

/** The start of the oldest span to look at, if the window has more. */
async function oldestSearched(
  engine: QuestionEngine,
  scope: Scope,
  filter: RunFilter,
): Promise<number | null> {
  const count = countSql(scope, filter);
  const [found] = await engine.query<{ most: number }>(count.sql, count.params);
  if (!found || found.most <= MOST_SPANS) return null;
  const cut = cutSql(scope, filter);
  const [oldest] = await engine.query<{ ms: string | null }>(cut.sql, cut.params);
  return oldest?.ms == null ? null : Number(oldest.ms);
}

export function countSql(scope: Scope, { calls }: RunFilter): Statement {
  const where = windowWhere(scope, calls);
  const spans = (table: string): string => `SELECT count() AS found FROM ${table} WHERE ${where.sql}`;
  return {
    sql: `SELECT toFloat64(max(found)) AS most\nFROM (${spans('calls')} UNION ALL ${spans('observations')})`,
    params: where.params,
  };
}

export function cutSql(scope: Scope, { calls }: RunFilter): Statement {
  const where = windowWhere(scope, calls).with({ most: MOST_SPANS });
  const oldest = (table: string): string =>
    `(SELECT timestamp FROM ${table} WHERE ${where.sql} ORDER BY timestamp DESC LIMIT 1 OFFSET {most: UInt32})`;
  return {
    sql: `SELECT toUnixTimestamp64Milli(maxOrNull(timestamp)) AS ms\nFROM (${oldest('calls')} UNION ALL ${oldest('observations')})`,
    params: where.params,
  };
}

const IN_MS: ReadonlySet<string> = new Set(['last_at', 'timestamp']);

/** A sum of fractions differs in its last digits from one statement to the next. */
const valueOf = (column: string): string => {
  if (IN_MS.has(column)) return `toFloat64(toUnixTimestamp64Milli(${column}))`;
  return column === 'cost_usd' ? 'round(cost_usd, 12)' : column;
};

export function sortedRunsSql(
  scope: Scope,
  of: 'runs' | 'sessions',
  filter: RunFilter,
  { order, after, limit }: SortedPage,
  unloaded: Unloaded = {},
): Statement {
  const column = ORDER_COLUMNS[order.by];
  const columns = ['timestamp', 'last_at', column] as const;
  const arrived = after ? { ...filter, arrivedUntilMs: after.untilMs } : filter;
  const relation =
    of === 'runs'
      ? runsRelation(scope, arrived, columns, unloaded)
      : sessionsRelation(scope, arrived, columns, unloaded);
  const sign = order.descending ? '<' : '>';
  const direction = order.descending ? 'DESC' : 'ASC';
  return {
    sql: `SELECT ${of === 'runs' ? 'trace_id' : 'session_id'} AS id, ${valueOf(column)} AS value,
  toUnixTimestamp64Milli(timestamp) AS from_ms, toUnixTimestamp64Milli(last_at) AS to_ms
FROM (
${relation.sql}
)${after ? `\nWHERE (value, id) ${sign} ({afterValue: Float64}, {afterId: String})` : ''}
ORDER BY value ${direction}, id ${direction}
LIMIT {limit: UInt32}`,
    params: {
      ...relation.params,
      limit,
      ...(after ? { afterValue: after.value, afterId: after.id } : {}),
    },
  };
}
