// Fires an alert without its rule: stores its rows and queues its messages in one transaction.
import { changeAs } from '#core/change/change';
import type { Services } from '#core/context';
import {
  queueAlertDeliveries,
  sealTargets,
  type AlertFiring,
  type AlertOrder,
  type ChannelKind,
} from '#services/notifications';

interface Fired {
  alertId: number;
  eventId: number;
  firing: AlertFiring;
}

type Targets = AlertOrder['targets'];

export async function fire(
  services: Services,
  accountId: string,
  targets: Targets,
  extra: { channels?: ChannelKind[]; alertName?: string; alertId?: number } = {},
): Promise<Fired> {
  const now = services.clock.now();
  const channels = extra.channels ?? (Object.keys(targets) as ChannelKind[]);
  const alertName = extra.alertName ?? 'Checkout cost';
  return changeAs(services, by(accountId), 'alert.fire', async (tx) => {
    const rule = {
      threshold_value: 10,
      window_minutes: 60,
      alert_type: 'cost_threshold',
      account_id: accountId,
    };
    const alertId =
      extra.alertId ??
      (
        await tx.db
          .insertInto('alerts')
          .values({
            ...rule,
            name: alertName,
            channel_kinds: JSON.stringify(channels),
            channel_targets: sealTargets(services.sealer, targets),
            enabled: 1,
            holds: 1,
            held_back: 0,
            version: 0,
            findings_told: 0,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const { id: eventId } = await tx.db
      .insertInto('alert_events')
      .values({ ...rule, alert_id: alertId, triggered_at: now, observed_value: 12.5, channels_sent: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const firing: AlertFiring = {
      id: eventId,
      alertId,
      alertName,
      alertType: 'cost_threshold',
      observedValue: 12.5,
      thresholdValue: 10,
      windowMinutes: 60,
      triggeredAt: now,
    };
    const order: AlertOrder = { accountId, event: firing, channels, targets, kind: 'trigger' };
    await queueAlertDeliveries(services, tx, [order]);
    return { result: { alertId, eventId, firing }, target: { type: 'alert', id: String(alertId) } };
  });
}

export const clear = (
  services: Services,
  accountId: string,
  targets: Targets,
  { firing }: Fired,
): Promise<void> =>
  changeAs(services, by(accountId), 'alert.clear', async (tx) => {
    const channels = Object.keys(targets) as ChannelKind[];
    const order: AlertOrder = { accountId, event: firing, channels, targets, kind: 'resolve' };
    await queueAlertDeliveries(services, tx, [order]);
    return { result: undefined, target: null };
  });

const by = (accountId: string) => ({
  accountId,
  actor: { type: 'system', id: 'test' } as const,
  origin: null,
});
