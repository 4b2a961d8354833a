// The newest calls of one session, with totals over all of them.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { aboutText } from './about.ts';
import { CALL_SELECT, callsFromRows, type CallRow, type ReadCall } from './call-columns.ts';
import { question } from './question.ts';
import { Where, type Scope } from './scope.ts';
import { UNPRICED_SUMS, unpricedOf, type UnpricedCalls, type UnpricedRow } from './unpriced.ts';
import { CALL_BYTES, queryWithin } from './within-bytes.ts';

interface SessionTotals {
  calls: number;
  costUsd: number;
  /** If there are such calls. */
  unpriced?: UnpricedCalls;
  totalTokens: number;
  errors: number;
  /** Time of the first call and of the last. */
  startMs: number;
  endMs: number;
}

interface ReadSession {
  /** The newest that fit into an answer, in the order of (time, id). */
  calls: ReadCall[];
  totals: SessionTotals;
}

interface TotalsRow extends UnpricedRow {
  found: string;
  cost: number;
  tokens: number;
  errors: string;
  start_ms: string;
  end_ms: string;
}

/** Null when the session has no call. */
export const selectSession = question({
  name: 'selectSession',
  about: aboutText,
  run: async (engine, scope, sessionId: string, limit: number): Promise<ReadSession | null> => {
    const [, ofTotals] = sessionSql(scope, sessionId, limit);
    const [rows, [totals]] = await Promise.all([
      queryWithin<CallRow>(engine, {
        statement: (columns) => sessionSql(scope, sessionId, limit, columns)[0],
        columns: CALL_SELECT,
        bytes: CALL_BYTES,
        max: MAX_ANSWER_BYTES,
        areFew: true,
      }),
      engine.query<TotalsRow>(ofTotals.sql, ofTotals.params),
    ]);
    if (rows.length === 0 || !totals) return null;
    return {
      calls: (await callsFromRows(rows)).toReversed(),
      totals: {
        calls: Number(totals.found),
        costUsd: totals.cost,
        ...unpricedOf(totals),
        totalTokens: totals.tokens,
        errors: Number(totals.errors),
        startMs: Number(totals.start_ms),
        endMs: Number(totals.end_ms),
      },
    };
  },
});

export function sessionSql(scope: Scope, sessionId: string, limit: number, columns = CALL_SELECT) {
  const where = Where.of(scope).and('session_id = {sessionId: String}', { sessionId });
  return [
    {
      sql: `SELECT ${columns}
FROM calls
WHERE ${where.sql}
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}`,
      params: { ...where.params, limit },
    },
    {
      sql: `SELECT count() AS found, sum(cost_usd) AS cost, sum(total_tokens) AS tokens, countIf(error != '') AS errors,
  ${UNPRICED_SUMS},
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms, toUnixTimestamp64Milli(max(timestamp)) AS end_ms
FROM calls
WHERE ${where.sql}`,
      params: where.params,
    },
  ] as const;
}
