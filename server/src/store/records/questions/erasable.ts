// Observations to erase together with calls: those that a selection names, and those of traces that lose all
// their calls.
import type { CallRef } from '../record.ts';
import { question } from './question.ts';
import { OF_ACCOUNT, Where } from './scope.ts';

/** Has one of the three. */
export interface SpanSelection {
  traceId?: string;
  sessionId?: string;
  /** `attributes`: the names under which spans may have a user's id. */
  user?: { id: string; attributes: readonly string[] };
}

/** An observation, with the trace and the session that lose it. */
interface SpanRef extends CallRef {
  traceId: string;
  sessionId: string;
}

const REF =
  'id, trace_id AS traceId, session_id AS sessionId, toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs';

/** Observations that the selection names, in the order of time. */
export const selectSpans = question({
  name: 'selectSpans',
  heavy: true,
  sql: (scope, { traceId, sessionId, user }: SpanSelection, limit: number) => {
    const where = Where.of(scope);
    if (traceId !== undefined) where.and('trace_id = {traceId: String}', { traceId });
    if (sessionId !== undefined) where.and('session_id = {sessionId: String}', { sessionId });
    if (user) {
      where.and(
        '(user_id = {userId: String} OR arrayExists(name -> JSONExtractString(attributes, name) = {userId: String}, {names: Array(String)}))',
        { userId: user.id, names: user.attributes },
      );
    }
    return {
      sql: `SELECT ${REF} FROM observations WHERE ${where.sql} ORDER BY observations.timestamp, id LIMIT {limit: UInt32}`,
      params: { ...where.params, limit },
    };
  },
  read: (rows: SpanRef[]) => rows,
});

/** Traces that have no other calls, and their observations. */
interface WholeTraces {
  traceIds: string[];
  spans: SpanRef[];
}

const TRACES_AT_ONCE = 500;

/**
 * `calls`: all calls of the account that are erased. A trace that keeps a call, in any project, is not whole.
 */
export const selectWholeTraces = question({
  name: 'selectWholeTraces',
  run: async (
    engine,
    scope,
    traceIds: readonly string[],
    calls: ReadonlySet<string>,
  ): Promise<WholeTraces> => {
    const whole: WholeTraces = { traceIds: [], spans: [] };
    for (let from = 0; from < traceIds.length; from += TRACES_AT_ONCE) {
      const asked = traceIds.slice(from, from + TRACES_AT_ONCE);
      const found = await engine.query<{ id: string; traceId: string }>(
        `SELECT id, trace_id AS traceId FROM calls
       WHERE ${OF_ACCOUNT} AND trace_id IN {asked: Array(String)}`,
        { account: scope.account, asked },
      );
      const others = new Set(found.filter(({ id }) => !calls.has(id)).map(({ traceId }) => traceId));
      const gone = asked.filter((traceId) => !others.has(traceId));
      if (gone.length === 0) continue;
      const where = Where.of(scope).and('trace_id IN {gone: Array(String)}', { gone });
      whole.traceIds.push(...gone);
      whole.spans.push(
        ...(await engine.query<SpanRef>(
          `SELECT ${REF} FROM observations WHERE ${where.sql} ORDER BY observations.timestamp, id`,
          where.params,
        )),
      );
    }
    return whole;
  },
});
