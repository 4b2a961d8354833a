// Limits the bytes of requests in memory, in all and per account. A large request waits for room before it is
// read, and a flood gets a 503, instead of using up the memory.
import { AppError, unavailable } from './app-error.ts';
import { SECOND_MS } from './clock.ts';
import { Limiter, type Release } from './limiter.ts';

const MIB = 1_048_576;

interface ByteLimits {
  total?: number | undefined;
  /** The limit per account, so that one account leaves room for others. */
  perKey?: number | undefined;
  /** How long a request waits for room. */
  patienceMs?: number | undefined;
}

/** Two of the largest bodies of an account, and as much again for others. */
const LIMITS = { total: 288 * MIB, perKey: 144 * MIB, patienceMs: 10 * SECOND_MS };

export class ByteBudget {
  readonly #bytes: Limiter;
  readonly #patienceMs: number;
  /** They try again, in this order, whenever bytes are released. */
  readonly #waiting = new Set<() => void>();

  constructor({ total, perKey, patienceMs }: ByteLimits = {}) {
    this.#bytes = new Limiter({ total: total ?? LIMITS.total, perKey: perKey ?? LIMITS.perKey });
    this.#patienceMs = patienceMs ?? LIMITS.patienceMs;
  }

  get inUse(): number {
    return this.#bytes.inUse;
  }

  /** `keyOf`: the account, which may not be known yet when the request begins. */
  hold(keyOf: () => string): ByteHold {
    return new ByteHold(this, keyOf);
  }

  /** For the holds. */
  take(key: string, bytes: number): Release | null {
    const release = this.#bytes.takeNow(key, bytes);
    if (!release) return null;
    return () => {
      release();
      for (const retry of this.#waiting) retry();
    };
  }

  /** Resolves when `attempt` has succeeded, or rejects when it throws or the patience is exhausted. */
  async until(attempt: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const retry = (): void => {
      try {
        if (attempt()) resolve();
      } catch (error) {
        reject(error);
      }
    };
    const timer = setTimeout(() => reject(noRoom()), this.#patienceMs);
    this.#waiting.add(retry);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(retry);
    }
  }
}

const noRoom = (): AppError =>
  unavailable('overloaded', 'The service is receiving more data than it can hold. Send it again shortly.');

/** The bytes of one request. */
export class ByteHold {
  readonly #budget: ByteBudget;
  readonly #keyOf: () => string;
  #releases: Release[] = [];
  #held = 0;
  #isClosed = false;

  constructor(budget: ByteBudget, keyOf: () => string) {
    this.#budget = budget;
    this.#keyOf = keyOf;
  }

  get held(): number {
    return this.#held;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Grows to this many bytes in all. Throws a 503 if there is no room, and a 400 if the request has ended.
   */
  grow(bytes: number): void {
    if (!this.#grows(bytes)) throw noRoom();
  }

  /** The same, but waits for room for a while. Nothing is returned if there is room. */
  growSoon(bytes: number): void | Promise<void> {
    return this.#grows(bytes) ? undefined : this.#budget.until(() => this.#grows(bytes));
  }

  #grows(bytes: number): boolean {
    if (this.#isClosed) throw new AppError('bad_request', 'invalid_request', 'The request has ended.');
    if (bytes <= this.#held) return true;
    const release = this.#budget.take(this.#keyOf(), bytes - this.#held);
    if (!release) return false;
    this.#releases.push(release);
    this.#held = bytes;
    return true;
  }

  /** Releases bytes that were reserved and are not needed. */
  shrink(bytes: number): void {
    if (bytes >= this.#held) return;
    this.#release();
    this.grow(bytes);
  }

  /**
   * Called at the end of the request. Work still in progress, such as decompression, can take nothing more.
   */
  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  #release(): void {
    for (const release of this.#releases) release();
    this.#releases = [];
    this.#held = 0;
  }
}
