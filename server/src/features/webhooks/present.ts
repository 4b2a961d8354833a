import { isoTime } from '#lib/clock';
import { seesSecrets } from '#core/access/actor';
import type { Context } from '#core/context';
import { maskUrl, openSubscription, type WebhookEvent } from '#services/notifications';
import type { WebhooksTable } from '#metadata';
import type { Webhook } from './schemas.ts';

export const presentWebhook = ({ sealer }: Pick<Context, 'sealer'>, row: WebhooksTable): Webhook => ({
  id: row.id,
  url: openSubscription(sealer, row.id, row.target).url,
  events: JSON.parse(row.events) as WebhookEvent[],
  enabled: row.enabled === 1,
  description: row.description,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

/** The path of such a URL is usually a secret, so only admins and full keys see it. */
export const shownTo = ({ actor }: Context, webhook: Webhook): Webhook =>
  seesSecrets(actor) ? webhook : { ...webhook, url: maskUrl(webhook.url) };
