// When a load may begin. A question that reads the tables and what is not loaded has to start again when a load begins, so loads let
// it finish first, for a moment.

/** How long a load is held back at most. */
const HOLD_MS = 500;
/** The same for one that somebody waits for. */
const AWAITED_HOLD_MS = 60;

export interface LogEvents {
  /** Resolves with the next event, or when this long has passed. */
  next: (withinMs: number) => Promise<void>;
  notify: () => void;
}

export class LoadTurns {
  readonly #events: LogEvents;
  #readers = 0;
  #waiters = 0;

  constructor(events: LogEvents) {
    this.#events = events;
  }

  /** Somebody waits for a load: one begins shortly. */
  get isAwaited(): boolean {
    return this.#waiters > 0;
  }

  /** Until the returned function is called. */
  hold(): () => void {
    this.#readers += 1;
    return () => {
      this.#readers -= 1;
      if (this.#readers === 0) this.#events.notify();
    };
  }

  async waitFor(loaded: () => Promise<void>): Promise<void> {
    this.#waiters += 1;
    this.#events.notify();
    try {
      await loaded();
    } finally {
      this.#waiters -= 1;
    }
  }

  /** Resolves when no question would have to start again, or the load has been held back long enough. */
  async begin(): Promise<void> {
    const since = performance.now();
    while (this.#readers > 0) {
      const left = since + (this.isAwaited ? AWAITED_HOLD_MS : HOLD_MS) - performance.now();
      if (left <= 0) return;
      await this.#events.next(left);
    }
  }
}
