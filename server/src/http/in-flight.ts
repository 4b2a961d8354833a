// Limits the total size of request bodies in memory. Each body is limited, and so is their sum: a flood gets
// a 503 before it is read, instead of using up the memory.
import { Transform, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteBudget } from '#lib/byte-budget';
import { BODY_LIMIT } from './body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts the body as this many bytes in all. Throws a 503 if there is no room. */
    grow: ((bytes: number) => void) | null;
  }
}

export class InFlight {
  readonly #bytes: ByteBudget;

  constructor(total?: number) {
    this.#bytes = new ByteBudget({ total });
  }

  get bytes(): number {
    return this.#bytes.inUse;
  }

  /** Counts until the reply is sent or the connection is closed. */
  take(request: FastifyRequest, reply: FastifyReply, limit: number): void {
    const hold = this.#bytes.hold(() => request.accountId ?? '');
    request.grow = (bytes) => hold.grow(bytes);
    hold.grow(announced(request, limit));
    const close = (): void => hold.close();
    // A broken connection closes without finishing.
    reply.raw.once('finish', close).once('close', close);
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
      try {
        request.grow?.(Math.ceil(arrived / BODY_LIMIT) * BODY_LIMIT);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  payload.on('error', (error) => counting.destroy(error));
  return payload.pipe(counting);
}
