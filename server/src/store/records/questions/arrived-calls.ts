// Calls in the order of arrival, which is not the order of their own times: calls sent late, or sent again
// after an outage, are new too. Rows are narrow, so a page may be long; the caller reads the few calls that
// it wants.
import { DAY_MS } from '#lib/clock';
import type { CallRef } from '../record.ts';
import { aboutFilter } from './about.ts';
import { callsWhere, readsMuch, type CallFilter } from './call-filter.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';

export interface Arrival extends CallRef {
  receivedMs: number;
}

interface ArrivalPage {
  /** Time of arrival, inclusive. */
  sinceMs: number;
  after: Pick<Arrival, 'receivedMs' | 'id'> | null;
  limit: number;
}

/**
 * Later calls are not found. No key has the time of arrival, so the call's own time bounds what the engine
 * reads.
 */
export const LATEST_MS = DAY_MS;

export const selectArrivedCalls = question({
  name: 'selectArrivedCalls',
  heavy: readsMuch,
  about: aboutFilter,
  sql: arrivedCallsSql,
  read: (rows: { id: string; timestamp_ms: string; received_ms: string }[]): Arrival[] =>
    rows.map((row) => ({
      id: row.id,
      timestampMs: Number(row.timestamp_ms),
      receivedMs: Number(row.received_ms),
    })),
});

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
