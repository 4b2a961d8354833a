// Email over SMTP. Without an SMTP server, each message is logged once, without its content.
import type * as Nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '#config';
import { load, once } from '#lib/later';

const nodemailer = once(() => load('nodemailer') as typeof Nodemailer);

export interface Mail {
  to: string | string[];
  subject: string;
  text: string;
  /** The HTML version of the text. */
  html?: string;
  /** The same for every attempt, so that mailboxes can drop duplicates. */
  messageId?: string;
}

export interface Mailer {
  configured: boolean;
  send(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;

export function openMailer(smtp: Config['smtp'], log: Logger): Mailer {
  if (smtp === null) {
    return {
      configured: false,
      send: async (mail) =>
        log.warn({ subject: mail.subject }, 'email not sent: TRACEWELL_SMTP_URL is not set'),
      close: () => undefined,
    };
  }
  const transport = nodemailer().createTransport({
    url: smtp.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const domain = /@([^\s>]+)/.exec(smtp.from)?.[1] ?? 'localhost';
  return {
    configured: true,
    send: async ({ messageId, ...mail }) => {
      const id = messageId === undefined ? {} : { messageId: `<${messageId}@${domain}>` };
      await transport.sendMail({ from: smtp.from, ...mail, ...id });
    },
    close: () => transport.close(),
  };
}
