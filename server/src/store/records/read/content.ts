// Sealed content of a few calls or observations, for whoever has the key to open it.
import type { RecordsEngine } from '../engine.ts';
import { Where, type Scope } from './scope.ts';

export interface ContentPlace {
  id: string;
  timestampMs: number;
}

export async function sealedContent(
  engine: RecordsEngine,
  scope: Scope,
  places: readonly ContentPlace[],
): Promise<Map<string, Buffer>> {
  if (places.length === 0) return new Map();
  const { sql, params } = sealedContentSql(scope, places);
  const rows = await engine.query<{ id: string; sealed: string }>(sql, params);
  return new Map(rows.map(({ id, sealed }) => [id, Buffer.from(sealed, 'base64')]));
}

export function sealedContentSql(scope: Scope, places: readonly ContentPlace[]) {
  // Content belongs to records, which belong to projects; the places come from those that the asker may see.
  const where = Where.of({ ...scope, project: null })
    .and(`timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))`, {
      times: [...new Set(places.map(({ timestampMs }) => BigInt(timestampMs)))],
    })
    .and('id IN {ids: Array(String)}', { ids: places.map(({ id }) => id) });
  return {
    sql: `SELECT id, base64Encode(sealed) AS sealed\nFROM call_content\nWHERE ${where.sql}`,
    params: where.params,
  };
}
