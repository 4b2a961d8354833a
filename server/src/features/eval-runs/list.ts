import { cutPage, pageByNumber, type PageQuery } from '#core/paging';
import type { Context } from '#core/context';
import type { Run } from './schemas.ts';
import { presentRun, selectRuns, tallies } from './store.ts';

const DEFAULT_LIMIT = 20;

export async function listRuns(
  ctx: Context,
  query: PageQuery,
): Promise<{ runs: Run[]; nextCursor: string | null }> {
  const page = pageByNumber({ limit: DEFAULT_LIMIT, ...query });
  const rows = await selectRuns(ctx.db, ctx.account.id, ctx.project?.id ?? null, page);
  const { shown, nextCursor } = cutPage(rows, page, ({ id }) => id);
  const counted = await tallies(
    ctx.db,
    shown.map(({ id }) => id),
  );
  return { runs: shown.map((row) => presentRun(row, counted.get(row.id))), nextCursor };
}
