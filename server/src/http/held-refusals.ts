// A client that asks again at once after each refusal could keep the process busy with refusing. Beyond a few in ten seconds its
// refusals are held back, so that each of its connections gets one a second. Nobody else waits for them.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error';
import { SECOND_MS, type Clock } from '#lib/clock';
import { Meter } from '#core/rate-limit';

export interface RefusalLimits {
  /** So many in ten seconds are sent at once. */
  atOnce: number;
  holdMs: number;
  /** Held at the same time, of all clients. Beyond it the connection is closed without an answer. */
  held: number;
}

const LIMITS: RefusalLimits = { atOnce: 20, holdMs: SECOND_MS, held: 5_000 };

export class HeldRefusals {
  readonly #limits: RefusalLimits;
  readonly #refused: Meter;
  #held = 0;

  constructor(clock: Clock, limits: Partial<RefusalLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#refused = new Meter(clock, {
      name: 'refusals',
      limit: this.#limits.atOnce,
      windowMs: 10 * SECOND_MS,
    });
  }

  /** Resolves when the refusal can be sent. */
  async hold(request: FastifyRequest, error: unknown): Promise<void> {
    const { holdMs, held } = this.#limits;
    if (!isAboutTheClient(error) || holdMs === 0) return;
    const client = request.accountId ?? `ip:${request.ip}`;
    if (this.#refused.hit(client).allowed) return;
    if (this.#held >= held) {
      request.raw.socket.destroy();
      return;
    }
    // Up to a mebibyte, which would wait with it.
    request.body = undefined;
    this.#held += 1;
    await wait(holdMs);
    this.#held -= 1;
  }
}

/** Refused for who asks and how often. What is refused for what it asks cost the client its own share already. */
const isAboutTheClient = (error: unknown): boolean =>
  error instanceof AppError && (error.reason === 'rate_limited' || error.code === 'unauthorized');
