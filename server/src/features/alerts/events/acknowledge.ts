import { isoTime } from '#lib/clock';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { dashboardUrl, queueWebhookEvent } from '#services/notifications';
import { requireEvent } from './events.ts';
import type { Acknowledged, AlertEvent } from '../schemas.ts';
import { acknowledgeRow } from './store.ts';

/** A second acknowledgement returns the answer of the first. */
export const acknowledgeEvent = (
  ctx: Context,
  id: number,
  source: string | undefined,
): Promise<Acknowledged> =>
  change(ctx, 'alert_event.acknowledge', async (tx) => {
    const now = ctx.clock.now();
    const { id: by } = ctx.actor;
    // An event of another account or project is not found.
    await requireEvent(ctx, tx.db, id);
    const first = await acknowledgeRow(tx.db, ctx.account.id, id, now, by);
    const event = await requireEvent(ctx, tx.db, id);
    const result = {
      id,
      acknowledgedAt: event.acknowledgedAt ?? isoTime(now),
      acknowledgedBy: event.acknowledgedBy ?? by,
      alreadyAcknowledged: !first,
    };
    if (!first) return { result, target: null };
    const data = acknowledgedData(ctx.config.publicUrl, event, source);
    await queueWebhookEvent(ctx, tx, { accountId: ctx.account.id, type: 'alert.acknowledged', data });
    return {
      result,
      target: { type: 'alert_event', id: String(id) },
      metadata: {
        alertId: event.alertId,
        alertName: event.alertName,
        ...(source === undefined ? {} : { source }),
      },
    };
  });

const acknowledgedData = (publicUrl: string, event: AlertEvent, source: string | undefined) => ({
  eventId: event.id,
  alertId: event.alertId,
  alertName: event.alertName,
  alertType: event.alertType,
  ...(event.group ? { group: event.group } : {}),
  triggeredAt: event.triggeredAt,
  acknowledgedAt: event.acknowledgedAt,
  acknowledgedBy: event.acknowledgedBy,
  dashboardUrl: dashboardUrl(publicUrl, event.alertId, event.id),
  ...(source === undefined ? {} : { source }),
});
