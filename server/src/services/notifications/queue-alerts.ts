// Queues alert messages in the transaction in which alerts fire or clear. Many messages share a few
// statements, because an outage of a provider trips many alerts in the same minute.
import { isoTime } from '#lib/clock';
import type { Tx } from '#core/change/change';
import type { Services } from '#core/context';
import { withAttempt } from './attempts.ts';
import { SEND_TIMEOUT_MS } from './channels/post.ts';
import { channelOf } from './channels/table.ts';
import { alertData, type AlertFiring, type AlertMessage } from './message.ts';
import { queueDeliveries, queueWebhookEvents } from './queue.ts';
import { CHANNEL_KINDS, type ChannelKind, type ChannelTargets } from './schemas.ts';
import { say } from './sentences.ts';
import { failDeliveries, lockPending, selectPending } from './store.ts';

/** One of the incidents of an alert with groups. */
export interface AlertIncident {
  /** Its name. */
  incident: string;
  /** The firing of the group. */
  event: AlertFiring;
}

export interface AlertOrder {
  accountId: string;
  /** The firing; for `resolve`, the firing whose condition has cleared. */
  event: AlertFiring;
  channels: readonly ChannelKind[];
  /** Unmasked. */
  targets: ChannelTargets;
  kind: 'trigger' | 'resolve';
  /** For an alert with groups. A channel that resolves gets a message for each, any other gets one for all of them. */
  incidents?: readonly AlertIncident[];
}

/** Channels that also get a message when the condition clears. */
export const RESOLVING: readonly ChannelKind[] = CHANNEL_KINDS.filter((kind) => channelOf(kind).resolves);

/** Leaves out channels without a target or with a target that can no longer be decrypted. */
export const reachable = (channels: readonly ChannelKind[], targets: ChannelTargets): ChannelKind[] =>
  [...new Set(channels)].filter((channel) => (targets[channel] ?? channelOf(channel).defaultTarget) !== null);

const EVENT = { trigger: 'alert.fired', resolve: 'alert.resolved' } as const;
const OPPOSITE = { trigger: 'alert.resolved', resolve: 'alert.fired' } as const;

/** An attempt in progress has ended by then. */
const UNDER_WAY_MS = SEND_TIMEOUT_MS + 2_000;

/**
 * Queues a message for every channel of the alerts and for webhooks that subscribe to `alert.fired`. A
 * `resolve` goes only to channels that support it.
 */
export async function queueAlertDeliveries(
  services: Pick<Services, 'clock' | 'sealer' | 'config'>,
  tx: Tx,
  orders: readonly AlertOrder[],
): Promise<void> {
  const calledOff = await callOff(services, tx, orders);
  const drafts = orders.flatMap((order) =>
    channelsOf(order).flatMap((channel) =>
      messagesOn(channel, order).map(({ event, incident }) => ({
        account_id: order.accountId,
        kind: 'alert' as const,
        event: EVENT[order.kind],
        body: JSON.stringify(messageOf(services, order.kind, event, incident)),
        alert_id: event.alertId,
        alert_event_id: event.id,
        incident,
        channel,
        to: order.targets[channel] ?? channelOf(channel).defaultTarget,
        afterMs: calledOff.has(incidentKey(event.alertId, incident, channel)) ? UNDER_WAY_MS : 0,
      })),
    ),
  );
  await queueDeliveries(services, tx, drafts);
  const fired = orders.filter(({ kind }) => kind === 'trigger');
  await queueWebhookEvents(
    services,
    tx,
    fired.map((order) => ({
      accountId: order.accountId,
      type: 'alert.fired',
      data: { ...messageOf(services, order.kind, order.event, null).data },
      at: order.event.triggeredAt,
    })),
  );
}

const incidentKey = (alertId: number, incident: string | null, channel: string): string =>
  `${alertId}/${incident ?? ''}/${channel}`;

const messagesOn = (
  channel: ChannelKind,
  { event, incidents }: AlertOrder,
): { event: AlertFiring; incident: string | null }[] =>
  incidents && channelOf(channel).resolves ? [...incidents] : [{ event, incident: null }];

const channelsOf = ({ channels, targets, kind }: AlertOrder): ChannelKind[] =>
  reachable(channels, targets).filter((channel) => kind === 'trigger' || channelOf(channel).resolves);

const messageOf = (
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  kind: AlertOrder['kind'],
  event: AlertFiring,
  incident: string | null,
): AlertMessage => ({
  type: EVENT[kind],
  timestamp: isoTime(kind === 'trigger' ? event.triggeredAt : clock.now()),
  data: alertData(config.publicUrl, event),
  ...(incident === null ? {} : { incident }),
});

/**
 * A pending message must not arrive after its opposite: a late trigger would open an incident that no one
 * closes, and a late resolve would close a new one. Pending messages are cancelled, and the opposite waits
 * until no attempt is in progress.
 */
async function callOff(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  orders: readonly AlertOrder[],
): Promise<Set<string>> {
  const opposites = new Map(
    orders.flatMap((order) =>
      channelsOf(order)
        .filter((channel) => channelOf(channel).resolves)
        .flatMap((channel) =>
          messagesOn(channel, order).map(
            ({ incident }) =>
              [incidentKey(order.event.alertId, incident, channel), OPPOSITE[order.kind]] as const,
          ),
        ),
    ),
  );
  const calledOff = new Set<string>();
  if (opposites.size === 0) return calledOff;
  const alerts = orders.map(({ event }) => event.alertId);
  const pending = await selectPending(tx.db, alerts, RESOLVING, [...new Set(opposites.values())]);
  const opposite = pending.filter(
    ({ alert_id: of, incident, channel, event }) =>
      opposites.get(incidentKey(of ?? 0, incident, channel)) === event,
  );
  if (opposite.length === 0) return calledOff;
  const locked = await lockPending(
    tx.db,
    opposite.map(({ id }) => id),
  );
  const now = clock.now();
  const ended = locked.map(({ id, alert_id: of, incident, channel, event, attempts }) => {
    const key = incidentKey(of ?? 0, incident, channel);
    calledOff.add(key);
    const error = say(event === EVENT.trigger ? 'cleared' : 'fired_again', {});
    return { id, attempts: withAttempt(attempts, now, { status: null, error, durationMs: 0 }) };
  });
  if (ended.length > 0) await failDeliveries(tx.db, ended);
  return calledOff;
}
