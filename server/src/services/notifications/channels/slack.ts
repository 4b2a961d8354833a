// Slack, and services that accept its incoming webhooks: Block Kit.
// https://docs.slack.dev/reference/block-kit
import { cutMessage, detailsOf, factsOf, messageSentence, type AlertMessage } from '../message.ts';
import type { TargetOf } from '../schemas.ts';
import type { Channel } from './channel.ts';
import { maskUrl } from './mask.ts';
import { checkUrlField, postMessage } from './post.ts';

const MAX_HEADER = 150;

/** Plain text shows a name literally; only mrkdwn has mentions, links and emphasis. */
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/**
 * For the one text that must be mrkdwn, shown if blocks are not. Without these three characters nothing can
 * be mentioned or linked.
 */
const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function render({ data }: AlertMessage) {
  const details = detailsOf(data);
  return {
    text: escapeMrkdwn(`${cutMessage(data.alertName, 200)}: ${messageSentence(data)}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(cutMessage(data.alertName, MAX_HEADER)) },
      { type: 'section', text: plain(messageSentence(data)) },
      ...(details.length > 0
        ? [{ type: 'section', text: plain(details.map((line) => `• ${line}`).join('\n')) }]
        : []),
      { type: 'section', fields: factsOf(data).map(({ name, value }) => plain(`${name}\n${value}`)) },
      {
        type: 'actions',
        elements: [{ type: 'button', text: plain('Open in Tracewell'), url: data.dashboardUrl }],
      },
    ],
  };
}

export const slack: Channel<TargetOf<'slack'>> = {
  resolves: false,
  defaultTarget: null,
  check: ({ url }, outbound) => checkUrlField(outbound, url),
  mask: ({ url }) => ({ url: maskUrl(url) }),
  render,
  send: ({ outbound, signal }, { url }, { message }) =>
    postMessage(outbound, { url, body: JSON.stringify(render(message)) }, { signal }),
};
