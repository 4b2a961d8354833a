// Records an attempt in one transaction: the log entry, the next attempt or the end, and the health of the
// webhook.
import { backoffMs } from '#lib/backoff';
import { DAY_MS, HOUR_MS, SECOND_MS, isoTime } from '#lib/clock';
import { changeAs, type Done, type Tx } from '#core/change/change';
import type { SystemContext } from '#core/context';
import type { DeliveriesTable } from '#metadata';
import { withAttempt } from './attempts.ts';
import type { DeliveryOutcome } from './channels/channel.ts';
import { noticeOfDisabling } from './disabled-notice.ts';
import { deliveryOrder, queueDeliveries } from './queue.ts';
import { CHANNEL_KINDS } from './schemas.ts';
import {
  disableWebhook,
  lockChannelsSent,
  lockDelivery,
  selectSubscription,
  updateChannelsSent,
  updateDelivery,
  updateFailingSince,
} from './store.ts';

const FIRST_RETRY_MS = 5 * SECOND_MS;
const DISABLED_AFTER_MS = 5 * DAY_MS;

/** 5 s, doubling up to an hour, with jitter that only adds time. */
const retryMs = (tries: number, random: () => number = Math.random): number =>
  Math.min(
    HOUR_MS,
    backoffMs(tries, FIRST_RETRY_MS, HOUR_MS, () => 0.5 + random() / 2),
  );

const NOTHING_AUDITED: Done<void> = { result: undefined, target: null };

export async function record(
  ctx: SystemContext,
  { id, turn, account_id: accountId, channel }: DeliveriesTable,
  outcome: DeliveryOutcome,
  startedAt: number,
): Promise<void> {
  let counted = 'retried';
  await changeAs(ctx, { accountId, actor: ctx.actor, origin: null }, 'webhook.disable', async (tx) => {
    const row = await lockDelivery(tx.db, id);
    // The alert or webhook was deleted while the attempt was in progress.
    if (!row) return NOTHING_AUDITED;
    const attempts = withAttempt(row.attempts, startedAt, outcome);
    // The delivery was sent again or cancelled meanwhile. This attempt only adds its log entry.
    const mine = row.turn === turn && row.status === 'pending';
    const next = mine ? await proceed(ctx, tx, row, outcome) : {};
    await updateDelivery(tx.db, id, { attempts, ...next });
    counted = next.status ?? counted;
    if (outcome.error === null && row.event === 'alert.fired') await addChannelSent(tx, row);
    return row.webhook_id === null ? NOTHING_AUDITED : judgeWebhook(ctx, tx, row, row.webhook_id, outcome);
  });
  ctx.watch.count({ event: 'notification', channel, outcome: counted });
}

/**
 * Also applies to an attempt that was cancelled while in progress, because the channel was notified anyway.
 */
async function addChannelSent({ db }: Tx, row: DeliveriesTable): Promise<void> {
  if (row.alert_event_id === null) return;
  const bySent = Map.groupBy(await lockChannelsSent(db, row), ({ channels_sent: sent }) => sent);
  for (const [before, events] of bySent) {
    const sent = new Set([...(JSON.parse(before) as string[]), row.channel]);
    const inOrder = CHANNEL_KINDS.filter((kind) => sent.has(kind));
    await updateChannelsSent(
      db,
      events.map(({ id }) => id),
      JSON.stringify(inOrder),
    );
  }
}

async function proceed(
  { clock }: SystemContext,
  tx: Tx,
  row: DeliveriesTable,
  outcome: DeliveryOutcome,
): Promise<Partial<DeliveriesTable>> {
  const tries = row.tries + 1;
  if (outcome.error === null) return { status: 'delivered', tries, next_at: null };
  const nextAt = clock.now() + Math.max(retryMs(tries), outcome.retryAfterMs ?? 0);
  if (outcome.gone || nextAt > row.give_up_at) return { status: 'failed', tries, next_at: null };
  await tx.enqueue(deliveryOrder(row, row.turn + 1, nextAt));
  return { tries, turn: row.turn + 1, next_at: nextAt };
}

/** Disables a webhook that answered 410 or that only failed for days, and notifies the owners. */
async function judgeWebhook(
  ctx: SystemContext,
  tx: Tx,
  row: DeliveriesTable,
  webhookId: string,
  outcome: DeliveryOutcome,
): Promise<Done<void>> {
  const now = ctx.clock.now();
  if (outcome.error === null) {
    await updateFailingSince(tx.db, webhookId, null);
    return NOTHING_AUDITED;
  }
  await updateFailingSince(tx.db, webhookId, now);
  const webhook = await selectSubscription(tx.db, webhookId);
  if (!webhook) return NOTHING_AUDITED;
  const failingSince = webhook.failing_since ?? now;
  const hopeless = now - failingSince >= DISABLED_AFTER_MS;
  if (!outcome.gone && !hopeless) return NOTHING_AUDITED;
  if (!(await disableWebhook(tx.db, webhookId, now))) return NOTHING_AUDITED;
  const reason = outcome.gone ? 'gone' : 'failing';
  const notice = noticeOfDisabling(ctx, webhook, reason, failingSince);
  await queueDeliveries(ctx, tx, [{ ...notice, account_id: row.account_id }]);
  return {
    result: undefined,
    target: { type: 'webhook', id: webhookId },
    metadata: { reason, failingSince: isoTime(failingSince) },
  };
}

/** Postpones an attempt without counting it. */
export const postpone = (
  ctx: SystemContext,
  { id, turn, account_id: accountId }: DeliveriesTable,
  ms: number,
) =>
  changeAs(ctx, { accountId, actor: ctx.actor, origin: null }, 'delivery.postpone', async (tx) => {
    const row = await lockDelivery(tx.db, id);
    if (row?.turn !== turn || row.status !== 'pending') return NOTHING_AUDITED;
    const nextAt = ctx.clock.now() + ms;
    await tx.enqueue(deliveryOrder(row, turn + 1, nextAt));
    await updateDelivery(tx.db, id, { turn: turn + 1, next_at: nextAt });
    return NOTHING_AUDITED;
  });
