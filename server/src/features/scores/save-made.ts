// Scores that another feature made, such as those of a finished review.
import type { Context } from '#core/context';
import { saveScores } from './save.ts';
import { deleteScoreRow } from './store.ts';

/** A score that another feature made about a record of the request's project, or of the account. */
export interface MadeScore {
  id: string;
  name: string;
  value: number | boolean | string;
  /** One of the three. */
  callId?: string;
  traceId?: string;
  sessionId?: string;
}

/** Scores of people; `removed` are the ids of earlier ones that no longer hold. */
export async function saveMadeScores(
  ctx: Context,
  scores: readonly MadeScore[],
  removed: readonly string[],
): Promise<void> {
  const saved = await saveScores(
    ctx,
    scores.map((score) => ({ ...score, source: 'human' })),
  );
  const rejected = saved.find((one) => !one.ok);
  if (rejected)
    ctx.log.warn({ account: ctx.account.id, code: rejected.code }, 'a score of a review was not stored');
  if (removed.length === 0) return;
  await ctx.metadata.transaction(async (db) => {
    for (const id of removed) await deleteScoreRow(db, ctx, id);
  });
}
