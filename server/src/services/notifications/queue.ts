// Queues messages in the caller's transaction, so a message exists exactly if its cause does.
import { DAY_MS, isoTime } from '#lib/clock';
import { newId } from '#lib/ids';
import type { Tx } from '#core/change/change';
import type { Services } from '#core/context';
import type { Enqueue } from '#core/jobs/job';
import type { DeliveriesTable } from '#metadata';
import { sealTarget } from './delivery-target.ts';
import type { WebhookEvent } from './schemas.ts';
import { insertDeliveries, selectSubscribed } from './store.ts';

export const DELIVERY_JOB = 'delivery';
export const KEEP_TRYING_MS = DAY_MS;

export interface DeliveryPayload {
  accountId: string;
  id: string;
  turn: number;
}

export const deliveryOrder = (
  { account_id: accountId, id }: Pick<DeliveriesTable, 'account_id' | 'id'>,
  turn: number,
  runAt: number,
): Enqueue => ({
  name: DELIVERY_JOB,
  payload: { accountId, id, turn } satisfies DeliveryPayload,
  runAt,
});

export type Draft = Pick<DeliveriesTable, 'account_id' | 'kind' | 'channel' | 'event' | 'body'> &
  Partial<Pick<DeliveriesTable, 'alert_id' | 'alert_event_id' | 'incident' | 'webhook_id'>>;

/**
 * `to` is the target; undefined for subscriptions, which store their own. `afterMs` delays the first attempt.
 */
export async function queueDeliveries(
  { clock, sealer }: Pick<Services, 'clock' | 'sealer'>,
  tx: Tx,
  drafts: readonly (Draft & { to?: unknown; afterMs?: number })[],
): Promise<void> {
  const now = clock.now();
  const rows = drafts.map(({ to, afterMs = 0, ...draft }): DeliveriesTable => {
    const id = newId('delivery');
    return {
      alert_id: null,
      alert_event_id: null,
      incident: null,
      webhook_id: null,
      ...draft,
      id,
      target: to === undefined ? null : sealTarget(sealer, id, to),
      status: 'pending',
      attempts: '[]',
      tries: 0,
      turn: 1,
      next_at: now + afterMs,
      give_up_at: now + KEEP_TRYING_MS,
      created_at: now,
    };
  });
  await insertDeliveries(tx.db, rows);
  for (const row of rows) await tx.enqueue(deliveryOrder(row, row.turn, row.next_at ?? now));
}

interface EventOrder {
  accountId: string;
  type: WebhookEvent;
  data: Readonly<Record<string, unknown>>;
  /** The time of the event; defaults to now. */
  at?: number;
}

/** Queues the event for every enabled webhook of the account that subscribes to it. */
export const queueWebhookEvent = (
  services: Pick<Services, 'clock' | 'sealer'>,
  tx: Tx,
  order: EventOrder,
): Promise<void> => queueWebhookEvents(services, tx, [order]);

/** The same for many events of any accounts, in as few statements. */
export async function queueWebhookEvents(
  services: Pick<Services, 'clock' | 'sealer'>,
  tx: Tx,
  orders: readonly EventOrder[],
): Promise<void> {
  const accounts = [...new Set(orders.map(({ accountId }) => accountId))];
  const subscribed = (await selectSubscribed(tx.db, accounts)).map(({ id, account_id: owner, events }) => ({
    id,
    owner,
    events: JSON.parse(events) as string[],
  }));
  const drafts = orders.flatMap(({ accountId, type, data, at }) => {
    const mine = subscribed.filter(({ owner, events }) => owner === accountId && events.includes(type));
    if (mine.length === 0) return [];
    const body = JSON.stringify({ type, timestamp: isoTime(at ?? services.clock.now()), data });
    return mine.map(({ id }): Draft => ({
      account_id: accountId,
      kind: 'webhook',
      channel: 'webhook',
      event: type,
      body,
      webhook_id: id,
    }));
  });
  await queueDeliveries(services, tx, drafts);
}
