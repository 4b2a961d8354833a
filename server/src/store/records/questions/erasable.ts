// What else belongs to calls that are to be erased: observations, by what they name, and those of traces that lose all their calls.
import type { CallPosition } from '../changes/cost-change.ts';
import type { RecordsEngine } from '../engine/engine.ts';
import { Where, type Scope } from './scope.ts';

/** By what observations are erased; one of them. */
export interface SpanSelection {
  traceId?: string;
  sessionId?: string;
  /** In which attributes spans name a user is for the reader of traces to say. */
  user?: { id: string; attributes: readonly string[] };
}

const POSITION = 'id, toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs';

/** Observations that are selected by themselves, in the order of time. */
export function selectedSpans(
  engine: RecordsEngine,
  scope: Scope,
  { traceId, sessionId, user }: SpanSelection,
  limit: number,
): Promise<CallPosition[]> {
  const where = Where.of(scope);
  if (traceId !== undefined) where.and('trace_id = {traceId: String}', { traceId });
  if (sessionId !== undefined) where.and('session_id = {sessionId: String}', { sessionId });
  if (user) {
    where.and(
      'arrayExists(name -> JSONExtractString(attributes, name) = {userId: String}, {names: Array(String)})',
      {
        userId: user.id,
        names: user.attributes,
      },
    );
  }
  return engine.query<CallPosition>(
    `SELECT ${POSITION} FROM observations WHERE ${where.sql} ORDER BY observations.timestamp, id LIMIT {limit: UInt32}`,
    { ...where.params, limit },
  );
}

/** Traces that have no call beside these, and the observations in them. */
export interface WholeTraces {
  traceIds: string[];
  spans: CallPosition[];
}

const TRACES_AT_ONCE = 500;

/** `calls` are all that are to go of the account; a trace with another call, of whichever project, stays. */
export async function wholeTraces(
  engine: RecordsEngine,
  scope: Scope,
  traceIds: readonly string[],
  calls: ReadonlySet<string>,
): Promise<WholeTraces> {
  const whole: WholeTraces = { traceIds: [], spans: [] };
  for (let from = 0; from < traceIds.length; from += TRACES_AT_ONCE) {
    const asked = traceIds.slice(from, from + TRACES_AT_ONCE);
    const found = await engine.query<{ id: string; traceId: string }>(
      `SELECT id, trace_id AS traceId FROM calls
       WHERE account = {account: UInt32} AND trace_id IN {asked: Array(String)}`,
      { account: scope.account, asked },
    );
    const others = new Set(found.filter(({ id }) => !calls.has(id)).map(({ traceId }) => traceId));
    const gone = asked.filter((traceId) => !others.has(traceId));
    if (gone.length === 0) continue;
    const where = Where.of(scope).and('trace_id IN {gone: Array(String)}', { gone });
    whole.traceIds.push(...gone);
    whole.spans.push(
      ...(await engine.query<CallPosition>(
        `SELECT ${POSITION} FROM observations WHERE ${where.sql} ORDER BY observations.timestamp, id`,
        where.params,
      )),
    );
  }
  return whole;
}
