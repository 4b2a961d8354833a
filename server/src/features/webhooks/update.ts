import { isDeepStrictEqual } from 'node:util';
import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { maskUrl, openSubscription, sealSubscription } from '#services/notifications';
import { requireUrl } from './check.ts';
import { presentWebhook, shownTo } from './present.ts';
import type { Webhook, WebhookChanges } from './schemas.ts';
import { lockWebhook, updateWebhook } from './store.ts';

export async function changeWebhook(ctx: Context, id: string, asked: WebhookChanges): Promise<Webhook> {
  return change(ctx, 'webhook.update', async ({ db }) => {
    const row = isId('webhook', id) ? await lockWebhook(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Webhook');
    const before = presentWebhook(ctx, row);
    const { url, ...others } = asked;
    // A form sends back what it was shown, so a masked address keeps the stored one.
    const sameUrl = url === undefined || url === maskUrl(before.url);
    if (!sameUrl) requireUrl(ctx, url);
    const input = sameUrl ? others : asked;
    const wanted: Webhook = {
      ...before,
      ...input,
      ...(input.events ? { events: [...new Set(input.events)] } : {}),
    };
    if (isDeepStrictEqual(wanted, before)) return { result: shownTo(ctx, before), target: null };
    const subscription = openSubscription(ctx.sealer, id, row.target);
    // With a new address or after enabling, earlier failures no longer count.
    const anew = wanted.url !== before.url || (wanted.enabled && !before.enabled);
    const changed = {
      target: sealSubscription(ctx.sealer, id, { ...subscription, url: wanted.url }),
      events: JSON.stringify(wanted.events),
      description: wanted.description,
      enabled: wanted.enabled ? 1 : 0,
      failing_since: anew ? null : row.failing_since,
      updated_at: ctx.clock.now(),
    } as const;
    await updateWebhook(db, ctx.account.id, id, changed);
    const names = ['url', 'events', 'description', 'enabled'] as const;
    return {
      result: shownTo(ctx, presentWebhook(ctx, { ...row, ...changed })),
      target: { type: 'webhook', id },
      metadata: {
        changed: names.filter((name) => !isDeepStrictEqual(wanted[name], before[name])),
        host: new URL(wanted.url).host,
        enabled: wanted.enabled,
      },
    };
  });
}
