// Calls that people may look at. What was looked at already is known to the metadata store, so pages of candidates are narrow and may
// be long: time and id only, in the order of the table. The calls themselves are read for the few that are left.
import type { RecordsEngine } from '../engine/engine.ts';
import { CALL_SELECT, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import { callsWhere } from './call-filter.ts';
import type { Scope } from './scope.ts';

export interface ReviewPlace {
  id: string;
  timestampMs: number;
}

export interface ReviewPage {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Calls with an error, or those without. */
  failed: boolean;
  after: ReviewPlace | null;
  limit: number;
}

/** Newest first. */
export async function reviewCandidates(
  engine: RecordsEngine,
  scope: Scope,
  page: ReviewPage,
): Promise<ReviewPlace[]> {
  const { sql, params } = reviewCandidatesSql(scope, page);
  const rows = await engine.query<{ id: string; timestamp_ms: string }>(sql, params);
  return rows.map(({ id, timestamp_ms: timestampMs }) => ({ id, timestampMs: Number(timestampMs) }));
}

export function reviewCandidatesSql(scope: Scope, { startMs, endMs, failed, after, limit }: ReviewPage) {
  const where = callsWhere(scope, { startMs, endMs, error: failed });
  if (after) {
    // The key of the table begins with the time: said apart, it lets the engine skip what lies before.
    where
      .and('timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})', { afterMs: after.timestampMs })
      .and('(timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})', {
        afterId: after.id,
      });
  }
  return {
    sql: `SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms
FROM calls
WHERE ${where.sql}
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}

export async function reviewCalls(
  engine: RecordsEngine,
  scope: Scope,
  places: readonly ReviewPlace[],
): Promise<Map<string, ReadCall>> {
  if (places.length === 0) return new Map();
  const { sql, params } = reviewCallsSql(scope, places);
  const rows = await engine.query<CallRow>(sql, params);
  return new Map(rows.map((row) => [row.id, callFromRow(row)]));
}

export function reviewCallsSql(scope: Scope, places: readonly ReviewPlace[]) {
  const where = callsWhere(scope, {})
    .and('timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))', {
      times: [...new Set(places.map(({ timestampMs }) => BigInt(timestampMs)))],
    })
    .and('id IN {ids: Array(String)}', { ids: places.map(({ id }) => id) });
  return { sql: `SELECT ${CALL_SELECT}\nFROM calls\nWHERE ${where.sql}`, params: where.params };
}
