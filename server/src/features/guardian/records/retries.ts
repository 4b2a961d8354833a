// Calls that were repeated with the same input and mostly failed.
import { callsWhere, question, type Scope } from '#records';
import { newCalls, type GuardianWindow } from './window.ts';

export interface Retried {
  project: number;
  provider: string;
  model: string;
  hash: string;
  /** Time, and 1 for a failure; at most a thousand, unordered. */
  attempts: [ms: number, failed: number][];
  /** Failed calls. */
  callIds: string[];
  traceIds: string[];
}

interface RetryQuestion {
  /** Earlier calls are not counted. */
  sinceMs: number;
  leastAttempts: number;
  leastFailures: number;
}

const MAX_RETRIED = 200;

export const selectRetries = question({
  name: 'selectRetries',
  sql: retriesSql,
  read: (rows: Retried[]) => rows,
});

export function retriesSql(
  scope: Scope,
  window: GuardianWindow,
  { sinceMs, leastAttempts, leastFailures }: RetryQuestion,
) {
  const failing = newCalls(scope, window).and(`error != ''`).and('input_hash != 0');
  const where = callsWhere(scope, {})
    .and('timestamp >= fromUnixTimestamp64Milli({since: Int64})', { since: sinceMs })
    .and(`input_hash IN (SELECT input_hash FROM calls WHERE ${failing.sql})`, failing.params);
  return {
    sql: `SELECT project, provider, model, toString(input_hash) AS hash,
  groupArray(1000)((toFloat64(toUnixTimestamp64Milli(timestamp)), toUInt8(error != ''))) AS attempts,
  groupArrayIf(20)(id, error != '') AS callIds, groupUniqArrayIf(10)(trace_id, trace_id != '') AS traceIds
FROM calls
WHERE ${where.sql}
GROUP BY project, provider, model, input_hash
HAVING count() >= {leastAttempts: UInt32} AND countIf(error != '') >= {leastFailures: UInt32}
ORDER BY count() DESC, hash
LIMIT ${MAX_RETRIED}`,
    params: { ...where.params, leastAttempts, leastFailures },
  };
}
