// Limits the total size of request bodies in memory. Each body is limited, and so is their sum: what does not
// fit waits unread, and gets a 503 after a while, instead of using up the memory.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteBudget } from '#lib/byte-budget';
import { BODY_LIMIT } from './body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts the body as this many bytes in all. Waits for room, and throws a 503 if there is none. */
    grow: ((bytes: number) => void | Promise<void>) | null;
  }
}

export class InFlight {
  readonly #bytes: ByteBudget;

  constructor(bytes: ByteBudget) {
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes.inUse;
  }

  /** Counts until the reply is sent or the connection is closed. */
  take(request: FastifyRequest, reply: FastifyReply, limit: number): void | Promise<void> {
    const hold = this.#bytes.hold(() => request.accountId ?? '');
    request.grow = (bytes) => hold.growSoon(bytes);
    const close = (): void => hold.close();
    // A broken connection closes without finishing.
    reply.raw.once('finish', close).once('close', close);
    return hold.growSoon(announced(request, limit));
  }
}

/**
 * A compressed body, or one without a length, counts with the usual limit at first, and with more as it
 * arrives. A body whose announced length exceeds the limit of the endpoint is rejected before it is read.
 */
function announced({ headers }: FastifyRequest, limit: number): number {
  const length = Number(headers['content-length']);
  const unknown = headers['content-encoding'] !== undefined || !(length >= 0);
  return unknown ? BODY_LIMIT : Math.min(length, limit);
}
