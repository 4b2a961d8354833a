// Scores that another module made, such as those of a finished review.
import type { Context } from '#core/context';
import type { MadeScore } from '#core/hooks';
import { saveScores } from './save.ts';
import { deleteScoreRow } from './store.ts';

export async function saveMadeScores(
  ctx: Context,
  scores: readonly MadeScore[],
  gone: readonly string[],
): Promise<void> {
  const saved = await saveScores(
    ctx,
    scores.map((score) => ({ ...score, source: 'human' })),
  );
  const rejected = saved.find((one) => !one.ok);
  if (rejected)
    ctx.log.warn({ account: ctx.account.id, code: rejected.code }, 'a score of a review was not stored');
  if (gone.length === 0) return;
  await ctx.metadata.transaction(async (db) => {
    for (const id of gone) await deleteScoreRow(db, ctx, id);
  });
}
