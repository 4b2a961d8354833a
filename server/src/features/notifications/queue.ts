// Handing something over to be sent. All of it happens in the caller's transaction: the message exists exactly if its cause does.
import { DAY_MS, isoTime } from '#lib/clock';
import { newId } from '#lib/ids';
import type { Tx } from '#core/change';
import type { Services } from '#core/context';
import type { Enqueue } from '#core/job';
import type { DeliveriesTable } from '#metadata';
import { withAttempt } from './attempts.ts';
import { channelOf } from './channels/table.ts';
import { sealTarget } from './delivery-target.ts';
import { alertData, type AlertFiring, type AlertMessage } from './message.ts';
import type { ChannelKind, ChannelTargets, WebhookEvent } from './schemas.ts';
import { insertDeliveries, lockDelivery, selectPending, selectSubscribed, updateDelivery } from './store.ts';

export const DELIVERY_JOB = 'delivery';
export const KEEP_TRYING_MS = DAY_MS;

export interface DeliveryPayload {
  id: string;
  turn: number;
}

export const deliveryOrder = (id: string, turn: number, runAt: number): Enqueue => ({
  name: DELIVERY_JOB,
  payload: { id, turn } satisfies DeliveryPayload,
  runAt,
});

export type Draft = Pick<DeliveriesTable, 'account_id' | 'kind' | 'channel' | 'event' | 'body'> &
  Partial<Pick<DeliveriesTable, 'alert_id' | 'alert_event_id' | 'webhook_id'>>;

/** `to`: where it goes; undefined for subscriptions, which know that themselves. */
export async function queueDeliveries(
  { clock, sealer }: Pick<Services, 'clock' | 'sealer'>,
  tx: Tx,
  drafts: readonly (Draft & { to?: unknown })[],
): Promise<void> {
  const now = clock.now();
  const rows = drafts.map(({ to, ...draft }): DeliveriesTable => {
    const id = newId('delivery');
    return {
      alert_id: null,
      alert_event_id: null,
      webhook_id: null,
      ...draft,
      id,
      target: to === undefined ? null : sealTarget(sealer, id, to),
      status: 'pending',
      attempts: '[]',
      tries: 0,
      turn: 1,
      next_at: now,
      give_up_at: now + KEEP_TRYING_MS,
      created_at: now,
    };
  });
  await insertDeliveries(tx.db, rows);
  for (const row of rows) await tx.enqueue(deliveryOrder(row.id, row.turn, now));
}

export interface EventOrder {
  accountId: string;
  type: WebhookEvent;
  data: Readonly<Record<string, unknown>>;
  /** When it happened; now unless given. */
  at?: number;
}

/** For every enabled webhook of the account that subscribes to it. */
export async function queueWebhookEvent(
  services: Pick<Services, 'clock' | 'sealer'>,
  tx: Tx,
  { accountId, type, data, at }: EventOrder,
): Promise<void> {
  const subscribed = await selectSubscribed(tx.db, accountId);
  const mine = subscribed.filter(({ events }) => (JSON.parse(events) as string[]).includes(type));
  if (mine.length === 0) return;
  const body = JSON.stringify({ type, timestamp: isoTime(at ?? services.clock.now()), data });
  await queueDeliveries(
    services,
    tx,
    mine.map(({ id }) => ({
      account_id: accountId,
      kind: 'webhook',
      channel: 'webhook',
      event: type,
      body,
      webhook_id: id,
    })),
  );
}

export interface AlertOrder {
  accountId: string;
  /** What fired; for `resolve`, the firing whose condition has cleared. */
  event: AlertFiring;
  channels: readonly ChannelKind[];
  /** As they were set, unmasked. */
  targets: ChannelTargets;
  kind: 'trigger' | 'resolve';
}

/** By every channel of the alert, and to webhooks that subscribe to `alert.fired`. A `resolve` goes only where it is understood. */
export async function queueAlertDeliveries(
  services: Pick<Services, 'clock' | 'sealer' | 'config'>,
  tx: Tx,
  { accountId, event, channels, targets, kind }: AlertOrder,
): Promise<void> {
  const data = alertData(services.config.publicUrl, event);
  const type = kind === 'trigger' ? 'alert.fired' : 'alert.resolved';
  const at = kind === 'trigger' ? event.triggeredAt : services.clock.now();
  const message: AlertMessage = { type, timestamp: isoTime(at), data };
  const used = [...new Set(channels)].filter((channel) => kind === 'trigger' || channelOf(channel).resolves);
  for (const channel of used) {
    if (channelOf(channel).resolves) await callOff(services, tx, accountId, event.alertId, channel, kind);
  }
  const common = {
    account_id: accountId,
    kind: 'alert',
    event: type,
    body: JSON.stringify(message),
    alert_id: event.alertId,
    alert_event_id: event.id,
  } as const;
  await queueDeliveries(
    services,
    tx,
    used.flatMap((channel) => {
      const to = targets[channel] ?? channelOf(channel).defaultTarget;
      return to === null ? [] : [{ ...common, channel, to }];
    }),
  );
  if (kind === 'trigger')
    await queueWebhookEvent(services, tx, {
      accountId,
      type: 'alert.fired',
      data: { ...data },
      at: event.triggeredAt,
    });
}

/**
 * Where both ends of an incident are told, one that was not delivered yet must not arrive after its opposite: a late trigger would
 * open what nobody closes, a late resolve close what has just begun.
 */
async function callOff(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  accountId: string,
  alertId: number,
  channel: ChannelKind,
  kind: AlertOrder['kind'],
): Promise<void> {
  const [event, error] =
    kind === 'resolve'
      ? ['alert.fired', 'The condition cleared before this was delivered.']
      : ['alert.resolved', 'The alert fired again before this was delivered.'];
  for (const { id } of await selectPending(tx.db, accountId, alertId, channel, event)) {
    const row = await lockDelivery(tx.db, id);
    if (row?.status === 'pending')
      await updateDelivery(tx.db, id, {
        status: 'failed',
        next_at: null,
        attempts: withAttempt(row.attempts, {
          at: isoTime(clock.now()),
          status: null,
          error,
          durationMs: 0,
        }),
      });
  }
}
