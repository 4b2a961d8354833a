// Calls for a scan: only project and whether there is content, so that a page may be long. Calls of
// evaluation runs are left out.
import { callsWhere, question, type CallRef, type Scope } from '#records';

export interface ScannableCall extends CallRef {
  project: number;
  hasContent: boolean;
}

interface ScanPage {
  after: CallRef | null;
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
export const selectNewestCalls = question({
  name: 'selectNewestCalls',
  sql: newestCallsSql,
  read: (rows: Row[]) => rows.map(callOf),
});

export function newestCallsSql(scope: Scope, { after, limit }: ScanPage) {
  const where = callsWhere(scope, {});
  if (after) {
    // The table's key begins with the time: as a condition of its own, it lets the engine skip earlier rows.
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

/** The calls of these refs, keyed by id. */
export const selectScannableCalls = question({
  name: 'selectScannableCalls',
  isEmpty: (refs) => refs.length === 0,
  sql: scannableCallsSql,
  read: (rows: Row[]): Map<string, ScannableCall> => new Map(rows.map((row) => [row.id, callOf(row)])),
});

export function scannableCallsSql(scope: Scope, refs: readonly CallRef[]) {
  const where = callsWhere(scope, {}).at(refs);
  return { sql: `SELECT ${COLUMNS}\nFROM calls\nWHERE ${where.sql}`, params: where.params };
}
