// A real SMTP server on loopback that keeps the messages it receives, so that tests read mail as its
// recipient would.
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { Config } from '#config';

interface ReceivedMail {
  from: string;
  to: string[];
  headers: ReadonlyMap<string, string>;
  subject: string;
  text: string;
}

export interface Mailbox {
  /** For the config of an app under test. */
  smtp: NonNullable<Config['smtp']>;
  mails: ReceivedMail[];
  /** From now on every message is rejected, as by a failing server. */
  refuse(yes: boolean): void;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let refusing = false;
  const receive = async (stream: Readable, { envelope }: SMTPServerSession): Promise<void> => {
    const raw = await text(stream);
    if (refusing) throw Object.assign(new Error('Try again later'), { responseCode: 451 });
    mails.push({
      from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      to: envelope.rcptTo.map(({ address }) => address),
      ...parseMail(raw),
    });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: callbackify(receive),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    smtp: { url: `smtp://127.0.0.1:${port}`, from: 'Tracewell <tracewell@example.com>' },
    mails,
    refuse: (yes) => {
      refusing = yes;
    },
  };
}

/** Plain-text messages in one part, which is what the service sends here. */
function parseMail(raw: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const body = raw.slice(end + 4);
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  return {
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: decodeBody(body, encoding).replaceAll('\r\n', '\n'),
  };
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedPrintable(body.replaceAll('=\r\n', ''));
  return body;
}

const quotedPrintable = (body: string): string =>
  Buffer.from(
    body.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const decodeWords = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
