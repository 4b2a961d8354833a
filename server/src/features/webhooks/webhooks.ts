import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import {
  listWebhookDeliveries,
  openSubscription,
  rotated,
  sealSubscription,
  deleteDeliveriesOf,
} from '#services/notifications';
import { change } from '#core/change/change';
import { requireWebhook } from './check.ts';
import { presentWebhook, shownTo } from './present.ts';
import { selectWebhooks, lockWebhook, updateWebhook, deleteWebhookRow } from './store.ts';
import type { WebhookWithSecret } from './schemas.ts';

export async function listWebhooks(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectWebhooks(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { webhooks: shown.map((row) => shownTo(ctx, presentWebhook(ctx, row))), nextCursor };
}

export async function listDeliveries(ctx: Context, id: string, query: PageQuery) {
  await requireWebhook(ctx, id);
  return listWebhookDeliveries(ctx.db, ctx.account.id, id, query);
}

export const rotateSecret = (ctx: Context, id: string): Promise<WebhookWithSecret> =>
  change(ctx, 'webhook.rotate_secret', async ({ db }) => {
    const row = isId('webhook', id) ? await lockWebhook(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Webhook');
    const now = ctx.clock.now();
    const subscription = rotated(openSubscription(ctx.sealer, id, row.target), now);
    const changed = { target: sealSubscription(ctx.sealer, id, subscription), updated_at: now };
    await updateWebhook(db, ctx.account.id, id, changed);
    return {
      result: { ...shownTo(ctx, presentWebhook(ctx, { ...row, ...changed })), secret: subscription.secret },
      target: { type: 'webhook', id },
    };
  });

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
