// Candidates for review. The metadata store knows which calls were reviewed, so a page has only times and ids
// and may be long. The caller reads the few calls that are left.
import { callsWhere, question, type CallRef, type Scope } from '#records';

interface ReviewPage {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Calls with an error, or those without. */
  failed: boolean;
  after: CallRef | null;
  limit: number;
}

/** Newest first, without calls of evaluation runs. */
export const selectReviewCandidates = question({
  name: 'selectReviewCandidates',
  heavy: ({ failed }) => failed,
  sql: reviewCandidatesSql,
  read: (rows: { id: string; timestamp_ms: string }[]): CallRef[] =>
    rows.map(({ id, timestamp_ms: timestampMs }) => ({ id, timestampMs: Number(timestampMs) })),
});

export function reviewCandidatesSql(scope: Scope, { startMs, endMs, failed, after, limit }: ReviewPage) {
  const where = callsWhere(scope, { startMs, endMs, error: failed });
  if (after) {
    // The table's key begins with the time, so a separate condition on it lets the engine skip rows.
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
