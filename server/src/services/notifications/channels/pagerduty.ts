// PagerDuty: Events API v2. https://developer.pagerduty.com/docs/send-alert-event
// Each alert has one incident, or one for each group that fires: its firings share a dedup key, and clearing the
// condition resolves it.
import { cutMessage, detailsOf, factsOf, messageSentence, type AlertMessage } from '../message.ts';
import type { TargetOf } from '../schemas.ts';
import type { Channel, Parcel } from './channel.ts';
import { maskSecret } from './mask.ts';
import { postMessage } from './post.ts';

const ADDRESS = {
  us: 'https://events.pagerduty.com/v2/enqueue',
  eu: 'https://events.eu.pagerduty.com/v2/enqueue',
} as const;
const MAX_SUMMARY = 1_024;
const ROUTING_KEY = /^[0-9A-Za-z_-]{8,100}$/;

function render({ type, data }: AlertMessage) {
  if (type === 'alert.resolved') return { event_action: 'resolve' };
  const facts = factsOf(data).map(({ name, value }) => [name.toLowerCase(), value] as const);
  const details = detailsOf(data);
  return {
    event_action: 'trigger',
    client: 'Tracewell',
    client_url: data.dashboardUrl,
    links: [{ href: data.dashboardUrl, text: 'Open in Tracewell' }],
    payload: {
      summary: cutMessage(`${data.alertName}: ${messageSentence(data)}`, MAX_SUMMARY),
      source: 'tracewell',
      severity: 'error',
      timestamp: data.triggeredAt,
      class: data.alertType,
      group: `alert-${data.alertId}`,
      custom_details: { ...Object.fromEntries(facts), ...(details.length > 0 ? { details } : {}) },
    },
  };
}

const dedupKey = ({ accountId, message: { data, incident } }: Parcel): string =>
  [`tracewell/${accountId}/alert/${data.alertId}`, ...(incident === undefined ? [] : [incident])].join('/');

export const pagerduty: Channel<TargetOf<'pagerduty'>> = {
  resolves: true,
  defaultTarget: null,
  check: ({ routingKey }) =>
    ROUTING_KEY.test(routingKey)
      ? null
      : {
          field: 'routingKey',
          message: 'This is not a routing key: copy the integration key of an Events API v2 integration.',
          reason: 'invalid_routing_key',
        },
  mask: ({ routingKey, ...rest }) => ({ ...rest, routingKey: maskSecret(routingKey) }),
  render,
  send: ({ outbound, signal }, { routingKey, region = 'us' }, parcel) => {
    const event = { routing_key: routingKey, dedup_key: dedupKey(parcel), ...render(parcel.message) };
    return postMessage(outbound, { url: ADDRESS[region], body: JSON.stringify(event) }, { signal });
  },
};
