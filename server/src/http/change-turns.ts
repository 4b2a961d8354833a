// Runs at most two changes of one account at a time, so that a burst takes only part of the event loop. If a
// change waits for something else, such as another service, the next one starts after a moment.

export interface TurnLimits {
  atOnce: number;
  /** A change that has waited this long starts anyway. */
  patienceMs: number;
}

const LIMITS: TurnLimits = { atOnce: 2, patienceMs: 250 };

interface Line {
  inside: number;
  waiting: Set<() => void>;
}

export class ChangeTurns {
  readonly #limits: TurnLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: Partial<TurnLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  async pass<T>(account: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.getOrInsertComputed(account, () => ({ inside: 0, waiting: new Set() }));
    if (line.inside < this.#limits.atOnce) line.inside += 1;
    else await this.#turn(line);
    try {
      return await work();
    } finally {
      line.inside -= 1;
      if (line.inside < this.#limits.atOnce) this.#next(line);
      if (line.inside === 0 && line.waiting.size === 0) this.#lines.delete(account);
    }
  }

  #turn(line: Line): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const go = (): void => {
      clearTimeout(timer);
      line.waiting.delete(go);
      line.inside += 1;
      resolve();
    };
    const timer = setTimeout(go, this.#limits.patienceMs);
    line.waiting.add(go);
    return promise;
  }

  #next(line: Line): void {
    for (const go of line.waiting) return go();
  }
}
