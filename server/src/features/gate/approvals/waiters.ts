// Those who wait for a decision: a word in memory each, and no look at the store until there is news.
import type { ChangeFeed } from '#core/change/change-feed';
import { perProcess } from '#core/process-state';

type Wake = () => void;

export class Waiters {
  readonly #waiting = new Map<string, Set<Wake>>();
  #ended = false;

  constructor(feed: Pick<ChangeFeed, 'on'>) {
    feed.on('gate-approvals', (id) => this.#wake(id));
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** How many wait for this one. */
  waiting(id: string): number {
    return this.#waiting.get(id)?.size ?? 0;
  }

  /** Begins at once, so that nothing is missed while the store is asked; `done` must be called. */
  watch(id: string): { news: Promise<void>; done: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#ended) resolve();
    const all = this.#waiting.getOrInsertComputed(id, () => new Set());
    all.add(resolve);
    return {
      news: promise,
      done: () => {
        all.delete(resolve);
        if (all.size === 0 && this.#waiting.get(id) === all) this.#waiting.delete(id);
      },
    };
  }

  /** The process ends: everybody is answered with what is known. */
  end(): void {
    this.#ended = true;
    this.#wake(null);
  }

  #wake(id: string | null): void {
    for (const all of id === null ? this.#waiting.values() : [this.#waiting.get(id)])
      for (const wake of all ?? []) wake();
  }
}

export const waitersOf = perProcess(({ feed }) => new Waiters(feed));
