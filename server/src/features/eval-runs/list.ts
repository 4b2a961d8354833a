import { cutPage, pageByNumber, type PageQuery } from '#core/paging';
import type { Context } from '#core/context';
import type { Run } from './schemas.ts';
import { presentRun, selectRuns, tallies } from './store.ts';

const DEFAULT_LIMIT = 20;
/** A stored run contains its criteria with their rubrics, which the list does not return. */
const ROWS_AT_ONCE = 20;

export async function listRuns(
  ctx: Context,
  query: PageQuery,
): Promise<{ runs: Run[]; nextCursor: string | null }> {
  const page = pageByNumber({ limit: DEFAULT_LIMIT, ...query });
  const wanted = page.limit + 1;
  const found: Run[] = [];
  for (let after = page.after; found.length < wanted;) {
    const limit = Math.min(ROWS_AT_ONCE, wanted - found.length);
    const rows = await selectRuns(ctx.db, ctx.account.id, ctx.project?.id ?? null, { after, limit });
    const ids = rows.map(({ id }) => id);
    const counted = await tallies(ctx.db, ids);
    found.push(...rows.map((row) => presentRun(row, counted.get(row.id))));
    if (rows.length < limit) break;
    after = ids.at(-1) ?? null;
  }
  const { shown, nextCursor } = cutPage(found, page, ({ id }) => id);
  return { runs: shown, nextCursor };
}
