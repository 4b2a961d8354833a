import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteDeliveriesOf, openSubscription } from '#services/notifications';
import { deleteWebhookRow, lockWebhook } from './store.ts';

/** Also deletes its pending deliveries. */
export const deleteWebhook = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'webhook.delete', async ({ db }) => {
    const row = isId('webhook', id) ? await lockWebhook(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Webhook');
    await deleteDeliveriesOf(db, ctx.account.id, id);
    await deleteWebhookRow(db, ctx.account.id, id);
    const { url } = openSubscription(ctx.sealer, id, row.target);
    return { result: undefined, target: { type: 'webhook', id }, metadata: { host: new URL(url).host } };
  });
