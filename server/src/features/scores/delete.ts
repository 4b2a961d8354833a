import { AppError, notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { changesScoresOfOthers } from './others.ts';
import { deleteScoreRow, selectSentScore } from './store.ts';

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
