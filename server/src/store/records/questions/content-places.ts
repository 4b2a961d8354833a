// Finds the contents of calls and observations that a caller knows by id only. Both tables are asked through
// the narrow table of ids.
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
  const where = Where.of(scope).withIds(ids);
  const part = (table: string): string =>
    `SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, has_content\nFROM ${table}\nWHERE ${where.sql}`;
  return { sql: `${part('calls')}\nUNION ALL\n${part('observations')}`, params: where.params };
}
