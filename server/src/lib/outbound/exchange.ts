// One request and its answer over an open connection, which is always closed afterwards.
import type { Socket } from 'node:net';
import type * as Undici from 'undici';
import { load, once } from '#lib/later';
import { OutboundError } from './outbound-error.ts';
import { say } from './sentences.ts';
import type { Trip } from './trip.ts';

const undici = once(() => load('undici') as typeof Undici);
const MAX_HEADER_BYTES = 16_384;

interface Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  truncated: boolean;
}

export async function exchange(
  socket: Socket,
  url: URL,
  request: Request,
  maxBytes: number,
  trip: Trip,
): Promise<Answer> {
  trip.stage = 'headers';
  const client = over(socket, url);
  try {
    const reply = await client.request({
      method: request.method,
      path: url.pathname + url.search,
      headers: request.headers,
      body: request.body,
      signal: trip.signal,
    });
    trip.stage = 'body';
    // Destroying the body early emits an error; that is expected.
    reply.body.on('error', () => {});
    const read = await readUpTo(reply.body, maxBytes);
    return { status: reply.statusCode, headers: flat(reply.headers), ...read };
  } catch (error) {
    trip.signal.throwIfAborted();
    throw asOutboundError(error, trip.host);
  } finally {
    await client.destroy();
    socket.destroy();
  }
}

/** HTTP/1.1 without keep-alive and without timers; the trip has the only timer. */
function over(socket: Socket, url: URL): Undici.Client {
  let given = false;
  return new (undici().Client)(url.origin, {
    // The client would reconnect after a lost connection, but that address was not checked.
    connect: (_options, done) => {
      const again = given;
      given = true;
      queueMicrotask(() => (again ? done(new Error('The connection was lost.'), null) : done(null, socket)));
    },
    allowH2: false,
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

async function readUpTo(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const kept: Buffer[] = [];
  let size = 0;
  let truncated = false;
  for await (const chunk of chunks) {
    const rest = chunk.subarray(0, maxBytes - size);
    kept.push(rest);
    size += rest.length;
    truncated = rest.length < chunk.length;
    // Leaving the loop closes the connection, so the rest is never sent.
    if (truncated) break;
  }
  return { body: Buffer.concat(kept, size), truncated };
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );

function asOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof undici().errors.HeadersOverflowError)
    return new OutboundError('invalid_response', say('too_many_headers', { host }), error);
  if (
    error instanceof undici().errors.HTTPParserError ||
    error instanceof undici().errors.ResponseContentLengthMismatchError
  )
    return new OutboundError('invalid_response', say('not_http', { host }), error);
  if (error instanceof undici().errors.InvalidArgumentError)
    return new OutboundError('invalid_header', 'A header of the request cannot be sent.', error);
  return new OutboundError('connection_failed', say('closed_early', { host }), error);
}
