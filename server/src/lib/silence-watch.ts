// Tells a server that hangs from one that takes its time. A question without an answer for a while has the server probed over a
// connection of its own; when the probe goes unanswered too, whoever waits is told so, long before the question's own limit.

export interface SilenceOptions {
  /** Rejects when the server does not answer; bounded by `probeMs`. */
  probe: () => Promise<unknown>;
  /** How long a question may wait before the server is probed. */
  quietMs?: number;
  probeMs?: number;
}

interface Waiting {
  since: number;
  giveUp: () => void;
}

const LOOK_EVERY_MS = 250;
/** With the probe and a look in between, an answer within five seconds. */
export const QUIET_MS = 1_250;
export const PROBE_MS = 2_000;
/** After a probe that was answered. */
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

  /** `giveUp` is called once if the server turns out to hang; call what is returned when the answer is there. */
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
