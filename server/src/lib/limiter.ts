// Limits concurrent work: in total, per key, or both. Work beyond the limit waits in a bounded queue, and
// keys take turns in it (fair-queue.ts). ADR 42 says why this is not a package.
import { FairQueue } from './fair-queue.ts';

interface LimiterOptions {
  /** Slots in use at once over all keys. */
  total?: number;
  /** Slots in use at once per key. */
  perKey?: number;
  /** How many may wait over all keys. */
  queue?: number;
  /** How many may wait per key. */
  queuePerKey?: number;
  /** How long a caller waits. */
  patienceMs?: number;
}

interface Wait {
  /** Ends the wait. It does not end work that has begun. */
  signal?: AbortSignal;
  /** Overrides the patience of the limiter. */
  patienceMs?: number;
}

/** Releases a slot. Further calls do nothing. */
export type Release = () => void;

export class Limiter {
  readonly #options: Required<LimiterOptions>;
  readonly #waiting = new FairQueue<() => void>();
  readonly #byKey = new Map<string, number>();
  #inUse = 0;

  constructor(options: LimiterOptions) {
    const { total = Infinity, perKey = Infinity } = options;
    const { queue = Infinity, queuePerKey = Infinity, patienceMs = Infinity } = options;
    this.#options = { total, perKey, queue, queuePerKey, patienceMs };
  }

  /** Slots in use over all keys. */
  get inUse(): number {
    return this.#inUse;
  }

  /**
   * A slot, or null if there is no free one. `weight` takes that many slots at once; only this method
   * supports it.
   */
  takeNow(key: string, weight = 1): Release | null {
    return this.#hasRoom(key, weight) ? this.#enter(key, weight) : null;
  }

  /** A slot, or null if the queue is full, the patience is exhausted or the signal aborts. */
  async take(
    key: string,
    { signal, patienceMs = this.#options.patienceMs }: Wait = {},
  ): Promise<Release | null> {
    if (signal?.aborted) return null;
    const { queue, queuePerKey } = this.#options;
    const slot = this.takeNow(key);
    const isFull = this.#waiting.size >= queue || this.#waiting.waitingOf(key) >= queuePerKey;
    return slot || isFull || patienceMs <= 0 ? slot : this.#wait(key, signal, patienceMs);
  }

  /** Runs the work in a slot. Null if there is none, as in `take`. Begins at once if a slot is free. */
  async run<T>(key: string, work: () => Promise<T>, wait: Wait = {}): Promise<T | null> {
    if (wait.signal?.aborted) return null;
    const release = this.takeNow(key) ?? (await this.take(key, wait));
    return release && inSlot(release, work);
  }

  /** Runs the work in a slot, or beyond the limit if there is none. It counts like any other. */
  async runAnyway<T>(key: string, work: () => Promise<T>): Promise<T> {
    return inSlot(this.takeNow(key) ?? (await this.take(key)) ?? this.#enter(key, 1), work);
  }

  #hasRoom(key: string, weight: number): boolean {
    const { total, perKey } = this.#options;
    return this.#inUse + weight <= total && (this.#byKey.get(key) ?? 0) + weight <= perKey;
  }

  #enter(key: string, weight: number): Release {
    this.#count(key, weight);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const wasFull = this.#inUse >= this.#options.total;
      this.#count(key, -weight);
      this.#admit(wasFull ? null : key);
    };
  }

  #count(key: string, weight: number): void {
    this.#inUse += weight;
    const left = (this.#byKey.get(key) ?? 0) + weight;
    if (left === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, left);
  }

  /**
   * A free slot passes directly to the next waiter, so that no newcomer takes it in between. With room in
   * total, others wait for slots of their own keys only, so `key` is the only one whose turn may have come.
   */
  #admit(key: string | null): void {
    const hasRoom = (each: string): boolean => this.#hasRoom(each, 1);
    const next = () => (key === null ? this.#waiting.shift(hasRoom) : this.#nextOf(key));
    for (let enter = next(); enter !== undefined; enter = next()) enter();
  }

  #nextOf(key: string): (() => void) | undefined {
    return this.#hasRoom(key, 1) ? this.#waiting.shiftOf(key) : undefined;
  }

  #wait(key: string, signal: AbortSignal | undefined, patienceMs: number): Promise<Release | null> {
    const { promise, resolve } = Promise.withResolvers<Release | null>();
    const end = (slot: Release | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      resolve(slot);
    };
    const enter = (): void => end(this.#enter(key, 1));
    const leave = (): void => {
      this.#waiting.remove(key, enter);
      end(null);
    };
    const timer = patienceMs === Infinity ? undefined : setTimeout(leave, patienceMs);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.push(key, enter);
    return promise;
  }
}

async function inSlot<T>(release: Release, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    release();
  }
}
