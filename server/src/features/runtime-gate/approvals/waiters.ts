// Requests that wait for a decision. They are woken by the change feed and run no queries meanwhile.
import type { ChangeFeed } from '#core/change/change-feed';
import { perProcess } from '#core/process-state';

type Wake = () => void;

class Waiters {
  readonly #waiting = new Map<string, Set<Wake>>();
  #ended = false;

  constructor(feed: Pick<ChangeFeed, 'on'>) {
    feed.on('gate-approvals', (id) => this.#wake(id));
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** How many requests wait for this approval. */
  waiting(id: string): number {
    return this.#waiting.get(id)?.size ?? 0;
  }

  /** Starts at once, so that no change is missed during the query. `done` must be called. */
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

  /** The process stops: all waiting requests are answered with the current state. */
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
