// Throttles calls to a vendor, shared by all accounts of this process. It limits concurrent calls, and
// accounts take turns, so an account with a thousand waiting calls delays another by one turn only. After a
// 429 all calls wait.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LlmConfig } from '#config';
import { backoffMs } from '#lib/backoff';
import { Limiter, type Release } from '#lib/limiter';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';

export class ProviderThrottle {
  /** Parameters that the model or its server turned out not to support. */
  readonly lacks = { temperature: false, structure: false };
  readonly #config: LlmConfig;
  readonly #calls: Limiter;
  #closedUntil = 0;
  #limitsInARow = 0;

  constructor(config: LlmConfig) {
    this.#config = config;
    this.#calls = new Limiter({ total: config.concurrency });
  }

  /** Returns null if the signal aborts while waiting for a slot. */
  pass<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    return this.#calls.run(account, work, { signal });
  }

  /** A slot for work that streams, which its caller releases. Null if the signal aborts while waiting. */
  take(account: string, signal: AbortSignal): Promise<Release | null> {
    return this.#calls.take(account, { signal });
  }

  /**
   * Returns false if the throttle stays closed beyond `deadline` or the signal aborts. Times are from
   * `performance.now()`.
   */
  async open(signal: AbortSignal, deadline: number): Promise<boolean> {
    for (;;) {
      if (signal.aborted) return false;
      const left = this.#closedUntil - performance.now();
      if (left <= 0) return true;
      if (this.#closedUntil > deadline) return false;
      // Adds jitter, so that waiting calls do not all return at the same moment.
      await waitFor(left + Math.random() * this.#config.retry.firstMs, signal);
    }
  }

  /** Called after a 429. `askedMs` is the delay that the vendor asked for; very long delays are capped. */
  close(askedMs: number | null): void {
    const { firstMs, capMs, patienceMs } = this.#config.retry;
    this.#limitsInARow += 1;
    const ms = Math.max(askedMs ?? 0, backoffMs(this.#limitsInARow, firstMs, capMs));
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + Math.min(ms, patienceMs));
  }

  worked(): void {
    this.#limitsInARow = 0;
  }
}

/** Resolves early, without an error, if the signal aborts. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

const throttlesOf = perProcess(() => new WeakMap<LlmConfig, ProviderThrottle>());

/** One throttle per configuration. Judge and generator share one unless they are configured separately. */
export const throttleOf = (ctx: Pick<Services, 'state'>, config: LlmConfig): ProviderThrottle =>
  throttlesOf(ctx).getOrInsertComputed(config, () => new ProviderThrottle(config));
