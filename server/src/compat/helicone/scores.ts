// Scores and feedback on a request. Its id is the span id of the call, which may arrive later.
import type { Context } from '#core/context';
import { fixedId, shortId } from '../draft-span.ts';
import { storeScores } from '../store-scores.ts';

const DONE = { data: null, error: null };

/** A score of the same name replaces the earlier one. */
export async function receiveRequestScores(
  ctx: Context,
  requestId: string,
  scores: Readonly<Record<string, number | boolean>>,
): Promise<typeof DONE> {
  const spanId = shortId(requestId);
  await storeScores(
    ctx,
    Object.entries(scores).map(([name, value]) => ({
      id: `helicone-${fixedId(requestId, name)}`,
      name,
      value,
      spanId,
    })),
  );
  return DONE;
}

export async function receiveRating(ctx: Context, requestId: string, rating: boolean): Promise<typeof DONE> {
  const score = { id: `helicone-${fixedId(requestId, 'feedback')}`, name: 'feedback', value: rating };
  await storeScores(ctx, [{ ...score, source: 'human', spanId: shortId(requestId) }]);
  return DONE;
}
