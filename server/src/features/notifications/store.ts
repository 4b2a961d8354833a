import { beyond, type Page, type Position } from '#core/paging';
import type { DeliveriesTable, Reader, WebhooksTable, Writer } from '#metadata';

export const insertDeliveries = async (db: Writer, rows: readonly DeliveriesTable[]): Promise<void> => {
  if (rows.length > 0) await db.insertInto('deliveries').values(rows).execute();
};

export const selectDelivery = (db: Reader, id: string): Promise<DeliveriesTable | undefined> =>
  db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();

export const selectWebhookDelivery = (
  db: Reader,
  accountId: string,
  webhookId: string,
  id: string,
): Promise<DeliveriesTable | undefined> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The update that changes nothing takes the lock of the row on both engines. */
export const lockDelivery = (db: Writer, id: string): Promise<DeliveriesTable | undefined> =>
  db
    .updateTable('deliveries')
    .set((eb) => ({ turn: eb.ref('turn') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const updateDelivery = (db: Writer, id: string, changes: Partial<DeliveriesTable>) =>
  db.updateTable('deliveries').set(changes).where('id', '=', id).execute();

/** What is under way from an alert by a channel, for one kind of event. */
export const selectPending = (
  db: Reader,
  accountId: string,
  alertId: number,
  channel: string,
  event: string,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('alert_id', '=', alertId)
    .where('status', '=', 'pending')
    .where('account_id', '=', accountId)
    .where('channel', '=', channel)
    .where('event', '=', event)
    .execute();

export type DeliveryOf = { alertEventId: number } | { webhookId: string };

/** Newest first. */
export function selectDeliveries(
  db: Reader,
  accountId: string,
  of: DeliveryOf,
  { after, limit }: Page<Position>,
): Promise<DeliveriesTable[]> {
  const all = db.selectFrom('deliveries').selectAll().where('account_id', '=', accountId);
  const mine =
    'webhookId' in of
      ? all.where('webhook_id', '=', of.webhookId)
      : all.where('alert_event_id', '=', of.alertEventId);
  return (after ? mine.where(beyond('created_at', 'id', '<', after)) : mine)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const forgetDeliveries = (db: Writer, before: number) =>
  db.deleteFrom('deliveries').where('created_at', '<', before).execute();

/** Of accounts whose plan has webhooks, now: after a downgrade nothing is sent, and nothing is lost either. */
export const selectSubscribed = (
  db: Reader,
  accountId: string,
): Promise<Pick<WebhooksTable, 'id' | 'events'>[]> =>
  db
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select(['webhooks.id', 'webhooks.events'])
    .where('webhooks.account_id', '=', accountId)
    .where('webhooks.enabled', '=', 1)
    .where('accounts.plan', '<>', 'free')
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id')
    .execute();

export const selectSubscription = (db: Reader, webhookId: string): Promise<WebhooksTable | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst();

/** Only where it changes something: most deliveries arrive. */
export const updateFailingSince = (db: Writer, webhookId: string, since: number | null) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: since })
    .where('id', '=', webhookId)
    .where('failing_since', since === null ? 'is not' : 'is', null)
    .execute();

/** True where it was enabled. */
export async function disableWebhook(db: Writer, webhookId: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable('webhooks')
    .set({ enabled: 0, updated_at: now })
    .where('id', '=', webhookId)
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function selectOwnerEmails(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '=', 'owner')
    .orderBy('memberships.created_at')
    .execute();
  return rows.map(({ email }) => email);
}

export const selectSealedDeliveries = (db: Reader): Promise<Pick<DeliveriesTable, 'id' | 'target'>[]> =>
  db.selectFrom('deliveries').select(['id', 'target']).where('target', 'is not', null).execute();

export const selectSealedWebhooks = (db: Reader): Promise<Pick<WebhooksTable, 'id' | 'target'>[]> =>
  db.selectFrom('webhooks').select(['id', 'target']).execute();

export const updateSealedWebhook = (db: Writer, id: string, target: string) =>
  db.updateTable('webhooks').set({ target }).where('id', '=', id).execute();

export const deleteDeliveriesOf = (db: Writer, accountId: string, webhookId: string) =>
  db
    .deleteFrom('deliveries')
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .execute();

export const selectSealedAlerts = (db: Reader): Promise<{ id: number; channel_targets: string }[]> =>
  db.selectFrom('alerts').select(['id', 'channel_targets']).execute();

export const updateSealedAlert = (db: Writer, id: number, targets: string) =>
  db.updateTable('alerts').set({ channel_targets: targets }).where('id', '=', id).execute();
