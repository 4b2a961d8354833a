import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { cutPage, pageByNumber, type PageQuery } from '#core/paging';
import { change } from '#core/change/change';
import { datasetOwnerOf, presentSummary, selectDatasets, deleteDatasetRow } from './store.ts';

export async function listDatasets(ctx: Context, query: PageQuery) {
  const page = pageByNumber(query);
  const rows = await selectDatasets(ctx.db, datasetOwnerOf(ctx), page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  return { datasets: shown.map(presentSummary), nextCursor };
}

/** Also deletes a frozen dataset. Its runs stay, with their copies of the items. */
export const deleteDataset = (ctx: Context, id: number): Promise<{ ok: true }> =>
  change(ctx, 'eval_dataset.delete', async ({ db }) => {
    const name = await deleteDatasetRow(db, datasetOwnerOf(ctx), id);
    if (name === null) throw notFound('Dataset');
    return { result: { ok: true }, target: { type: 'eval_dataset', id: String(id) }, metadata: { name } };
  });
