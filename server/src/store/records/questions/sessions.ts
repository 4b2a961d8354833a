// Pages of sessions. By default the one with the newest call comes first. Read backwards in time, calls show sessions in this order,
// so the newest calls are read until the page is full (newest-places.ts). A second statement computes the figures of the sessions
// on the page, each as a whole.
import type { About } from './about.ts';
import { callsWhere, type CallFilter } from './call-filter.ts';
import { newestPlaces, type NewestPlace } from './newest-places.ts';
import { question, type QuestionEngine } from './question.ts';
import type { RunFilter } from './run-filter.ts';
import type { Scope, Where } from './scope.ts';
import { sessionFigures, type SessionFigures } from './session-figures.ts';
import { sortedRuns, type SortedPage, type SortedRuns } from './sorted-runs.ts';

export interface SessionPlace {
  /** Time of the newest call that matches. */
  atMs: number;
  sessionId: string;
  /** The `atMs` of the first session of the first page. Newer calls must not move a session to another page. */
  untilMs: number;
}

export interface SessionPage {
  after: SessionPlace | null;
  limit: number;
  /** With the first call of each session that has content. */
  firstContent?: boolean;
}

interface SessionList {
  sessions: SessionFigures[];
  /** Where the next page begins; null on the last page. */
  next: SessionPlace | null;
}

interface SortedSessions extends Pick<SortedRuns, 'next' | 'searchedFromMs'> {
  sessions: SessionFigures[];
}

export const selectSessions = question({
  name: 'selectSessions',
  heavy: true,
  about: ({ startMs }: CallFilter): About => (startMs === undefined ? {} : { startMs }),
  run: async (
    engine,
    scope,
    filter: CallFilter,
    { after, limit, firstContent = false }: SessionPage,
  ): Promise<SessionList> => {
    const found = await newestSessions(engine, scope, filter, { after, limit: limit + 1 });
    const shown = found.slice(0, limit).map(({ id, atMs }) => ({ sessionId: id, atMs }));
    const [newest] = shown;
    const last = shown.at(-1);
    if (!newest || !last) return { sessions: [], next: null };
    const ids = shown.map(({ sessionId }) => sessionId);
    return {
      sessions: await sessionFigures(engine, scope, ids, { ...filter, firstContent }),
      next: found.length > limit ? { ...last, untilMs: after?.untilMs ?? newest.atMs } : null,
    };
  },
});

/** In the order of a figure. */
export const selectSortedSessions = question({
  name: 'selectSortedSessions',
  heavy: true,
  readsUnloaded: 'spans',
  run: async (
    engine,
    scope,
    filter: RunFilter,
    page: SortedPage & { firstContent?: boolean },
  ): Promise<SortedSessions> => {
    const { runs, next, searchedFromMs } = await sortedRuns(engine, scope, 'sessions', filter, page);
    const ids = runs.map(({ id }) => id);
    const shown = { ...filter.calls, firstContent: page.firstContent === true };
    return { sessions: await sessionFigures(engine, scope, ids, shown), next, searchedFromMs };
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

function callsOfSessions(scope: Scope, filter: CallFilter, after: SessionPlace | null): Where {
  const where = callsWhere(scope, filter).and(`session_id != ''`);
  if (after) where.and('timestamp <= fromUnixTimestamp64Milli({until: Int64})', { until: after.untilMs });
  return where;
}

const PLACE = '(fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})';

/** Calls of sessions that come after this place. */
function callsAfter(scope: Scope, filter: CallFilter, after: SessionPlace | null): Where {
  const where = callsOfSessions(scope, filter, after);
  if (!after) return where;
  const shown = callsOfSessions(scope, filter, after)
    .and(`(timestamp, session_id) >= ${PLACE}`)
    .and('timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})');
  // The table's key begins with the time: as a condition of its own, it lets the engine skip earlier rows.
  return where
    .and(`(timestamp, session_id) < ${PLACE}`, { afterMs: after.atMs, afterId: after.sessionId })
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
