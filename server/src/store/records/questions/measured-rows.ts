// What an alert measures: calls, spans or runs that match a filter, in one group or in one for each value of a
// dimension.
import type { WindowSums } from './all-accounts/measure-windows.ts';
import { tagSql } from './axes.ts';
import { subjectFields, inTable, TAG_PREFIX } from './call-fields.ts';
import { UNPRICED } from './metrics.ts';
import type { Statement } from './question.ts';
import type { Scope } from './scope.ts';
import { fromSource, paramsOf, sourcesOf, type SubjectFilter } from './sources.ts';

export const MEASURED = ['calls', 'spans', 'runs'] as const;
export type MeasuredOf = (typeof MEASURED)[number];

/** Dimensions by which an alert can judge; a tag is named by its key, as `tag:env`. */
export const GROUP_DIMENSIONS = ['user', 'model', 'tool', 'agent', 'project', 'release'] as const;

export interface MeasuredRows {
  of: MeasuredOf;
  /** Without a window. */
  filter: SubjectFilter;
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

function keySql(of: MeasuredOf, dimension: string | null): string {
  if (dimension === null) return `''`;
  if (dimension.startsWith(TAG_PREFIX)) return tagSql(of, 'group').value;
  if (dimension === 'project') return 'toString(project)';
  const { texts, lists } = subjectFields(of);
  const list = inTable(lists, dimension);
  const text = inTable(texts, dimension);
  if (list === undefined && text === undefined) throw new Error(`${of} have no groups by ${dimension}.`);
  return list === undefined ? `toString(${text})` : `arrayJoin(${list})`;
}

const OF_SPANS = `toUnixTimestamp64Milli(timestamp) AS ms, error != '' AS failed, latency_ms AS took, cost_usd AS cost,
  if(${UNPRICED}, 1, 0) AS unpriced_calls, if(${UNPRICED}, total_tokens, 0) AS unpriced_tokens`;

const FIGURES: Readonly<Record<MeasuredOf, string>> = {
  calls: OF_SPANS,
  spans: OF_SPANS,
  // A run lies where its first span begins.
  runs: 'start_ms AS ms, failed, latency_ms AS took, cost_usd AS cost, unpriced_calls, unpriced_tokens',
};

/**
 * One row for each record and each of its groups, with the columns group_key, ms, failed, took, cost,
 * unpriced_calls, unpriced_tokens. Records without a value are in no group.
 */
export function measuredRows(
  scope: Scope,
  { of, filter, dimension }: MeasuredRows,
  window: Between,
  keys: readonly string[] | null,
): Statement {
  const columns = `${keySql(of, dimension)} AS group_key, ${FIGURES[of]}`;
  const sources = sourcesOf(of, scope, { ...filter, ...window }, columns);
  const rows = sources.map((source) => `SELECT ${columns}\n${fromSource(source)}`).join('\nUNION ALL\n');
  const params = paramsOf(sources);
  if (dimension === null) return { sql: rows, params };
  const groupTag = dimension.startsWith(TAG_PREFIX) ? { groupTag: dimension.slice(TAG_PREFIX.length) } : {};
  return {
    sql: `SELECT * FROM (\n${rows}\n)\nWHERE group_key != ''${keys ? ' AND group_key IN {keys: Array(String)}' : ''}`,
    params: { ...params, ...groupTag, ...(keys ? { keys: [...keys] } : {}) },
  };
}

/** As numbers, which JSON would otherwise have as texts. */
/** `unpriced`: with the calls that have no price. */
export const sumsSql = ({ level }: MeasuredRows, unpriced = true): string =>
  [
    'toFloat64(count()) AS calls, toFloat64(countIf(failed)) AS errors, toFloat64(sum(m.cost)) AS cost',
    ...(unpriced
      ? [
          'toFloat64(sum(m.unpriced_calls)) AS unpriced_calls, toFloat64(sum(m.unpriced_tokens)) AS unpriced_tokens',
        ]
      : []),
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
  unpriced_calls?: number;
  unpriced_tokens?: number;
  latency?: number | null;
  slow?: number;
}

export const NO_SUMS: WindowSums = { calls: 0, errors: 0, costUsd: 0, latencyMs: null };

export const sumsOf = ({ unpriced_calls: unpriced = 0, ...row }: SumsRow): WindowSums => ({
  calls: row.calls,
  errors: row.errors,
  costUsd: row.cost,
  latencyMs: row.latency ?? null,
  ...(row.slow === undefined ? {} : { slow: row.slow }),
  ...(unpriced > 0 ? { unpriced: { calls: unpriced, tokens: row.unpriced_tokens ?? 0 } } : {}),
});

/** The largest groups, those of `kept` first. */
export function largestSql(
  scope: Scope,
  rows: MeasuredRows,
  window: Between,
  { most, kept }: { most: number; kept: readonly string[] },
): Statement {
  const from = measuredRows(scope, rows, window, null);
  return {
    sql: `SELECT group_key AS name, ${sumsSql(rows)}
FROM (
${from.sql}
) AS m
GROUP BY name
ORDER BY has({kept: Array(String)}, name) DESC, ${rows.size} DESC, name
LIMIT {most: UInt32}`,
    params: { ...from.params, ...sumsParams(rows), kept: [...kept], most },
  };
}
