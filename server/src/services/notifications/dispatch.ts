// Resolves a delivery row to a request: its target and its format. Nothing is sent until `send` is called.
import { hash } from 'node:crypto';
import type { SystemContext } from '#core/context';
import type { DeliveriesTable } from '#metadata';
import type { OutboundClient } from '#lib/outbound/client';
import type { DeliveryOutcome } from './channels/channel.ts';
import { mail } from './channels/email.ts';
import { postMessage } from './channels/post.ts';
import { channelOf } from './channels/table.ts';
import { openTarget } from './delivery-target.ts';
import type { AlertMessage } from './message.ts';
import { readNotice, renderNotice } from './disabled-notice.ts';
import { MENTION, readMention, renderMention, type Mentioned } from './mention-notice.ts';
import type { ChannelKind } from './schemas.ts';
import { say, type DeliverySaid } from './sentences.ts';
import { signedHeaders } from './sign.ts';
import { selectMemberEmail, selectOwnerEmails, selectSubscription } from './store.ts';
import { openSubscription, secretsOf } from './subscription.ts';

interface Dispatch {
  /** Identifies the receiver without revealing it. Deliveries to one receiver share its limit. */
  receiver: string;
  send: (signal: AbortSignal) => Promise<DeliveryOutcome>;
}

const never = (error: DeliverySaid): DeliveryOutcome => ({ status: null, error, durationMs: 0, gone: true });

/** Null if the alert or webhook was deleted, or the person has left. */
export async function dispatchOf(
  ctx: SystemContext,
  outbound: OutboundClient,
  row: DeliveriesTable,
): Promise<Dispatch | null> {
  const owners = () => selectOwnerEmails(ctx.db, row.account_id);
  if (row.event === MENTION) {
    const { userId } = openTarget(ctx.sealer, row.id, row.target) as Mentioned;
    const email = await selectMemberEmail(ctx.db, row.account_id, userId);
    // The person left the account meanwhile.
    if (email === undefined) return null;
    const content = renderMention(readMention(row.body));
    return { receiver: `${row.kind}/${userId}`, send: async () => mail(ctx, row.id, [email], content) };
  }
  if (row.kind === 'notice') {
    const content = renderNotice(readNotice(row.body));
    return { receiver: row.kind, send: async () => mail(ctx, row.id, await owners(), content) };
  }
  if (row.kind === 'webhook') return toWebhook(ctx, outbound, row);
  const { mailer, clock, log } = ctx;
  const parcel = { id: row.id, accountId: row.account_id, message: JSON.parse(row.body) as AlertMessage };
  const target = openTarget(ctx.sealer, row.id, row.target);
  const channel = channelOf(row.channel as ChannelKind);
  const receiver = `${row.channel}/${hash('sha256', JSON.stringify(target))}`;
  return {
    receiver,
    send: (signal) => channel.send({ mailer, clock, log, outbound, owners, signal }, target, parcel),
  };
}

async function toWebhook(
  { db, sealer, clock }: SystemContext,
  outbound: OutboundClient,
  row: DeliveriesTable,
): Promise<Dispatch | null> {
  const webhook = row.webhook_id === null ? undefined : await selectSubscription(db, row.webhook_id);
  if (!webhook) return null;
  const receiver = webhook.id;
  if (webhook.enabled === 0) return { receiver, send: async () => never(say('webhook_disabled', {})) };
  const subscription = openSubscription(sealer, webhook.id, webhook.target);
  return {
    receiver,
    send: (signal) => {
      const now = clock.now();
      const headers = signedHeaders(row.id, now, row.body, secretsOf(subscription, now));
      return postMessage(outbound, { url: subscription.url, body: row.body, headers }, { signal });
    },
  };
}
