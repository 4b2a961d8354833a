import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { deleteScoreRow } from './store.ts';

/** Scores of judges and people are deleted where they are made. */
export async function deleteScore(ctx: Context, id: string): Promise<void> {
  const existed = await ctx.metadata.transaction((db) => deleteScoreRow(db, ctx, id));
  if (!existed) throw notFound('Score');
}
