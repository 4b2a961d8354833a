// Pages of sessions. By default the one with the newest span comes first. Read backwards in time, spans show sessions in this order,
// so the newest spans are read until the page is full (newest-spans.ts). A second statement computes the figures of the sessions
// on the page, each as a whole.
import type { CallFilter } from './call-filter.ts';
import { newestPlaces, type NewestPlace } from './newest-places.ts';
import { everyPlaceSql, spanOrderSql, type SpanPlaces } from './newest-spans.ts';
import { question, type QuestionEngine } from './question.ts';
import type { RunFilter } from './run-filter.ts';
import type { Scope } from './scope.ts';
import { sessionFigures, type SessionFigures } from './session-figures.ts';
import { sortedRuns, type SortedPage, type SortedRuns } from './sorted-runs.ts';

export interface SessionPlace {
  /** Time of the newest span that matches. */
  atMs: number;
  sessionId: string;
  /** The `atMs` of the first session of the first page. Newer spans must not move a session to another page. */
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
  readsUnloaded: 'spans',
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

const SPANS_OF_SESSION = 64;

async function newestSessions(
  engine: QuestionEngine,
  scope: Scope,
  filter: CallFilter,
  { after, limit }: SessionPage,
): Promise<NewestPlace[]> {
  const order = sessionOrder(filter, after);
  const newest = await newestPlaces(engine, { limit, rowsOfEach: SPANS_OF_SESSION }, (rows) =>
    spanOrderSql(scope, order, rows, engine),
  );
  if (!newest.isCut) return newest.places;
  // A session with a million spans: all spans are read once.
  const every = everyPlaceSql(scope, order, limit, engine);
  const rows = await engine.query<{ place_id: string; at_ms: string }>(every.sql, every.params);
  return rows.map(({ place_id: id, at_ms: atMs }) => ({ id, atMs: Number(atMs) }));
}

export const sessionOrder = (filter: CallFilter, after: SessionPlace | null): SpanPlaces => ({
  of: 'session_id',
  filter,
  after: after && { atMs: after.atMs, id: after.sessionId, untilMs: after.untilMs },
});
