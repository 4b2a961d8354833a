// Distinguishes a hanging server from a slow one. If a query has no answer for a while, the server is probed
// over a separate connection. If the probe fails too, waiting callers get an error, long before the time
// limit of the query.

interface SilenceOptions {
  /** Rejects if the server does not answer; limited by `probeMs`. */
  probe: () => Promise<unknown>;
  /** How long a query may wait before the server is probed. */
  quietMs?: number;
  probeMs?: number;
}

interface Waiting {
  since: number;
  giveUp: () => void;
}

const LOOK_EVERY_MS = 250;
/** With the probe and a check in between, callers get an answer within five seconds. */
const QUIET_MS = 1_250;
export const PROBE_MS = 2_000;
/** The pause after a successful probe. */
const REST_MS = 1_000;

export class SilenceWatch {
  readonly #probe: () => Promise<unknown>;
  readonly #quietMs: number;
  readonly #probeMs: number;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | null = null;
  #probing = false;
  #answeredAt = -Infinity;

  constructor({ probe, quietMs = QUIET_MS, probeMs = PROBE_MS }: SilenceOptions) {
    this.#probe = probe;
    this.#quietMs = quietMs;
    this.#probeMs = probeMs;
  }

  /** Calls `giveUp` once if the server hangs. Call the returned function when the answer has arrived. */
  watch(giveUp: () => void): () => void {
    const waiting: Waiting = { since: performance.now(), giveUp };
    this.#waiting.add(waiting);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    return () => this.#waiting.delete(waiting);
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
  }

  #look(): void {
    if (this.#waiting.size === 0) return this.close();
    const before = performance.now() - this.#quietMs;
    if (this.#probing || performance.now() - this.#answeredAt < REST_MS) return;
    if (!this.#waiting.values().some(({ since }) => since <= before)) return;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#probing = true;
    const began = performance.now();
    const answers = await this.#answers();
    this.#probing = false;
    if (answers) {
      this.#answeredAt = performance.now();
      return;
    }
    for (const waiting of this.#waiting) {
      if (waiting.since > began) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
  }

  async #answers(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), this.#probeMs);
    const answered = this.#probe().then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([answered, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
