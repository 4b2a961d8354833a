// Sends JSON. A small answer is one string. A larger one is sent in parts as the connection has room, so that
// no second copy waits in a socket buffer.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { AppError } from '#lib/app-error';
import { jsonParts, WrittenAnswer } from '#core/answer-budget';
import type { Outgoing } from './outgoing.ts';

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';
/** Smaller answers mostly fit into the buffers of the operating system. */
const SMALL = 256 * 1_024;
const PIECE = 65_536;

export const jsonOf = (body: unknown): string[] =>
  body instanceof WrittenAnswer ? jsonParts(body.body) : [JSON.stringify(body)];

export function sendJson(
  reply: FastifyReply,
  body: unknown,
  outgoing: Outgoing,
  account: string,
): FastifyReply {
  const parts = jsonOf(body);
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (bytes > MAX_ANSWER_BYTES) throw tooLarge();
  reply.type(JSON_CONTENT_TYPE);
  if (bytes <= SMALL) return reply.send(parts.join(''));
  outgoing.hold(reply.raw, account, bytes);
  return reply
    .header('content-length', String(bytes))
    .send(Readable.from(pieces(parts), { objectMode: false }));
}

function* pieces(parts: string[]): Generator<Buffer> {
  for (const [at, part] of parts.entries()) {
    // Sent parts are released.
    parts[at] = '';
    for (let from = 0; from < part.length;) {
      let to = Math.min(part.length, from + PIECE);
      if (to < part.length && isLowSurrogate(part.charCodeAt(to))) to -= 1;
      yield Buffer.from(part.slice(from, to));
      from = to;
    }
  }
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const tooLarge = (): AppError =>
  new AppError(
    'too_large',
    'answer_too_large',
    'The answer would be larger than 16 MiB. Ask for fewer records, or use an export.',
  );
