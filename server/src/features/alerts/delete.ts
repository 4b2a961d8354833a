import { notFound } from '#lib/app-error';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { deleteAlertRow } from './store.ts';

/** With all its events. */
export const deleteAlert = (ctx: Context, id: number): Promise<{ deleted: true }> =>
  change(ctx, 'alert.delete', async ({ db }) => {
    const gone = await deleteAlertRow(db, ctx.account.id, ctx.project?.id ?? null, id);
    if (!gone) throw notFound('Alert');
    return { result: { deleted: true }, target: { type: 'alert', id: String(id) }, metadata: gone };
  });
