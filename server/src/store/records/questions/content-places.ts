// Finds the contents of calls and observations that a caller knows by id only. Both tables are asked through
// the narrow table of ids; observations also need the trace, which the id of a span begins with.
import { tracesOfIds } from '../writer/dedup/traces-of-ids.ts';
import { question } from './question.ts';
import { Where, type Scope } from './scope.ts';

interface ContentPlace {
  timestampMs: number;
  hasContent: boolean;
}

interface Row {
  id: string;
  timestamp_ms: string;
  has_content: boolean;
}

/** By id. Records that the scope does not have are missing. */
export const selectContentPlaces = question({
  name: 'selectContentPlaces',
  sql: contentPlacesSql,
  read: (rows: Row[]): Map<string, ContentPlace> =>
    new Map(
      rows.map((row) => [row.id, { timestampMs: Number(row.timestamp_ms), hasContent: row.has_content }]),
    ),
});

export function contentPlacesSql(scope: Scope, ids: readonly string[]) {
  const calls = Where.of(scope).withIds(ids);
  const observations = Where.of(scope)
    .and('trace_id IN {traces: Array(String)}', { traces: tracesOfIds(ids) })
    .withIds(ids);
  const part = (table: string, where: Where): string =>
    `SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, has_content\nFROM ${table}\nWHERE ${where.sql}`;
  return {
    sql: `${part('calls', calls)}\nUNION ALL\n${part('observations', observations)}`,
    params: { ...calls.params, ...observations.params },
  };
}
