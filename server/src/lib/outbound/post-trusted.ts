// Posts to an address that only the operator can set and that may be in any network, so none of the checks of
// client.ts apply. Addresses from users must use client.ts. Redirects are not followed, because keys and
// content would be sent along.
import type * as Undici from 'undici';
import { load, once } from '#lib/later';

const undici = once(() => load('undici') as typeof Undici);

const MAX_HEADER_BYTES = 16_384;
const CONNECTIONS = 8;
const CONNECT_MS = 5_000;
const IDLE_MS = 4_000;

interface TrustedPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Limit of the answer. */
  maxBytes: number;
  /** From the first step to the last byte, including the wait for a connection. */
  timeoutMs: number;
  signal: AbortSignal;
}

type TrustedAnswer =
  | {
      kind: 'answer';
      status: number;
      headers: Record<string, string | string[] | undefined>;
      /** Null if it exceeds the limit. */
      bytes: Buffer | null;
    }
  | { kind: 'too_large' | 'timeout' | 'cancelled' | 'unreachable' };

export class TrustedClient {
  /** Limits connections per host and closes them when idle. Only the signals limit time. */
  readonly #agent = new (undici().Agent)({
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: IDLE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });

  async post(order: TrustedPost): Promise<TrustedAnswer> {
    const late = AbortSignal.timeout(Math.max(1, Math.ceil(order.timeoutMs)));
    try {
      const reply = await undici().request(order.url, {
        method: 'POST',
        headers: order.headers,
        body: order.body,
        signal: AbortSignal.any([order.signal, late]),
        dispatcher: this.#agent,
      });
      // Destroying the body early emits an error; that is expected.
      reply.body.on('error', () => {});
      const bytes = await readUpTo(reply.body, order.maxBytes);
      return { kind: 'answer', status: reply.statusCode, headers: reply.headers, bytes };
    } catch (error) {
      if (order.signal.aborted) return { kind: 'cancelled' };
      if (late.aborted) return { kind: 'timeout' };
      return { kind: error instanceof undici().errors.HeadersOverflowError ? 'too_large' : 'unreachable' };
    }
  }

  /** Ends requests in progress as unreachable. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Leaving the loop closes the connection, so the rest is never sent. */
async function readUpTo(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) return null;
    kept.push(chunk);
  }
  return Buffer.concat(kept, size);
}
