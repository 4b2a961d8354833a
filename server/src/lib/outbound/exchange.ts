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

/** An answer whose body is still arriving. */
export interface BegunExchange {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Buffer>;
  /** Closes the connection. Must be called once the body is read or no longer wanted. */
  end: () => Promise<void>;
}

export async function beginExchange(
  socket: Socket,
  url: URL,
  request: Request,
  trip: Trip,
): Promise<BegunExchange> {
  trip.stage = 'headers';
  const client = over(socket, url);
  const end = async () => {
    await client.destroy();
    socket.destroy();
  };
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
    return { status: reply.statusCode, headers: flat(reply.headers), body: reply.body, end };
  } catch (error) {
    await end();
    throw exchangeError(error, trip);
  }
}

export async function exchange(
  socket: Socket,
  url: URL,
  request: Request,
  maxBytes: number,
  trip: Trip,
): Promise<Answer> {
  const { status, headers, body, end } = await beginExchange(socket, url, request, trip);
  try {
    return { status, headers, ...(await readUpTo(body, maxBytes)) };
  } catch (error) {
    throw exchangeError(error, trip);
  } finally {
    await end();
  }
}

/** What ended the trip, if it has ended, else what went wrong on the connection. */
export const exchangeError = (error: unknown, { signal, host }: Trip): unknown =>
  signal.aborted ? signal.reason : asOutboundError(error, host);

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

/** The connection was closed within a body. */
const CUT_OFF = /invalid eof state/i;

function asOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof undici().errors.HeadersOverflowError)
    return new OutboundError('invalid_response', say('too_many_headers', { host }), error);
  if (
    (error instanceof undici().errors.HTTPParserError && !CUT_OFF.test(error.message)) ||
    error instanceof undici().errors.ResponseContentLengthMismatchError
  )
    return new OutboundError('invalid_response', say('not_http', { host }), error);
  if (error instanceof undici().errors.InvalidArgumentError)
    return new OutboundError('invalid_header', 'A header of the request cannot be sent.', error);
  return new OutboundError('connection_failed', say('closed_early', { host }), error);
}
