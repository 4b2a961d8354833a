// A fixed number of connections and the queue for them. A connection of the in-process engine runs one query
// at a time, so its holder has it exclusively.
import { recordsBusy, recordsClosed } from './errors.ts';

export class Pool<T> {
  readonly #free: T[];
  readonly #size: number;
  readonly #maxWaiting: number;
  readonly #waiting: ((item: T) => void)[] = [];
  #closed = false;
  #whenIdle: (() => void)[] = [];

  /**
   * With `maxWaiting` in the queue, further work is rejected at once: a longer queue would only use memory.
   */
  constructor(items: T[], maxWaiting: number) {
    this.#free = [...items];
    this.#size = items.length;
    this.#maxWaiting = maxWaiting;
  }

  async run<Result>(work: (item: T) => Promise<Result>): Promise<Result> {
    const item = await this.take();
    try {
      return await work(item);
    } finally {
      this.release(item);
    }
  }

  /** Accepts no more work and resolves when the accepted work is done. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#free.length === this.#size) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** For work that does not end with one promise. The caller must release the item. */
  take(): Promise<T> | T {
    if (this.#closed) throw recordsClosed();
    const item = this.#free.pop();
    if (item !== undefined) return item;
    if (this.#waiting.length >= this.#maxWaiting) throw recordsBusy();
    return new Promise<T>((take) => this.#waiting.push(take));
  }

  release(item: T): void {
    const next = this.#waiting.shift();
    if (next) return next(item);
    this.#free.push(item);
    if (this.#free.length < this.#size) return;
    for (const resolve of this.#whenIdle) resolve();
    this.#whenIdle = [];
  }
}
