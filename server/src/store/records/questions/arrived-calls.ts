// Calls in the order in which they came, which is not the order of their own times: what somebody sends late, or sends again after
// an outage, is new all the same. Narrow, so that a page may be long; the calls themselves are read for the few that are wanted.
import type { RecordsEngine } from '../engine/engine.ts';
import { callsWhere, type CallFilter } from './call-filter.ts';
import type { Scope } from './scope.ts';

export interface Arrival {
  id: string;
  timestampMs: number;
  receivedMs: number;
}

export interface ArrivalPage {
  /** When they came; inclusive. */
  sinceMs: number;
  after: Pick<Arrival, 'receivedMs' | 'id'> | null;
  limit: number;
}

/** How late a call may be: when it came is in no key, so its own time bounds what is looked through. */
export const LATEST_MS = 86_400_000;

export async function arrivedCalls(
  engine: RecordsEngine,
  scope: Scope,
  filter: CallFilter,
  page: ArrivalPage,
): Promise<Arrival[]> {
  const { sql, params } = arrivedCallsSql(scope, filter, page);
  const rows = await engine.query<{ id: string; timestamp_ms: string; received_ms: string }>(sql, params);
  return rows.map((row) => ({
    id: row.id,
    timestampMs: Number(row.timestamp_ms),
    receivedMs: Number(row.received_ms),
  }));
}

export function arrivedCallsSql(scope: Scope, filter: CallFilter, { sinceMs, after, limit }: ArrivalPage) {
  const where = callsWhere(scope, filter)
    .and('timestamp >= fromUnixTimestamp64Milli({oldest: Int64})', { oldest: sinceMs - LATEST_MS })
    .and('received_at >= fromUnixTimestamp64Milli({arrived: Int64})', {
      arrived: after ? after.receivedMs : sinceMs,
    });
  if (after) {
    where.and('(received_at, id) > (fromUnixTimestamp64Milli({arrived: Int64}), {afterId: String})', {
      afterId: after.id,
    });
  }
  return {
    sql: `SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, toUnixTimestamp64Milli(received_at) AS received_ms
FROM calls
WHERE ${where.sql}
ORDER BY received_at, id
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
