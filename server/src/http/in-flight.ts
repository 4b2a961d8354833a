// Limits the total size of request bodies in memory. Each body is limited, and so is their sum: a flood gets
// a 503 before it is read, instead of using up the memory.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '#lib/app-error';
import { Limiter } from '#lib/limiter';
import { BODY_LIMIT } from './body.ts';

const MAX_BYTES = 128 * 1024 * 1024;

export class InFlight {
  readonly #bytes: Limiter;

  constructor(total = MAX_BYTES) {
    this.#bytes = new Limiter({ total });
  }

  get bytes(): number {
    return this.#bytes.inUse;
  }

  /** Counts until the reply is sent or the connection is closed. */
  take(request: FastifyRequest, reply: FastifyReply): void {
    const release = this.#bytes.takeNow('', announced(request));
    if (!release) {
      throw unavailable(
        'overloaded',
        'The service is receiving more data than it can hold. Send it again shortly.',
      );
    }
    // A broken connection closes without finishing.
    reply.raw.once('finish', release).once('close', release);
  }
}

/** A body without a length, or a compressed one, counts with the maximum size. */
function announced({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length']);
  const unknown = headers['content-encoding'] !== undefined || !(length >= 0);
  return unknown ? BODY_LIMIT : Math.min(length, BODY_LIMIT);
}
