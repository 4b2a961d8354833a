// A fixed number of connections and the line of work before them. A connection of the in-process engine runs one query at a
// time, so whoever holds it has it alone.
import { recordsBusy, recordsClosed } from './errors.ts';

export class Pool<T> {
  readonly #free: T[];
  readonly #size: number;
  readonly #maxWaiting: number;
  readonly #waiting: ((item: T) => void)[] = [];
  #closed = false;
  #whenIdle: (() => void)[] = [];

  /** Past `maxWaiting` in line, work is refused at once: a line that long only grows memory. */
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
      this.giveBack(item);
    }
  }

  /** Takes no more work and settles when what was accepted is done. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#free.length === this.#size) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** For work that does not end with one promise; whoever takes gives back. */
  take(): Promise<T> | T {
    if (this.#closed) throw recordsClosed();
    const item = this.#free.pop();
    if (item !== undefined) return item;
    if (this.#waiting.length >= this.#maxWaiting) throw recordsBusy();
    return new Promise<T>((take) => this.#waiting.push(take));
  }

  giveBack(item: T): void {
    const next = this.#waiting.shift();
    if (next) return next(item);
    this.#free.push(item);
    if (this.#free.length < this.#size) return;
    for (const resolve of this.#whenIdle) resolve();
    this.#whenIdle = [];
  }
}
