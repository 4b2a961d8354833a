// Sends the message as text and as HTML. The delivery id is the Message-ID, so a second copy can be
// recognised.
import { withTimeout } from '#lib/with-timeout';
import type { Services } from '#core/context';
import type { Mail } from '#core/mailer';
import {
  cutMessage,
  detailsOf,
  factsOf,
  headlineOf,
  messageSentence,
  type AlertMessage,
  type Fact,
} from '../message.ts';
import type { TargetOf } from '../schemas.ts';
import { say, type DeliverySaid } from '../sentences.ts';
import type { Channel, DeliveryOutcome } from './channel.ts';
import { SEND_TIMEOUT_MS } from './post.ts';

export type MailContent = Pick<Mail, 'subject' | 'text'> & { html: string };

interface Letter {
  subject: string;
  heading: string;
  lines: readonly string[];
  facts: readonly Fact[];
  link: { text: string; url: string };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Inline styles, because mail clients drop stylesheets. */
export function write({ subject, heading, lines, facts, link }: Letter): MailContent {
  const width = Math.max(0, ...facts.map(({ name }) => name.length)) + 2;
  const text = [
    heading,
    ...lines,
    facts.map(({ name, value }) => `${`${name}:`.padEnd(width)}${value}`).join('\n'),
    `${link.text}: ${link.url}`,
  ];
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#667085">${escapeHtml(name)}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
  );
  const html = [
    '<!doctype html>',
    '<html lang="en"><body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#101828">',
    `<h1 style="margin:0 0 12px;font-size:20px">${escapeHtml(heading)}</h1>`,
    ...lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`),
    ...(rows.length > 0
      ? [`<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`]
      : []),
    `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:8px 14px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escapeHtml(link.text)}</a></p>`,
    '</body></html>',
  ];
  return {
    subject: cutMessage(subject.replaceAll(/\s+/g, ' '), 150),
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
  };
}

const render = ({ data }: AlertMessage): MailContent =>
  write({
    subject: `[Tracewell] ${headlineOf(data, 130)}`,
    heading: data.alertName,
    lines: [messageSentence(data), ...detailsOf(data).map((line) => `• ${line}`)],
    facts: factsOf(data),
    link: { text: 'Open in Tracewell', url: data.dashboardUrl },
  });

export async function mail(
  { mailer, log }: Pick<Services, 'mailer' | 'log'>,
  id: string,
  to: readonly string[],
  content: MailContent,
): Promise<DeliveryOutcome> {
  const started = performance.now();
  const ended = (error: DeliverySaid | null): DeliveryOutcome => ({
    status: null,
    error,
    durationMs: Math.round(performance.now() - started),
  });
  if (!mailer.configured) return ended(say('email_unconfigured', {}));
  if (to.length === 0) return ended(say('no_owner', {}));
  try {
    const sending = mailer.send({ ...content, to: [...to], messageId: id });
    await withTimeout(SEND_TIMEOUT_MS, sending, () => new Error('The mail server took too long.'));
    return ended(null);
  } catch (error) {
    log.warn({ err: error, delivery: id }, 'email not sent');
    return ended(faultOf(error));
  }
}

/** The mail server belongs to the operator, so its address and answers go to the log only. */
function faultOf(error: unknown): DeliverySaid {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === 'number' ? say('email_rejected', { status: code }) : say('email_failed', {});
}

export const emailChannel: Channel<TargetOf<'email'>> = {
  resolves: false,
  defaultTarget: {},
  check: () => null,
  mask: (target) => target,
  render,
  send: async ({ mailer, log, owners }, { to }, { id, message }) =>
    mail({ mailer, log }, id, to ?? (await owners()), render(message)),
};
