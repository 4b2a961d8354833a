import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { newSubscription, sealSubscription } from '#services/notifications';
import type { WebhooksTable } from '#metadata';
import { requireUrl } from './check.ts';
import { presentWebhook } from './present.ts';
import type { NewWebhook, WebhookWithSecret } from './schemas.ts';
import { countWebhooks, insertWebhook } from './store.ts';

/** Limited, because every event is sent to each of them. */
const MAX_WEBHOOKS = 50;

export async function createWebhook(ctx: Context, input: NewWebhook): Promise<WebhookWithSecret> {
  requireUrl(ctx, input.url);
  return change(ctx, 'webhook.create', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    if ((await countWebhooks(db, ctx.account.id)) >= MAX_WEBHOOKS)
      throw new AppError(
        'conflict',
        'limit_reached',
        `An account can have at most ${MAX_WEBHOOKS} webhooks.`,
      );
    const id = newId('webhook');
    const now = ctx.clock.now();
    const subscription = newSubscription(input.url);
    const events = [...new Set(input.events)];
    const row: WebhooksTable = {
      id,
      account_id: ctx.account.id,
      target: sealSubscription(ctx.sealer, id, subscription),
      events: JSON.stringify(events),
      description: input.description ?? null,
      enabled: input.enabled === false ? 0 : 1,
      failing_since: null,
      created_at: now,
      updated_at: now,
    };
    await insertWebhook(db, row);
    return {
      result: { ...presentWebhook(ctx, row), secret: subscription.secret },
      target: { type: 'webhook', id },
      metadata: { host: new URL(input.url).host, events },
    };
  });
}
