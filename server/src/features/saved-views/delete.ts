import { notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteSavedViewRow } from './store.ts';

export const deleteSavedView = (ctx: Context, id: number): Promise<void> =>
  change(ctx, 'saved_view.delete', async ({ db }) => {
    const name = await deleteSavedViewRow(db, ctx.account.id, id);
    if (name === null) throw notFound('Saved view');
    return { result: undefined, target: { type: 'saved_view', id: String(id) }, metadata: { name } };
  });
