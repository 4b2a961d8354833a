// Limits the total size of request bodies in memory. Each body is limited, and so is their sum: a flood gets
// a 503 before it is read, instead of using up the memory.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '#lib/app-error';
import { BODY_LIMIT } from './body.ts';

const MAX_BYTES = 128 * 1024 * 1024;

export class InFlight {
  #bytes = 0;
  readonly #max: number;

  constructor(max = MAX_BYTES) {
    this.#max = max;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts until the reply is sent or the connection is closed. */
  take(request: FastifyRequest, reply: FastifyReply): void {
    const bytes = announced(request);
    if (this.#bytes + bytes > this.#max) {
      throw unavailable(
        'overloaded',
        'The service is receiving more data than it can hold. Send it again shortly.',
      );
    }
    this.#bytes += bytes;
    let taken = bytes;
    const giveBack = () => {
      this.#bytes -= taken;
      taken = 0;
    };
    // A broken connection closes without finishing.
    reply.raw.once('finish', giveBack).once('close', giveBack);
  }
}

/** A body without a length, or a compressed one, counts with the maximum size. */
function announced({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length']);
  const unknown = headers['content-encoding'] !== undefined || !(length >= 0);
  return unknown ? BODY_LIMIT : Math.min(length, BODY_LIMIT);
}
