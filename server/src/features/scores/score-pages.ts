// All scores of a time range, for exports that are kept up to date.
import type { Context } from '#core/context';
import { criteriaOf } from '#services/criteria';
import type { ShownScore } from './schemas.ts';
import { presentScores } from './view/present.ts';
import { selectView, type ViewPlace } from './view/store.ts';

export interface PagedScore {
  score: ShownScore;
  /** The number of its project, if it is known. */
  project: number | null;
  /** Changes whenever the stored score changes. */
  mark: string;
}

const PAGE = 1_000;

/** Newest first. */
export async function* allScorePages(
  ctx: Context,
  window: { fromMs: number; toMs: number },
): AsyncGenerator<PagedScore[]> {
  const criteria = await criteriaOf(ctx.db, ctx.account.id);
  let after: ViewPlace | null = null;
  for (;;) {
    const rows = await selectView(ctx, window, criteria, { after, limit: PAGE });
    const last = rows.at(-1);
    if (!last) return;
    const shown = await presentScores(ctx, rows, criteria);
    yield rows.flatMap((row, at) => {
      const score = shown[at];
      return score ? [{ score, project: row.project_number, mark: JSON.stringify(row) }] : [];
    });
    after = { createdAt: last.created_at, arm: last.arm, key: last.key };
  }
}
