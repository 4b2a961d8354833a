import { isoTime } from '#lib/clock';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import type { DeliveriesTable, Reader } from '#metadata';
import { readAttempts } from './attempts.ts';
import type { AlertDelivery, ChannelKind, Delivery } from './schemas.ts';
import { selectDeliveries, type DeliveryOf } from './store.ts';

export const presentDelivery = (row: DeliveriesTable): Delivery => ({
  id: row.id,
  event: row.event,
  status: row.status,
  attempts: readAttempts(row.attempts),
  createdAt: isoTime(row.created_at),
});

const presentAlert = (row: DeliveriesTable): AlertDelivery => ({
  ...presentDelivery(row),
  channel: row.channel as ChannelKind,
});

async function list<T>(
  db: Reader,
  accountId: string,
  of: DeliveryOf,
  query: PageQuery,
  show: (row: DeliveriesTable) => T,
): Promise<{ deliveries: T[]; nextCursor: string | null }> {
  const page = pageByPosition(query);
  const rows = await selectDeliveries(db, accountId, of, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { deliveries: shown.map(show), nextCursor };
}

/** Deliveries of one firing, newest first; also those of the message that told it with others. */
export const listAlertDeliveries = (
  db: Reader,
  accountId: string,
  alertEventId: number,
  query: PageQuery,
  toldWith: number | null = null,
) => list(db, accountId, { alertEventId, toldWith }, query, presentAlert);

export const listWebhookDeliveries = (db: Reader, accountId: string, webhookId: string, query: PageQuery) =>
  list(db, accountId, { webhookId }, query, presentDelivery);
