import type { Context } from '#core/context';
import { cutPage, pageByNumber, type PageQuery } from '#core/paging';
import { datasetOwnerOf, presentSummary, selectDatasets } from './store.ts';

export async function listDatasets(ctx: Context, query: PageQuery) {
  const page = pageByNumber(query);
  const rows = await selectDatasets(ctx.db, datasetOwnerOf(ctx), page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  return { datasets: shown.map(presentSummary), nextCursor };
}
