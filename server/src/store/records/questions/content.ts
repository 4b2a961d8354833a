// Sealed content of a few calls or observations, for whoever has the key to open it.
import type { RecordsEngine } from '../engine/engine.ts';
import { Where, type Scope } from './scope.ts';

export interface ContentPlace {
  id: string;
  timestampMs: number;
}

export async function sealedContent(
  engine: RecordsEngine,
  scope: Scope,
  places: readonly ContentPlace[],
  /** The earliest, up to so much together; all of it when this is not said. */
  maxBytes?: number,
): Promise<Map<string, Buffer>> {
  if (places.length === 0) return new Map();
  const { sql, params } = sealedContentSql(scope, places, maxBytes);
  const rows = await engine.query<{ id: string; sealed: string }>(sql, params);
  return new Map(rows.map(({ id, sealed }) => [id, Buffer.from(sealed, 'base64')]));
}

export function sealedContentSql(scope: Scope, places: readonly ContentPlace[], maxBytes?: number) {
  // Content belongs to records, which belong to projects; the places come from those that the asker may see.
  const where = Where.of({ ...scope, project: null })
    .and(`timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))`, {
      times: [...new Set(places.map(({ timestampMs }) => BigInt(timestampMs)))],
    })
    .and('id IN {ids: Array(String)}', { ids: places.map(({ id }) => id) });
  const found = `FROM call_content\nWHERE ${where.sql}`;
  if (maxBytes === undefined) {
    return { sql: `SELECT id, base64Encode(sealed) AS sealed\n${found}`, params: where.params };
  }
  return {
    sql: `SELECT id, base64Encode(content) AS sealed
FROM (
SELECT id, sealed AS content, sum(length(sealed)) OVER (ORDER BY timestamp, id) AS bytes
${found}
)
WHERE bytes <= {maxBytes: UInt64}`,
    params: { ...where.params, maxBytes },
  };
}
