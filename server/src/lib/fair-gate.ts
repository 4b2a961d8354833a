// Limits concurrent work. Waiting owners take turns (fair-line.ts).
import { FairLine } from './fair-line.ts';

export class FairGate {
  readonly #waiting = new FairLine<() => void>();
  readonly #atOnce: number;
  #inside = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Returns null if the signal aborts while waiting for a slot. */
  async pass<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    if (signal.aborted) return null;
    if (this.#inside < this.#atOnce) this.#inside += 1;
    else if (!(await this.#place(owner, signal))) return null;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next waiter, so that nobody can take it in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }

  #place(owner: string, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const take = () => {
      signal.removeEventListener('abort', leave);
      resolve(true);
    };
    const leave = () => {
      this.#waiting.remove(owner, take);
      resolve(false);
    };
    this.#waiting.push(owner, take);
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  }
}
