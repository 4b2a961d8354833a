// The ids of the runs or sessions that a list would show, for features that take all of a list.
import type { Context } from '#core/context';
import { closed } from '#lib/schema';
import type { Static } from 'typebox';
import { findSessions } from './list-sessions.ts';
import { findTraces } from './list-traces.ts';
import { SessionsQuery } from './schemas/sessions.ts';
import { TracesQuery } from './schemas/trace-list.ts';

const { limit: _few, cursor: _here, preview: _begun, ...OF_TRACES } = TracesQuery.properties;
export const TraceSelection = closed(OF_TRACES, { title: 'TraceSelection' });
export type TraceSelection = Static<typeof TraceSelection>;

const { limit: _some, cursor: _there, preview: _first, ...OF_SESSIONS } = SessionsQuery.properties;
export const SessionSelection = closed(OF_SESSIONS, { title: 'SessionSelection' });
export type SessionSelection = Static<typeof SessionSelection>;

const PAGE = 200;

/** In the order of the list, `limit` in total. */
export const findRunIds = (ctx: Context, selection: TraceSelection, limit: number) =>
  pagesOf(limit, async (page) => {
    const { traces, nextCursor } = await findTraces(ctx, { ...selection, ...page });
    return { ids: traces.map(({ traceId }) => traceId), nextCursor };
  });

/** In the order of the list, `limit` in total. */
export const findSessionIds = (ctx: Context, selection: SessionSelection, limit: number) =>
  pagesOf(limit, async (page) => {
    const { sessions, nextCursor } = await findSessions(ctx, { ...selection, ...page });
    return { ids: sessions.map(({ sessionId }) => sessionId), nextCursor };
  });

interface Page {
  limit: number;
  cursor?: string;
}

async function* pagesOf(
  limit: number,
  read: (page: Page) => Promise<{ ids: string[]; nextCursor: string | null }>,
): AsyncGenerator<string[]> {
  let cursor: string | null = null;
  for (let left = limit; left > 0;) {
    const page: Page = { limit: Math.min(left, PAGE), ...(cursor === null ? {} : { cursor }) };
    const { ids, nextCursor } = await read(page);
    yield ids;
    if (nextCursor === null) return;
    left -= ids.length;
    cursor = nextCursor;
  }
}
