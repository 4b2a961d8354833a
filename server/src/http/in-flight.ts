// Limits the total size of request bodies in memory. Each body is limited, and so is their sum: what does not
// fit waits unread, and gets a 503 after a while, instead of using up the memory.
import { Transform, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteBudget } from '#lib/byte-budget';
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

/** Counts a body of unknown length while it arrives, a mebibyte ahead. */
export function countArriving(request: FastifyRequest, payload: Readable): Readable {
  if (!request.grow || request.headers['content-length'] !== undefined) return payload;
  let arrived = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      arrived += chunk.length;
      const grown = async (): Promise<void> => request.grow?.(Math.ceil(arrived / BODY_LIMIT) * BODY_LIMIT);
      grown().then(
        () => done(null, chunk),
        (error: unknown) => done(error as Error),
      );
    },
  });
  payload.on('error', (error) => counting.destroy(error));
  return payload.pipe(counting);
}
