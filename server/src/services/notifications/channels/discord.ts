// Discord: an embed. https://discord.com/developers/docs/resources/webhook#execute-webhook
import { cutMessage, detailsOf, factsOf, messageSentence, type AlertMessage } from '../message.ts';
import type { TargetOf } from '../schemas.ts';
import type { Channel } from './channel.ts';
import { maskUrl } from './mask.ts';
import { checkUrlField, postMessage } from './post.ts';

const RED = 0xd9_2d_20;
// Discord limits titles to 256 characters, and escaping may double each one.
const MAX_TITLE = 120;

/**
 * A backslash makes every character literal: no emphasis, no `[text](link)`, no `<@id>`, and `https\:` is no
 * link.
 */
const escapeMarkdown = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

function render({ data }: AlertMessage) {
  const details = detailsOf(data).map((line) => `\n• ${escapeMarkdown(line)}`);
  return {
    username: 'Tracewell',
    // Blocks mentions, whatever the alert name contains.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapeMarkdown(cutMessage(data.alertName, MAX_TITLE)),
        url: data.dashboardUrl,
        description: escapeMarkdown(messageSentence(data)) + details.join(''),
        color: RED,
        timestamp: data.triggeredAt,
        fields: factsOf(data).map(({ name, value }) => ({
          name,
          value: escapeMarkdown(value),
          inline: true,
        })),
      },
    ],
  };
}

export const discord: Channel<TargetOf<'discord'>> = {
  resolves: false,
  defaultTarget: null,
  check: ({ url }, outbound) => checkUrlField(outbound, url),
  mask: ({ url }) => ({ url: maskUrl(url) }),
  render,
  send: ({ outbound, signal }, { url }, { message }) =>
    postMessage(outbound, { url, body: JSON.stringify(render(message)) }, { signal }),
};
