// Limits concurrent work by name. If a name has no free slot, the caller waits briefly, because most work is
// quick. It does not wait if all work in progress has already taken longer.

type Wanted = readonly (readonly [name: string, limit: number])[];

export class ReceiverLimits {
  readonly #patienceMs: number;
  readonly #taken = new Map<string, Set<{ since: number }>>();
  readonly #waiting = new Set<() => void>();

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /**
   * Takes a slot of every name, or returns null if one stays full. The returned function releases the slots.
   */
  async take(wanted: Wanted): Promise<(() => void) | null> {
    const end = performance.now() + this.#patienceMs;
    while (wanted.some(([name, limit]) => (this.#taken.get(name)?.size ?? 0) >= limit)) {
      if (performance.now() >= end || wanted.some(([name, limit]) => this.#isStuck(name, limit))) return null;
      await this.#change(Math.max(0, end - performance.now()));
    }
    return this.#enter(wanted.map(([name]) => name));
  }

  #enter(names: readonly string[]): () => void {
    const place = { since: performance.now() };
    for (const name of names) {
      const taken = this.#taken.get(name) ?? new Set();
      this.#taken.set(name, taken.add(place));
    }
    return () => {
      for (const name of names) {
        const taken = this.#taken.get(name);
        taken?.delete(place);
        if (taken?.size === 0) this.#taken.delete(name);
      }
      for (const wake of this.#waiting) wake();
    };
  }

  #isStuck(name: string, limit: number): boolean {
    const taken = this.#taken.get(name);
    if (taken === undefined || taken.size < limit) return false;
    const long = performance.now() - this.#patienceMs;
    return taken.values().every(({ since }) => since < long);
  }

  /** Waits until a slot is released or the time is over. */
  async #change(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#waiting.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }
}
