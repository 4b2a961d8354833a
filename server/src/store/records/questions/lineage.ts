// The spans of some runs with what they say themselves and what they take from the spans above them, to settle what
// holds for each (services/runs).
import type { Lineage } from '../record.ts';
import { lineageOfRow } from '../writer/rows/lineage.ts';
import { RUN } from '../migrations/0001-schema.ts';
import { question } from './question.ts';
import { OF_ACCOUNT, Where, type Scope } from './scope.ts';

export type LineageTable = 'calls' | 'observations';

export interface SettledSpan {
  table: LineageTable;
  project: number;
  traceId: string;
  id: string;
  timestampMs: number;
  spanId: string;
  parentSpanId: string;
  /** In the order of INHERITED, as they are stored. */
  values: readonly string[];
  tags: Readonly<Record<string, string>>;
  /** Undefined for a record that takes nothing. */
  lineage: Lineage | undefined;
}

interface Row {
  source: LineageTable;
  project: number;
  trace_id: string;
  id: string;
  ms: string;
  span_id: string;
  parent_span_id: string;
  said: string[];
  tags: Record<string, string>;
  lineage: number;
  inherited_tags: string[];
}

/** In the order of INHERITED. */
export const INHERITED_COLUMNS = ['session_id', 'user_id', 'agent', 'environment', 'release'] as const;

export const selectLineage = question({
  name: 'selectLineage',
  sql: lineageSql,
  read: (rows: Row[]): SettledSpan[] =>
    rows.map((row) => ({
      table: row.source,
      project: row.project,
      traceId: row.trace_id,
      id: row.id,
      timestampMs: Number(row.ms),
      spanId: row.span_id,
      parentSpanId: row.parent_span_id,
      values: row.said,
      tags: row.tags,
      lineage: lineageOfRow(row.lineage, row.inherited_tags),
    })),
});

/** The earliest `limit` spans of each table. Records without a span id are in no tree. */
function lineageSql(scope: Scope, traceIds: readonly string[], limit: number) {
  const times = `SELECT min(first) AS first, max(last) AS last FROM run_times
  WHERE ${OF_ACCOUNT} AND run IN (SELECT ${RUN} FROM (SELECT arrayJoin({traceIds: Array(String)}) AS trace_id))`;
  const where = Where.of(scope)
    .and('trace_id IN {traceIds: Array(String)}', { traceIds, limit })
    .and(`timestamp >= (SELECT first FROM (${times}))`)
    .and(`timestamp <= (SELECT last FROM (${times}))`)
    .and(`span_id != ''`);
  const part = (table: LineageTable): string =>
    `(SELECT '${table}' AS source, project, trace_id, id, toUnixTimestamp64Milli(timestamp) AS ms, span_id, parent_span_id,
  [${INHERITED_COLUMNS.map((name) => `toString(${name})`).join(', ')}] AS said, tags, lineage, inherited_tags
FROM ${table}
WHERE ${where.sql}
ORDER BY timestamp, id
LIMIT {limit: UInt32})`;
  return { sql: `${part('calls')}\nUNION ALL\n${part('observations')}`, params: where.params };
}
