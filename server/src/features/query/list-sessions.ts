import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { selectSessions, type SessionFigures, type SessionPlace } from '#records';
import { firstUserLine } from '#services/conversation';
import { readContents, scopeOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import type { Sessions, SessionsQuery } from './schemas/sessions.ts';

const DEFAULT_LIMIT = 50;

/** Latest activity first. */
export async function listSessions(ctx: Context, body: SessionsQuery): Promise<Sessions> {
  const { limit = DEFAULT_LIMIT, cursor } = body;
  const after = cursor === undefined ? null : placeIn(ctx, cursor);
  const filter = await callFilter(ctx, body);
  const { preview = false } = body;
  const page = { after, limit, ...(preview ? { firstContent: true } : {}) };
  const { sessions, next } = await ctx.records.ask(scopeOf(ctx), selectSessions(filter, page));
  const first = preview ? await firstMessages(ctx, sessions) : null;
  return {
    sessions: sessions.map((session) =>
      Object.assign(
        presentSession(session),
        first && { firstMessage: first.get(session.firstContent?.id ?? '') ?? null },
      ),
    ),
    nextCursor: next && sealCursor(ctx, 'sessions', [next.untilMs, next.endMs, next.sessionId]),
  };
}

function placeIn(ctx: Context, cursor: string): SessionPlace {
  const [untilMs, endMs, sessionId] =
    openCursor(ctx, 'sessions', cursor, ['integer', 'integer', 'string']) ?? [];
  if (typeof untilMs !== 'number' || typeof endMs !== 'number' || typeof sessionId !== 'string') {
    throw invalid('cursor', 'The cursor is not from this list.');
  }
  return { untilMs, endMs, sessionId };
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
  endTime: isoTime(endMs),
  durationMs: endMs - startMs,
  users,
  models,
  lastModel,
});
