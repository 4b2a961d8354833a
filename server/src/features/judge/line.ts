// One line to a vendor, shared by all who speak over it in this process: so many at once, the others in the order in which they
// came; and when the vendor says "too many", everybody waits.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LlmConfig } from '#config';
import { backoffMs } from '#lib/backoff';

export class Line {
  /** What the model or the server in front of it turned out not to take. */
  readonly lacks = { temperature: false, structure: false };
  readonly #config: LlmConfig;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;
  #closedUntil = 0;
  #limitsInARow = 0;

  constructor(config: LlmConfig) {
    this.#config = config;
  }

  /** Null when the signal came while waiting for a place. */
  async pass<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    if (signal.aborted) return null;
    if (this.#inside < this.#config.concurrency) this.#inside += 1;
    else if (!(await this.#place(signal))) return null;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }

  /** False when the line stays closed beyond `deadline`, or the signal comes. Times are those of `performance.now()`. */
  async open(signal: AbortSignal, deadline: number): Promise<boolean> {
    for (;;) {
      if (signal.aborted) return false;
      const left = this.#closedUntil - performance.now();
      if (left <= 0) return true;
      if (this.#closedUntil > deadline) return false;
      // Not all at the same moment, or the first to come would be the only one that gets through.
      await wait(left + Math.random() * this.#config.retry.firstMs, signal);
    }
  }

  /** After a 429. `askedMs` is what the vendor asks for at least; one that asks for hours is tried again sooner than that. */
  close(askedMs: number | null): void {
    const { firstMs, capMs, patienceMs } = this.#config.retry;
    this.#limitsInARow += 1;
    const ms = Math.max(askedMs ?? 0, backoffMs(this.#limitsInARow, firstMs, capMs));
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + Math.min(ms, patienceMs));
  }

  worked(): void {
    this.#limitsInARow = 0;
  }

  #place(signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const take = () => {
      signal.removeEventListener('abort', leave);
      resolve(true);
    };
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(take), 1);
      resolve(false);
    };
    this.#waiting.push(take);
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  }
}

/** Ends early, without an error, when the signal comes. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

// A configuration is made once per process, and the generator's is the judge's unless it has its own.
const lines = new WeakMap<LlmConfig, Line>();

export const lineOf = (config: LlmConfig): Line => lines.getOrInsertComputed(config, () => new Line(config));
