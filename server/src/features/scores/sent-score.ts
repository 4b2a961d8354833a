import { isoTime } from '#lib/clock';
import { AppError, notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { hasScope, type Actor } from '#core/access/actor';
import type { ShownScore } from './schemas.ts';
import { openScore } from './score-text.ts';
import { selectSentScore, deleteScoreRow } from './store.ts';
import { shownValue } from './view/present.ts';

/** One score that a client sent, by the client's id. Null if there is none in the project of the request. */
export async function findSentScore(ctx: Context, id: string): Promise<ShownScore | null> {
  const row = await selectSentScore(ctx, id);
  if (!row) return null;
  const keys = row.sealed === null ? null : await ctx.contentKeys.load(ctx.account);
  const { comment, text, metadata } = openScore(keys, id, row.sealed);
  return {
    id,
    name: row.name,
    dataType: row.data_type,
    value: shownValue(row, text),
    comment,
    source: row.source,
    callId: row.call_id,
    traceId: row.trace_id,
    spanId: row.span_id,
    sessionId: row.session_id,
    runId: row.run_id,
    metadata,
    createdAt: isoTime(row.created_at),
  };
}

/**
 * Other actors change only the scores that they sent. An agent sends scores with its key, and must not remove or
 * replace the scores by which others judge it.
 */
export const changesScoresOfOthers = (actor: Actor): boolean => hasScope(actor, 'write');

/** Scores of judges and people are deleted where they are made. */
export async function deleteScore(ctx: Context, id: string): Promise<void> {
  const own = changesScoresOfOthers(ctx.actor) ? undefined : ctx.actor.id;
  if (await ctx.metadata.transaction((db) => deleteScoreRow(db, ctx, id, own))) return;
  if (!(await selectSentScore(ctx, id))) throw notFound('Score');
  throw new AppError(
    'forbidden',
    'insufficient_scope',
    'Another key or a person sent this score. Deleting it needs the scope "write".',
  );
}
