// Calls that a scan looks at one by one: where each belongs and whether it has content, and nothing else, so that a page may be long.
// Calls that evaluation runs made are not among them.
import type { RecordsEngine } from '../engine/engine.ts';
import { callsWhere } from './call-filter.ts';
import type { ContentPlace } from './content.ts';
import type { Scope } from './scope.ts';

export interface ScannableCall {
  id: string;
  timestampMs: number;
  project: number;
  hasContent: boolean;
}

export interface ScanPage {
  after: ContentPlace | null;
  limit: number;
}

interface Row {
  id: string;
  timestamp_ms: string;
  project: number;
  has_content: boolean;
}

const COLUMNS = 'id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, project, has_content';

const callOf = (row: Row): ScannableCall => ({
  id: row.id,
  timestampMs: Number(row.timestamp_ms),
  project: row.project,
  hasContent: row.has_content,
});

/** Newest first. */
export async function newestCalls(
  engine: RecordsEngine,
  scope: Scope,
  page: ScanPage,
): Promise<ScannableCall[]> {
  const { sql, params } = newestCallsSql(scope, page);
  return (await engine.query<Row>(sql, params)).map(callOf);
}

export function newestCallsSql(scope: Scope, { after, limit }: ScanPage) {
  const where = callsWhere(scope, {});
  if (after) {
    // The key of the table begins with the time: said apart, it lets the engine skip what lies before.
    where
      .and('timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})', { afterMs: after.timestampMs })
      .and('(timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})', {
        afterId: after.id,
      });
  }
  return {
    sql: `SELECT ${COLUMNS}
FROM calls
WHERE ${where.sql}
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}

/** Those of the places at which there is such a call, by id. */
export async function scannableCalls(
  engine: RecordsEngine,
  scope: Scope,
  places: readonly ContentPlace[],
): Promise<Map<string, ScannableCall>> {
  if (places.length === 0) return new Map();
  const { sql, params } = scannableCallsSql(scope, places);
  const rows = await engine.query<Row>(sql, params);
  return new Map(rows.map((row) => [row.id, callOf(row)]));
}

export function scannableCallsSql(scope: Scope, places: readonly ContentPlace[]) {
  const where = callsWhere(scope, {})
    .and('timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))', {
      times: [...new Set(places.map(({ timestampMs }) => BigInt(timestampMs)))],
    })
    .and('id IN {ids: Array(String)}', { ids: places.map(({ id }) => id) });
  return { sql: `SELECT ${COLUMNS}\nFROM calls\nWHERE ${where.sql}`, params: where.params };
}
