// How much of what was sent is in memory at once. Each body is bounded, and so is their sum: a flood gets 503 before it is read,
// not a process without memory.
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

  /** Until the reply is gone, or the connection is. */
  take(request: FastifyRequest, reply: FastifyReply): void {
    const bytes = announced(request);
    if (this.#bytes + bytes > this.#max) {
      throw unavailable('overloaded', 'More is being sent than can be taken at once. Send it again shortly.');
    }
    this.#bytes += bytes;
    let taken = bytes;
    const giveBack = () => {
      this.#bytes -= taken;
      taken = 0;
    };
    // A connection that breaks closes without having finished.
    reply.raw.once('finish', giveBack).once('close', giveBack);
  }
}

/** A body that does not say how long it is may be as long as is allowed; compressed, it may become so. */
function announced({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length']);
  const unknown = headers['content-encoding'] !== undefined || !(length >= 0);
  return unknown ? BODY_LIMIT : Math.min(length, BODY_LIMIT);
}
