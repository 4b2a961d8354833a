// The newest calls of one session, with the figures of the whole session.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { aboutText } from './about.ts';
import { CALL_SELECT, callsFromRows, type CallRow, type ReadCall } from './call-columns.ts';
import { question } from './question.ts';
import { Where, type Scope } from './scope.ts';
import { sessionFigures } from './session-figures.ts';
import type { UnpricedCalls } from './unpriced.ts';
import { CALL_BYTES, queryWithin } from './within-bytes.ts';

interface SessionTotals {
  calls: number;
  costUsd: number;
  /** If there are such calls. */
  unpriced?: UnpricedCalls;
  totalTokens: number;
  /** Failed spans. */
  errors: number;
  /** From the beginning of the first span to the last end. */
  startMs: number;
  endMs: number;
}

interface ReadSession {
  /** The newest that fit into an answer, in the order of (time, id). */
  calls: ReadCall[];
  totals: SessionTotals;
}

/** Null when the session has no span. */
export const selectSession = question({
  name: 'selectSession',
  about: aboutText,
  run: async (engine, scope, sessionId: string, limit: number): Promise<ReadSession | null> => {
    const [rows, [figures]] = await Promise.all([
      queryWithin<CallRow>(engine, {
        statement: (columns) => sessionSql(scope, sessionId, limit, columns),
        columns: CALL_SELECT,
        bytes: CALL_BYTES,
        max: MAX_ANSWER_BYTES,
        areFew: true,
      }),
      sessionFigures(engine, scope, [sessionId], { includeEvalRuns: true }),
    ]);
    if (!figures) return null;
    const { calls, costUsd, unpriced, totalTokens, errors, startMs, endMs } = figures;
    return {
      calls: (await callsFromRows(rows)).toReversed(),
      totals: { calls, costUsd, ...(unpriced ? { unpriced } : {}), totalTokens, errors, startMs, endMs },
    };
  },
});

export function sessionSql(scope: Scope, sessionId: string, limit: number, columns = CALL_SELECT) {
  const where = Where.of(scope).and('session_id = {sessionId: String}', { sessionId });
  return {
    sql: `SELECT ${columns}
FROM calls
WHERE ${where.sql}
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
