import { isoTime } from '#lib/clock';
import type { Sealer } from '#core/sealing';
import { openSubscription, type WebhookEvent } from '#features/notifications';
import type { WebhooksTable } from '#metadata';
import type { Webhook } from './schemas.ts';

export const present = (sealer: Sealer, row: WebhooksTable): Webhook => ({
  id: row.id,
  url: openSubscription(sealer, row.id, row.target).url,
  events: JSON.parse(row.events) as WebhookEvent[],
  enabled: row.enabled === 1,
  description: row.description,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});
