// A client that retries at once after each rejection could keep the process busy. After a few rejections in
// ten seconds, further ones are delayed, so that each of its connections gets one per second. Other clients
// are not delayed.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error';
import { SECOND_MS, type Clock } from '#lib/clock';
import { Limiter } from '#lib/limiter';
import { Meter } from '#core/access/rate-limit';

export interface RefusalLimits {
  /** This many in ten seconds are sent at once. */
  atOnce: number;
  holdMs: number;
  /** Maximum of delayed rejections over all clients. Beyond it the connection is closed without an answer. */
  held: number;
}

const LIMITS: RefusalLimits = { atOnce: 20, holdMs: SECOND_MS, held: 5_000 };

export class HeldRefusals {
  readonly #limits: RefusalLimits;
  readonly #refused: Meter;
  readonly #held: Limiter;

  constructor(clock: Clock, limits: Partial<RefusalLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#held = new Limiter({ total: this.#limits.held });
    this.#refused = new Meter(clock, {
      name: 'refusals',
      limit: this.#limits.atOnce,
      windowMs: 10 * SECOND_MS,
    });
  }

  /** Resolves when the rejection can be sent. */
  async hold(request: FastifyRequest, error: unknown): Promise<void> {
    const { holdMs } = this.#limits;
    if (!isAboutTheClient(error) || holdMs === 0) return;
    const client = request.accountId ?? `ip:${request.ip}`;
    if (this.#refused.hit(client).allowed) return;
    const release = this.#held.takeNow('');
    if (!release) {
      request.raw.socket.destroy();
      return;
    }
    // Drops the body of up to 1 MiB, which would stay in memory meanwhile.
    request.body = undefined;
    await wait(holdMs);
    release();
  }
}

/**
 * True for rejections because of the client or its rate. Other rejections already counted against the
 * client's limits.
 */
const isAboutTheClient = (error: unknown): boolean =>
  error instanceof AppError && (error.reason === 'rate_limited' || error.code === 'unauthorized');
