import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { openSubscription, rotated, sealSubscription } from '#services/notifications';
import { presentWebhook, shownTo } from './present.ts';
import type { WebhookWithSecret } from './schemas.ts';
import { lockWebhook, updateWebhook } from './store.ts';

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
