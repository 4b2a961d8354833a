// One line to a vendor, shared by all accounts of this process: so many calls at once, and the others wait. Accounts take turns, so an
// account with a thousand calls in line delays another one by a turn. When the vendor says "too many", everybody waits.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LlmConfig } from '#config';
import { backoffMs } from '#lib/backoff';
import { FairGate } from '#lib/fair-gate';

export class Line {
  /** What the model or the server in front of it turned out not to take. */
  readonly lacks = { temperature: false, structure: false };
  readonly #config: LlmConfig;
  readonly #gate: FairGate;
  #closedUntil = 0;
  #limitsInARow = 0;

  constructor(config: LlmConfig) {
    this.#config = config;
    this.#gate = new FairGate(config.concurrency);
  }

  /** Null when the signal came while waiting for a place. */
  pass<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    return this.#gate.pass(account, signal, work);
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
