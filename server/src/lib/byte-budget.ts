// Limits the bytes of requests in memory, in all and per account. A flood gets a 503 while it arrives,
// instead of using up the memory.
import { AppError, unavailable } from './app-error.ts';
import { Limiter, type Release } from './limiter.ts';

const MIB = 1_048_576;

interface ByteLimits {
  total?: number | undefined;
  /** The limit per account, so that one account leaves room for others. */
  perKey?: number | undefined;
}

export class ByteBudget {
  readonly #bytes: Limiter;

  constructor({ total = 128 * MIB, perKey = 96 * MIB }: ByteLimits = {}) {
    this.#bytes = new Limiter({ total, perKey });
  }

  get inUse(): number {
    return this.#bytes.inUse;
  }

  /** `keyOf`: the account, which may not be known yet when the request begins. */
  hold(keyOf: () => string): ByteHold {
    return new ByteHold(this.#bytes, keyOf);
  }
}

/** The bytes of one request. */
export class ByteHold {
  readonly #bytes: Limiter;
  readonly #keyOf: () => string;
  #releases: Release[] = [];
  #held = 0;
  #isClosed = false;

  constructor(bytes: Limiter, keyOf: () => string) {
    this.#bytes = bytes;
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
    if (this.#isClosed) throw new AppError('bad_request', 'invalid_request', 'The request has ended.');
    if (bytes <= this.#held) return;
    const release = this.#bytes.takeNow(this.#keyOf(), bytes - this.#held);
    if (!release) {
      throw unavailable(
        'overloaded',
        'The service is receiving more data than it can hold. Send it again shortly.',
      );
    }
    this.#releases.push(release);
    this.#held = bytes;
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
