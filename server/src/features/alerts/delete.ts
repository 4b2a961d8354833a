import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { keepResolves } from '#services/notifications';
import { resolveAlert } from './apply-decisions.ts';
import { requireAlert } from './require-alert.ts';
import { deleteAlertRow, holdAlert } from './store.ts';

/**
 * Deletes the alert with its events and queued messages. Messages that resolve an open incident are still
 * sent.
 */
export const deleteAlert = (ctx: Context, id: number): Promise<{ deleted: true }> =>
  change(ctx, 'alert.delete', async (tx) => {
    await holdAlert(tx.db, ctx.account.id, ctx.project?.id ?? null, id);
    const alert = await requireAlert(ctx, tx.db, id);
    await resolveAlert(ctx, tx, alert);
    await keepResolves(tx.db, ctx.account.id, id);
    await deleteAlertRow(tx.db, ctx.account.id, id);
    const { name } = alert;
    return { result: { deleted: true }, target: { type: 'alert', id: String(id) }, metadata: { name } };
  });
