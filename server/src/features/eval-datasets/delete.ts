import { notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteDatasetRow, datasetOwnerOf } from './store.ts';

/** Also deletes a frozen dataset. Its runs stay, with their copies of the items. */
export const deleteDataset = (ctx: Context, id: number): Promise<{ ok: true }> =>
  change(ctx, 'eval_dataset.delete', async ({ db }) => {
    const name = await deleteDatasetRow(db, datasetOwnerOf(ctx), id);
    if (name === null) throw notFound('Dataset');
    return { result: { ok: true }, target: { type: 'eval_dataset', id: String(id) }, metadata: { name } };
  });
