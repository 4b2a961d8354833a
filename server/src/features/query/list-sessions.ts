import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { selectSessions, type SessionFigures, type SessionPlace } from '#records';
import { filterOf, scopeOf, withPrompts } from '#services/record-access';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import type { Sessions, SessionsQuery } from './schemas/sessions.ts';

const DEFAULT_LIMIT = 50;

/** Latest activity first. */
export async function listSessions(ctx: Context, body: SessionsQuery): Promise<Sessions> {
  const { limit = DEFAULT_LIMIT, cursor } = body;
  const after = cursor === undefined ? null : placeIn(ctx, cursor);
  const filter = await withPrompts(ctx, filterOf(body));
  const { sessions, next } = await ctx.records.ask(scopeOf(ctx), selectSessions(filter, { after, limit }));
  return {
    sessions: sessions.map(presentSession),
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

const presentSession = ({ startMs, endMs, users, models, lastModel, ...sums }: SessionFigures) => ({
  ...sums,
  costUsd: tidy(sums.costUsd),
  startTime: isoTime(startMs),
  endTime: isoTime(endMs),
  durationMs: endMs - startMs,
  users,
  models,
  lastModel,
});
