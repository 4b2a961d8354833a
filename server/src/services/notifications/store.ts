import { sql } from 'kysely';
import { beyond, type Page, type Position } from '#core/paging';
import type { DeliveriesTable, Reader, WebhooksTable, Writer } from '#metadata';

/** A statement has a limited number of parameters. */
const ROWS_AT_ONCE = 1_000;

export async function insertDeliveries(db: Writer, rows: readonly DeliveriesTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('deliveries')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

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

/** An update that changes nothing locks the row on both engines. */
export const lockDelivery = (db: Writer, id: string): Promise<DeliveriesTable | undefined> =>
  db
    .updateTable('deliveries')
    .set((eb) => ({ turn: eb.ref('turn') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const updateDelivery = (db: Writer, id: string, changes: Partial<DeliveriesTable>) =>
  db.updateTable('deliveries').set(changes).where('id', '=', id).execute();

/**
 * The events that a delivered message told. Alerts own this table but depend on this feature, so the SQL is here. An
 * update that changes nothing locks the rows.
 */
export const lockChannelsSent = (
  db: Writer,
  { alert_event_id: id, incident }: Pick<DeliveriesTable, 'alert_event_id' | 'incident'>,
): Promise<{ id: number; channels_sent: string }[]> =>
  db
    .updateTable('alert_events')
    .set((eb) => ({ channels_sent: eb.ref('channels_sent') }))
    .where((eb) =>
      // The message of an incident is about one event.
      incident === null ? eb.or([eb('id', '=', id), eb('told_with', '=', id)]) : eb('id', '=', id),
    )
    .returning(['id', 'channels_sent'])
    .execute();

export const updateChannelsSent = (db: Writer, alertEventIds: readonly number[], channelsSent: string) =>
  db
    .updateTable('alert_events')
    .set({ channels_sent: channelsSent })
    .where('id', 'in', alertEventIds)
    .execute();

/** Pending deliveries of these alerts and channels. */
export const selectPending = (
  db: Reader,
  alertIds: readonly number[],
  channels: readonly string[],
  events: readonly string[],
): Promise<Pick<DeliveriesTable, 'id' | 'alert_id' | 'incident' | 'channel' | 'event'>[]> =>
  db
    .selectFrom('deliveries')
    .select(['id', 'alert_id', 'incident', 'channel', 'event'])
    .where('alert_id', 'in', alertIds)
    .where('status', '=', 'pending')
    .where('channel', 'in', channels)
    .where('event', 'in', events)
    .orderBy('id')
    .execute();

/** Locks those that are still pending, in one statement. */
export const lockPending = (db: Writer, ids: readonly string[]): Promise<DeliveriesTable[]> =>
  db
    .updateTable('deliveries')
    .set((eb) => ({ turn: eb.ref('turn') }))
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returningAll()
    .execute();

/** Each row brings its attempts. One statement. */
export const failDeliveries = (db: Writer, rows: readonly Pick<DeliveriesTable, 'id' | 'attempts'>[]) =>
  sql`
    with ended (delivery_id, tried) as (values ${sql.join(rows.map(({ id, attempts }) => sql`(cast(${id} as text), cast(${attempts} as text))`))})
    update deliveries set status = 'failed', next_at = null, attempts = tried from ended where id = delivery_id`.execute(
    db,
  );

/** Deleting an alert deletes its deliveries. Those that resolve an incident stay until they are delivered. */
export const keepResolves = (db: Writer, accountId: string, alertId: number) =>
  db
    .updateTable('deliveries')
    .set({ alert_id: null, alert_event_id: null })
    .where('account_id', '=', accountId)
    .where('alert_id', '=', alertId)
    .where('event', '=', 'alert.resolved')
    .where('status', '=', 'pending')
    .execute();

export type DeliveryOf = { alertEventId: number; toldWith: number | null } | { webhookId: string };

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
      : all.where((eb) =>
          eb.or([
            eb('alert_event_id', '=', of.alertEventId),
            ...(of.toldWith === null
              ? []
              : [eb.and([eb('alert_event_id', '=', of.toldWith), eb('incident', 'is', null)])]),
          ]),
        );
  return (after ? mine.where(beyond('created_at', 'id', '<', after)) : mine)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const forgetDeliveries = (db: Writer, before: number) =>
  db.deleteFrom('deliveries').where('created_at', '<', before).execute();

/**
 * Only accounts whose plan includes webhooks now. After a downgrade nothing is sent, and the webhooks are
 * kept.
 */
export const selectSubscribed = async (
  db: Reader,
  accountIds: readonly string[],
): Promise<Pick<WebhooksTable, 'id' | 'account_id' | 'events'>[]> => {
  if (accountIds.length === 0) return [];
  return db
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select(['webhooks.id', 'webhooks.account_id', 'webhooks.events'])
    .where('webhooks.account_id', 'in', accountIds)
    .where('webhooks.enabled', '=', 1)
    .where('accounts.plan', '<>', 'free')
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id')
    .execute();
};

export const selectSubscription = (db: Reader, webhookId: string): Promise<WebhooksTable | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst();

/** Writes only if the value changes, because most deliveries succeed. */
export const updateFailingSince = (db: Writer, webhookId: string, since: number | null) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: since })
    .where('id', '=', webhookId)
    .where('failing_since', since === null ? 'is not' : 'is', null)
    .execute();

/** True if it was enabled before. */
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

export async function selectMemberEmail(
  db: Reader,
  accountId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst();
  return row?.email;
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
