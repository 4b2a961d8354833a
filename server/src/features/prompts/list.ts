import type { Context } from '#core/context';
import { cutPage, pageByNumber } from '#core/paging';
import { deployedLabels } from './deployments/store.ts';
import type { ListQuery } from './schemas.ts';
import { present, selectPrompts } from './store.ts';

export async function listPrompts(ctx: Context, query: ListQuery) {
  const page = pageByNumber(query);
  const rows = await selectPrompts(ctx.db, ctx.account.id, query, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  const labels = await deployedLabels(
    ctx.db,
    ctx.account.id,
    shown.map((row) => row.id),
  );
  return { prompts: shown.map((row) => present(row, labels.get(row.id) ?? [])), nextCursor };
}
