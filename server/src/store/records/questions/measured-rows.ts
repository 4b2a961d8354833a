// What an alert measures: calls, spans or runs that match a filter, in one group or in one for each value of a
// dimension.
import { callsWhere, type CallFilter } from './call-filter.ts';
import { LIST_FIELDS, TAG_PREFIX } from './call-fields.ts';
import type { WindowSums } from './all-accounts/measure-windows.ts';
import type { Statement, Unloaded } from './question.ts';
import type { Scope } from './scope.ts';

export const MEASURED = ['calls', 'spans', 'runs'] as const;
export type MeasuredOf = (typeof MEASURED)[number];

/** Dimensions by which an alert can judge; a tag is named by its key, as `tag:env`. */
export const GROUP_DIMENSIONS = ['user', 'model', 'tool', 'agent', 'project', 'release'] as const;
export type GroupDimension = (typeof GROUP_DIMENSIONS)[number];

export interface MeasuredRows {
  of: MeasuredOf;
  /** Without a window. */
  filter: CallFilter;
  /** A name of GROUP_DIMENSIONS, or `tag:` and a key; null for one group, whose key is ''. */
  dimension: string | null;
  /** Of latencies, from 0 to 1; null if they are not measured. */
  level: number | null;
  /** Latencies from here on are counted. */
  slowMs: number;
  /** What makes a group large. */
  size: 'calls' | 'cost';
}

export interface Between {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

const KEYS: Readonly<Record<GroupDimension, string>> = {
  user: 'user_id',
  model: 'toString(model)',
  agent: 'toString(agent)',
  project: 'toString(project)',
  release: 'toString(release)',
  tool: `arrayJoin(${LIST_FIELDS.tool})`,
};

function keySql(dimension: string | null): string {
  if (dimension === null) return `''`;
  if (dimension.startsWith(TAG_PREFIX)) return 'tags[{groupTag: String}]';
  return KEYS[dimension as GroupDimension];
}

/**
 * One row for each record and each of its groups, with the columns group_key, ms, failed, took, cost,
 * unpriced_tokens. Records without a value are in no group.
 */
export function measuredRows(
  scope: Scope,
  { filter, dimension }: MeasuredRows,
  { startMs, endMs }: Between,
  keys: readonly string[] | null,
  _unloaded: Unloaded = {},
): Statement {
  const where = callsWhere(scope, { ...filter, startMs, endMs });
  const rows = `SELECT ${keySql(dimension)} AS group_key, toUnixTimestamp64Milli(timestamp) AS ms, error != '' AS failed,
  latency_ms AS took, cost_usd AS cost, if(price_source = 'none', total_tokens, 0) AS unpriced_tokens
FROM calls
WHERE ${where.sql}`;
  const groupTag = dimension?.startsWith(TAG_PREFIX) ? { groupTag: dimension.slice(TAG_PREFIX.length) } : {};
  const params = { ...where.params, ...groupTag, ...(keys ? { keys: [...keys] } : {}) };
  if (dimension === null) return { sql: rows, params };
  const known = keys ? ' AND group_key IN {keys: Array(String)}' : '';
  return { sql: `SELECT * FROM (\n${rows}\n)\nWHERE group_key != ''${known}`, params };
}

/** As numbers, which JSON would otherwise have as texts. */
export const sumsSql = ({ level }: MeasuredRows): string =>
  [
    'toFloat64(count()) AS calls, toFloat64(countIf(failed)) AS errors, toFloat64(sum(cost)) AS cost',
    'toFloat64(countIf(unpriced_tokens > 0)) AS unpriced_calls, toFloat64(sum(unpriced_tokens)) AS unpriced_tokens',
    // A parameter of an aggregate function cannot be bound.
    ...(level === null
      ? []
      : [
          `quantileExactInclusive(${levelSql(level)})(took) AS latency, toFloat64(countIf(took >= {slowMs: Float64})) AS slow`,
        ]),
  ].join(', ');

function levelSql(level: number): string {
  if (!(level > 0 && level < 1)) throw new Error('A percentile lies between 0 and 100.');
  return level.toFixed(12);
}

export const sumsParams = ({ level, slowMs }: MeasuredRows) => (level === null ? {} : { slowMs });

export interface SumsRow {
  calls: number;
  errors: number;
  cost: number;
  unpriced_calls: number;
  unpriced_tokens: number;
  latency?: number | null;
  slow?: number;
}

export const NO_SUMS: WindowSums = { calls: 0, errors: 0, costUsd: 0, latencyMs: null };

export const sumsOf = (row: SumsRow): WindowSums => ({
  calls: row.calls,
  errors: row.errors,
  costUsd: row.cost,
  latencyMs: row.latency ?? null,
  ...(row.slow === undefined ? {} : { slow: row.slow }),
  ...(row.unpriced_calls > 0
    ? { unpriced: { calls: row.unpriced_calls, tokens: row.unpriced_tokens } }
    : {}),
});

/** The largest groups, those of `kept` first. */
export function largestSql(
  scope: Scope,
  rows: MeasuredRows,
  window: Between,
  { most, kept }: { most: number; kept: readonly string[] },
  unloaded?: Unloaded,
): Statement {
  const from = measuredRows(scope, rows, window, null, unloaded);
  return {
    sql: `SELECT group_key AS name, ${sumsSql(rows)}
FROM (
${from.sql}
)
GROUP BY name
ORDER BY has({kept: Array(String)}, name) DESC, ${rows.size} DESC, name
LIMIT {most: UInt32}`,
    params: { ...from.params, ...sumsParams(rows), kept: [...kept], most },
  };
}
