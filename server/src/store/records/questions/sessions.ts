// A page of sessions, the one with the newest call first. Read backwards in time, calls show sessions in this order, so the
// newest calls are read until the page is full (newest-places.ts). A second statement computes the totals of the sessions on
// the page.
import type { CallRef } from '../record.ts';
import { aboutFilter } from './about.ts';
import { callsWhere, type CallFilter } from './call-filter.ts';
import { newestPlaces, type NewestPlace } from './newest-places.ts';
import { question, type QuestionEngine } from './question.ts';
import type { Scope, Where } from './scope.ts';
import { UNPRICED_SUMS, unpricedOf, type UnpricedCalls, type UnpricedRow } from './unpriced.ts';

export interface SessionPlace {
  endMs: number;
  sessionId: string;
  /** Time of the newest call of the first page. Newer calls must not move a session to another page. */
  untilMs: number;
}

export interface SessionPage {
  after: SessionPlace | null;
  limit: number;
  /** With the first call of each session that has content. */
  firstContent?: boolean;
}

/** Totals over the matching calls. */
export interface SessionFigures {
  sessionId: string;
  calls: number;
  traces: number;
  errors: number;
  costUsd: number;
  /** If there are such calls. */
  unpriced?: UnpricedCalls;
  totalTokens: number;
  /** Time of the first call and of the last. */
  startMs: number;
  endMs: number;
  /** Those with the most calls. */
  users: string[];
  models: string[];
  lastModel: string;
  /** If it was asked for, and a call has content. */
  firstContent?: CallRef;
}

interface SessionList {
  sessions: SessionFigures[];
  /** Where the next page begins; null on the last page. */
  next: SessionPlace | null;
}

interface Row extends UnpricedRow {
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
  first_id?: string;
  first_ms?: string;
}

const MOST_USERS = 3;
const MOST_MODELS = 5;

/** The most frequent values. Ties are broken by value, so that the answer is stable. */
const mostOf = (counted: string, most: number): string =>
  `arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), ${counted}), 1, ${most}))`;

// More values are counted than shown: with more distinct values in a session, counts become estimates.
const USERS = mostOf(`topKIf(20, 3, 'counts')(user_id, user_id != '')`, MOST_USERS);
export const TOP_MODELS = mostOf(`topK(20, 3, 'counts')(toString(model))`, MOST_MODELS);

const FIRST_CONTENT = `,
  argMinIf(id, (timestamp, id), has_content) AS first_id, toUnixTimestamp64Milli(minIf(timestamp, has_content)) AS first_ms`;

export const selectSessions = question({
  name: 'selectSessions',
  heavy: true,
  about: aboutFilter,
  run: async (
    engine,
    scope,
    filter: CallFilter,
    { after, limit, firstContent = false }: SessionPage,
  ): Promise<SessionList> => {
    const found = await newestSessions(engine, scope, filter, { after, limit: limit + 1 });
    const shown = found.slice(0, limit).map(({ id, atMs }) => ({ sessionId: id, endMs: atMs }));
    const [newest] = shown;
    const last = shown.at(-1);
    if (!newest || !last) return { sessions: [], next: null };
    const ids = shown.map(({ sessionId }) => sessionId);
    const figures = sessionFiguresSql(scope, filter, ids, newest.endMs, firstContent);
    const rows = await engine.query<Row>(figures.sql, figures.params);
    const byId = new Map(rows.map((row) => [row.session_id, row]));
    return {
      sessions: shown.flatMap(({ sessionId, endMs }) => {
        const row = byId.get(sessionId);
        return row ? [fromRow(row, endMs)] : [];
      }),
      next: found.length > limit ? { ...last, untilMs: after?.untilMs ?? newest.endMs } : null,
    };
  },
});

const CALLS_OF_SESSION = 64;

async function newestSessions(
  engine: QuestionEngine,
  scope: Scope,
  filter: CallFilter,
  { after, limit }: SessionPage,
): Promise<NewestPlace[]> {
  const newest = await newestPlaces(engine, { limit, rowsOfEach: CALLS_OF_SESSION }, (rows) =>
    sessionOrderSql(scope, filter, after, rows),
  );
  if (!newest.isCut) return newest.places;
  // A session with a million calls: all calls are read once.
  const every = everySessionSql(scope, filter, after, limit);
  const rows = await engine.query<{ place_id: string; at_ms: string }>(every.sql, every.params);
  return rows.map(({ place_id: id, at_ms: atMs }) => ({ id, atMs: Number(atMs) }));
}

const sessionsWhere = (scope: Scope, filter: CallFilter, after: SessionPlace | null): Where => {
  const where = callsWhere(scope, filter).and(`session_id != ''`);
  if (after) where.and('timestamp <= fromUnixTimestamp64Milli({until: Int64})', { until: after.untilMs });
  return where;
};

/** Calls of sessions that come after this place. */
function callsAfter(scope: Scope, filter: CallFilter, after: SessionPlace | null): Where {
  const where = sessionsWhere(scope, filter, after);
  if (!after) return where;
  const place = '(fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})';
  const shown = sessionsWhere(scope, filter, after)
    .and(`(timestamp, session_id) >= ${place}`)
    .and('timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})');
  // The table's key begins with the time: as a condition of its own, it lets the engine skip earlier rows.
  return where
    .and(`(timestamp, session_id) < ${place}`, { afterMs: after.endMs, afterId: after.sessionId })
    .and('timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})')
    .and(`session_id NOT IN (SELECT session_id FROM calls WHERE ${shown.sql})`);
}

/**
 * The newest `rows` calls, by session. They are read in the order of the key, so the engine stops early. Which calls of the
 * oldest moment are among them does not matter, because that moment is left out.
 */
export function sessionOrderSql(scope: Scope, filter: CallFilter, after: SessionPlace | null, rows: number) {
  const where = callsAfter(scope, filter, after);
  return {
    sql: `SELECT session_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
SELECT session_id, timestamp AS at
FROM calls
WHERE ${where.sql}
ORDER BY timestamp DESC
LIMIT {rows: UInt32}
)
GROUP BY session_id`,
    params: { ...where.params, rows },
  };
}

export function everySessionSql(scope: Scope, filter: CallFilter, after: SessionPlace | null, limit: number) {
  const where = callsAfter(scope, filter, after);
  return {
    sql: `SELECT session_id AS place_id, toUnixTimestamp64Milli(max(timestamp)) AS at_ms
FROM calls
WHERE ${where.sql}
GROUP BY session_id
ORDER BY at_ms DESC, session_id DESC
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}

export function sessionFiguresSql(
  scope: Scope,
  filter: CallFilter,
  sessionIds: readonly string[],
  untilMs: number,
  firstContent = false,
) {
  const where = callsWhere(scope, filter)
    .and('session_id IN {sessionIds: Array(String)}', { sessionIds: [...sessionIds] })
    .and('timestamp <= fromUnixTimestamp64Milli({until: Int64})', { until: untilMs });
  return {
    sql: `SELECT session_id, toFloat64(count()) AS found, toFloat64(uniqExactIf(trace_id, trace_id != '')) AS traces,
  toFloat64(countIf(error != '')) AS failed, sum(cost_usd) AS cost, sum(total_tokens) AS tokens,
  ${UNPRICED_SUMS},
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms,
  ${USERS} AS users,
  ${TOP_MODELS} AS models,
  argMax(toString(model), (timestamp, id)) AS last_model${firstContent ? FIRST_CONTENT : ''}
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
  ...unpricedOf(row),
  totalTokens: row.tokens,
  startMs: Number(row.start_ms),
  endMs,
  users: row.users,
  models: row.models,
  lastModel: row.last_model,
  ...(row.first_id ? { firstContent: { id: row.first_id, timestampMs: Number(row.first_ms) } } : {}),
});
