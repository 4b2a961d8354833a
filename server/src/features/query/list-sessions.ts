import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import {
  selectSessions,
  selectSortedSessions,
  type RunOrder,
  type SessionFigures,
  type SessionPlace,
} from '#records';
import { firstUserLine } from '#services/conversation';
import { readContents, runConditionsOf, scopeOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';
import { endTime } from './end-time.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { sealSortedCursor, sortedPlaceIn } from './sorted-cursor.ts';
import type { Sessions, SessionsQuery } from './schemas/sessions.ts';

const DEFAULT_LIMIT = 50;

export async function listSessions(ctx: Context, body: SessionsQuery): Promise<Sessions> {
  const { preview = false } = body;
  const { sessions, nextCursor, searchedFromMs } = await findSessions(ctx, body);
  const first = preview ? await firstMessages(ctx, sessions) : null;
  return {
    sessions: sessions.map((session) =>
      Object.assign(
        presentSession(session),
        first && { firstMessage: first.get(session.firstContent?.id ?? '') ?? null },
      ),
    ),
    nextCursor,
    searchedFrom: searchedFromMs === null ? null : isoTime(searchedFromMs),
  };
}

interface FoundSessions {
  sessions: SessionFigures[];
  nextCursor: string | null;
  searchedFromMs: number | null;
}

/** Latest activity first, unless an order or a condition needs the figures of all sessions. */
export async function findSessions(ctx: Context, body: SessionsQuery): Promise<FoundSessions> {
  const { limit = DEFAULT_LIMIT, cursor, sortBy, sortOrder = 'desc', preview = false } = body;
  const { calls: where, figures } = runConditionsOf(body.where);
  const filter = await callFilter(ctx, { ...body, where });
  const scope = scopeOf(ctx);
  const shown = { limit, ...(preview ? { firstContent: true } : {}) };
  if (sortBy === undefined && sortOrder === 'desc' && figures.length === 0) {
    const after = cursor === undefined ? null : placeIn(ctx, cursor);
    const { sessions, next } = await ctx.records.ask(scope, selectSessions(filter, { after, ...shown }));
    return {
      sessions,
      nextCursor: next && sealCursor(ctx, 'sessions', [next.untilMs, next.atMs, next.sessionId]),
      searchedFromMs: null,
    };
  }
  const order: RunOrder = { by: sortBy ?? 'activity', descending: sortOrder === 'desc' };
  const after = cursor === undefined ? null : sortedPlaceIn(ctx, 'sessions', cursor, order);
  const page = { order, after, nowMs: ctx.clock.now(), ...shown };
  const { next, ...found } = await ctx.records.ask(
    scope,
    selectSortedSessions({ calls: filter, figures }, page),
  );
  return { ...found, nextCursor: next && sealSortedCursor(ctx, 'sessions', order, next) };
}

function placeIn(ctx: Context, cursor: string): SessionPlace {
  const [untilMs, atMs, sessionId] =
    openCursor(ctx, 'sessions', cursor, ['integer', 'integer', 'string']) ?? [];
  if (typeof untilMs !== 'number' || typeof atMs !== 'number' || typeof sessionId !== 'string') {
    throw invalid('cursor', 'The cursor is not from this list.');
  }
  return { untilMs, atMs, sessionId };
}

/** Keyed by the id of the session's first call with content. */
const firstMessages = (
  ctx: Context,
  sessions: readonly SessionFigures[],
): Promise<Map<string, string | null>> =>
  readContents(
    ctx,
    sessions.flatMap(({ firstContent: ref }) => (ref ? [{ ref, hasContent: true }] : [])),
    (content) => firstUserLine(content),
  );

const presentSession = ({
  startMs,
  endMs,
  users,
  models,
  lastModel,
  firstContent: _opened,
  ...sums
}: SessionFigures) => ({
  ...sums,
  costUsd: tidy(sums.costUsd),
  startTime: isoTime(startMs),
  endTime: endTime(endMs),
  durationMs: endMs - startMs,
  users,
  models,
  lastModel,
});
