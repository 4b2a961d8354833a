// The ids of the runs or sessions that a list would show, for features that take all of a list.
import type { Context } from '#core/context';
import { closed } from '#lib/schema';
import { selectSessions, selectTraceList, type SessionPlace, type TracePlace } from '#records';
import { scopeOf } from '#services/record-access';
import type { Static } from 'typebox';
import { callFilter } from './call-filter.ts';
import { traceFilter } from './list-traces.ts';
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
export async function* findRuns(
  ctx: Context,
  selection: TraceSelection,
  limit: number,
): AsyncGenerator<string[]> {
  const filter = await traceFilter(ctx, selection);
  const read = (after: TracePlace | null, size: number) =>
    ctx.records.ask(scopeOf(ctx), selectTraceList(filter, { after, limit: size }));
  let after: TracePlace | null = null;
  for (let left = limit; left > 0;) {
    const { traces, next } = await read(after, Math.min(left, PAGE));
    yield traces.map(({ traceId }) => traceId);
    if (next === null) return;
    left -= traces.length;
    after = next;
  }
}

/** In the order of the list, `limit` in total. */
export async function* findSessions(
  ctx: Context,
  selection: SessionSelection,
  limit: number,
): AsyncGenerator<string[]> {
  const filter = await callFilter(ctx, selection);
  const read = (after: SessionPlace | null, size: number) =>
    ctx.records.ask(scopeOf(ctx), selectSessions(filter, { after, limit: size }));
  let after: SessionPlace | null = null;
  for (let left = limit; left > 0;) {
    const { sessions, next } = await read(after, Math.min(left, PAGE));
    yield sessions.map(({ sessionId }) => sessionId);
    if (next === null) return;
    left -= sessions.length;
    after = next;
  }
}
