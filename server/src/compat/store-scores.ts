// Scores of clients whose API accepts or rejects a request as a whole. The good ones are stored all the same:
// their ids are fixed, so sending all of them again changes nothing.
import { invalid } from '#lib/app-error';
import { chunks } from '#lib/chunks';
import type { Context } from '#core/context';
import { saveScores, type SavedScore, type ScoreDraft } from '#features/scores';

/** The ids, in the order of the drafts. `pathOf` says where a draft is in the request. */
export async function storeScores(
  ctx: Context,
  drafts: readonly ScoreDraft[],
  pathOf: (index: number) => string = () => 'scores',
): Promise<string[]> {
  const saved: SavedScore[] = [];
  for (const some of chunks(drafts)) saved.push(...(await saveScores(ctx, some)));
  const bad = saved.flatMap((score, index) =>
    score.ok ? [] : [{ path: pathOf(index), message: score.reason }],
  );
  const [first] = bad;
  if (first) throw invalid(first.path, `${first.path}: ${first.message}`);
  return saved.flatMap((score) => (score.ok ? score.id : []));
}
