// When a load may begin. A question that reads tables and unloaded rows has to restart when a load begins, so
// loads wait a moment for it.

/** The longest delay of a load. */
const HOLD_MS = 500;
/** The same for a load that a caller waits for. */
const AWAITED_HOLD_MS = 60;

interface LogEvents {
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

  /** A caller waits for a load, so one begins shortly. */
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

  /** Resolves when no question would have to restart, or the load has waited long enough. */
  async begin(): Promise<void> {
    const since = performance.now();
    while (this.#readers > 0) {
      const left = since + (this.isAwaited ? AWAITED_HOLD_MS : HOLD_MS) - performance.now();
      if (left <= 0) return;
      await this.#events.next(left);
    }
  }
}
