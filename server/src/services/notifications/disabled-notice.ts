// Notices from the service to the owners: a webhook was disabled.
import { isoTime } from '#lib/clock';
import type { SystemContext } from '#core/context';
import type { WebhooksTable } from '#metadata';
import { write, type MailContent } from './channels/email.ts';
import { maskUrl } from './channels/mask.ts';
import { readableTime } from './message.ts';
import type { Draft } from './queue.ts';
import { openSubscription } from './subscription.ts';

type DisabledReason = 'gone' | 'failing';

interface DisabledNotice {
  type: 'webhook.disabled';
  timestamp: string;
  data: {
    webhookId: string;
    url: string;
    description: string | null;
    reason: DisabledReason;
    failingSince: string;
    dashboardUrl: string;
  };
}

export function noticeOfDisabling(
  { clock, sealer, config }: SystemContext,
  { id, target, description }: WebhooksTable,
  reason: DisabledReason,
  failingSince: number,
): Omit<Draft, 'account_id'> & { to: object } {
  const notice: DisabledNotice = {
    type: 'webhook.disabled',
    timestamp: isoTime(clock.now()),
    data: {
      webhookId: id,
      url: maskUrl(openSubscription(sealer, id, target).url),
      description,
      reason,
      failingSince: isoTime(failingSince),
      dashboardUrl: `${config.publicUrl}/webhooks/${id}`,
    },
  };
  return { kind: 'notice', channel: 'email', event: notice.type, body: JSON.stringify(notice), to: {} };
}

export function renderNotice({ data }: DisabledNotice): MailContent {
  const why =
    data.reason === 'gone'
      ? 'Its address answered 410 Gone.'
      : `Nothing has arrived there since ${readableTime(data.failingSince)}.`;
  return write({
    subject: '[Tracewell] A webhook was disabled',
    heading: 'A webhook was disabled',
    lines: [
      why,
      'No more events are sent to it until it is enabled again. Failed deliveries are in its list of deliveries and can be sent again from there.',
    ],
    facts: [
      { name: 'Webhook', value: data.webhookId },
      { name: 'URL', value: data.url },
      ...(data.description === null ? [] : [{ name: 'Description', value: data.description }]),
    ],
    link: { text: 'Open in Tracewell', url: data.dashboardUrl },
  });
}

export const readNotice = (body: string): DisabledNotice => JSON.parse(body) as DisabledNotice;
