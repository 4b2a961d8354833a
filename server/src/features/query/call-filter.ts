import type { Context } from '#core/context';
import { withScores } from '#features/scores';
import type { CallFilter } from '#records';
import { filterOf, withPrompts, type CallSelection, type ScoreCondition } from '#services/record-access';

type Body = CallSelection & { scores?: readonly ScoreCondition[] };

/** The filter of a request body, completed from the metadata store: prompt versions and scores. */
export async function callFilter(
  ctx: Context,
  body: Body,
  window?: { startMs: number; endMs: number },
): Promise<CallFilter> {
  const filter = await withPrompts(ctx, filterOf(body));
  return withScores(ctx, { ...filter, ...window }, body.scores ?? []);
}
