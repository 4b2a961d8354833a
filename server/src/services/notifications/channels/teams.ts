// Microsoft Teams: an Adaptive Card for the workflow "Post to a channel when a webhook request is received".
import { cutMessage, detailsOf, factsOf, messageSentence, type AlertMessage } from '../message.ts';
import type { TargetOf } from '../schemas.ts';
import type { Channel } from './channel.ts';
import { maskUrl } from './mask.ts';
import { checkUrlField, postMessage } from './post.ts';

/**
 * A TextBlock always interprets Markdown; a TextRun shows text literally. A mention needs an entity, and the
 * card has none.
 */
const asIs = (text: string, style: Record<string, unknown> = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const heading = { size: 'Large', weight: 'Bolder', color: 'Attention' };

function render({ data }: AlertMessage) {
  // The fallback has no text runs, so it names no group: clients choose these names.
  const { group: _group, groups: _groups, ...plain } = data;
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: messageSentence(plain),
          msteams: { width: 'Full' },
          body: [
            asIs(cutMessage(data.alertName, 200), heading),
            asIs(messageSentence(data)),
            ...detailsOf(data).map((line) => asIs(`• ${line}`)),
            ...factsOf(data).map(({ name, value }) => asIs(`${name}: ${value}`, { isSubtle: true })),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Tracewell', url: data.dashboardUrl }],
        },
      },
    ],
  };
}

export const teams: Channel<TargetOf<'teams'>> = {
  resolves: false,
  defaultTarget: null,
  check: ({ url }, outbound) => checkUrlField(outbound, url),
  mask: ({ url }) => ({ url: maskUrl(url) }),
  render,
  send: ({ outbound, signal }, { url }, { message }) =>
    postMessage(outbound, { url, body: JSON.stringify(render(message)) }, { signal }),
};
