// A page of sessions, the one with the newest call first. In the order of time backwards, sessions appear in just this order, so the
// engine stops reading when the page is full; what the sessions of a page come to is asked for those alone.
import type { RecordsEngine } from '../engine/engine.ts';
import { callsWhere, type CallFilter } from './call-filter.ts';
import type { Scope, Where } from './scope.ts';

export interface SessionPlace {
  endMs: number;
  sessionId: string;
  /** The newest call of the first page: what is newer moves no session to another page. */
  untilMs: number;
}

export interface SessionPage {
  after: SessionPlace | null;
  limit: number;
}

/** Over the calls that match. */
export interface SessionFigures {
  sessionId: string;
  calls: number;
  traces: number;
  errors: number;
  costUsd: number;
  totalTokens: number;
  /** Times of the first and of the last call. */
  startMs: number;
  endMs: number;
  /** Those with the most calls. */
  users: string[];
  models: string[];
  lastModel: string;
}

export interface SessionList {
  sessions: SessionFigures[];
  /** Where the next page begins; null: there is none. */
  next: SessionPlace | null;
}

interface Row {
  session_id: string;
  found: number;
  traces: number;
  failed: number;
  cost: number;
  tokens: number;
  start_ms: string;
  users: string[];
  models: string[];
  last_model: string;
}

const MOST_USERS = 3;
const MOST_MODELS = 5;

/** Of what was counted, equal ones by their value, so that the same question has the same answer. */
const mostOf = (counted: string, most: number): string =>
  `arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), ${counted}), 1, ${most}))`;

// More are counted than are shown: beyond so many of a session, counts become estimates.
const USERS = mostOf(`topKIf(20, 3, 'counts')(user_id, user_id != '')`, MOST_USERS);
const MODELS = mostOf(`topK(20, 3, 'counts')(toString(model))`, MOST_MODELS);

export async function listSessions(
  engine: RecordsEngine,
  scope: Scope,
  filter: CallFilter,
  { after, limit }: SessionPage,
): Promise<SessionList> {
  const order = sessionOrderSql(scope, filter, { after, limit: limit + 1 });
  const found = await engine.query<{ session_id: string; end_ms: string }>(order.sql, order.params);
  const shown = found
    .slice(0, limit)
    .map(({ session_id: sessionId, end_ms: endMs }) => ({ sessionId, endMs: Number(endMs) }));
  const [newest] = shown;
  const last = shown.at(-1);
  if (!newest || !last) return { sessions: [], next: null };
  const ids = shown.map(({ sessionId }) => sessionId);
  const figures = sessionFiguresSql(scope, filter, ids, newest.endMs);
  const rows = await engine.query<Row>(figures.sql, figures.params);
  const byId = new Map(rows.map((row) => [row.session_id, row]));
  return {
    sessions: shown.flatMap(({ sessionId, endMs }) => {
      const row = byId.get(sessionId);
      return row ? [fromRow(row, endMs)] : [];
    }),
    next: found.length > limit ? { ...last, untilMs: after?.untilMs ?? newest.endMs } : null,
  };
}

const sessionsWhere = (scope: Scope, filter: CallFilter, after: SessionPlace | null): Where => {
  const where = callsWhere(scope, filter).and(`session_id != ''`);
  if (after) where.and('timestamp <= fromUnixTimestamp64Milli({until: Int64})', { until: after.untilMs });
  return where;
};

export function sessionOrderSql(scope: Scope, filter: CallFilter, { after, limit }: SessionPage) {
  const where = sessionsWhere(scope, filter, after);
  if (after) {
    const place = '(fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})';
    const shown = sessionsWhere(scope, filter, after)
      .and(`(timestamp, session_id) >= ${place}`)
      .and('timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})');
    // The key of the table begins with the time: said apart, it lets the engine skip what lies before.
    where
      .and(`(timestamp, session_id) < ${place}`, { afterMs: after.endMs, afterId: after.sessionId })
      .and('timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})')
      .and(`session_id NOT IN (SELECT session_id FROM calls WHERE ${shown.sql})`);
  }
  return {
    sql: `SELECT session_id, toUnixTimestamp64Milli(timestamp) AS end_ms
FROM calls
WHERE ${where.sql}
ORDER BY timestamp DESC, session_id DESC
LIMIT 1 BY session_id
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}

export function sessionFiguresSql(
  scope: Scope,
  filter: CallFilter,
  sessionIds: readonly string[],
  untilMs: number,
) {
  const where = callsWhere(scope, filter)
    .and('session_id IN {sessionIds: Array(String)}', { sessionIds: [...sessionIds] })
    .and('timestamp <= fromUnixTimestamp64Milli({until: Int64})', { until: untilMs });
  return {
    sql: `SELECT session_id, toFloat64(count()) AS found, toFloat64(uniqExactIf(trace_id, trace_id != '')) AS traces,
  toFloat64(countIf(error != '')) AS failed, sum(cost_usd) AS cost, sum(total_tokens) AS tokens,
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms,
  ${USERS} AS users,
  ${MODELS} AS models,
  argMax(toString(model), (timestamp, id)) AS last_model
FROM calls
WHERE ${where.sql}
GROUP BY session_id`,
    params: where.params,
  };
}

const fromRow = (row: Row, endMs: number): SessionFigures => ({
  sessionId: row.session_id,
  calls: row.found,
  traces: row.traces,
  errors: row.failed,
  costUsd: row.cost,
  totalTokens: row.tokens,
  startMs: Number(row.start_ms),
  endMs,
  users: row.users,
  models: row.models,
  lastModel: row.last_model,
});
