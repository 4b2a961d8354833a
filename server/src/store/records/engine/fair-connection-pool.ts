// The connections for questions, and the queue for them. No account can block another one or the service
// itself: the questions of an account share a part of the connections, its heavy ones a smaller part, and the
// account with the fewest running questions comes next. The service's own questions (is this id taken?) come
// before all others, because ingest waits for them.
//
// Entering and leaving the queue takes constant time. Taking the next one scans the queue up to the first
// question of an account that has none running, at worst all 1,000, which is cheap compared with any query.
import { AppError } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { recordsBusy, recordsClosed } from './errors.ts';

/** The account that asks. */
export interface Requester {
  account: number;
  /** The question reads much, so it may not take the last free connection. */
  heavy: boolean;
}

export interface ConnectionLimits {
  /** All accounts together; beyond it a question is rejected at once. */
  maxWaiting: number;
  waitingPerAccount: number;
  /** How long a question may wait. */
  patienceMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxWaiting: 1_000,
  waitingPerAccount: 32,
  patienceMs: 10 * SECOND_MS,
};

interface Waiting<T> {
  requester: Requester | null;
  take: (item: T) => void;
  refuse: (error: Error) => void;
  timer: NodeJS.Timeout | null;
}

interface Share {
  running: number;
  heavy: number;
  waiting: number;
}

export class FairConnectionPool<T> {
  readonly #free: T[];
  readonly #size: number;
  readonly #limits: ConnectionLimits;
  readonly #perAccount: number;
  readonly #heavy: number;
  readonly #heavyPerAccount: number;
  readonly #shares = new Map<number, Share>();
  /** In order of arrival. */
  readonly #queue = new Set<Waiting<T>>();
  /** The service's own questions. */
  readonly #serviceQueue = new Set<Waiting<T>>();
  #heavyRunning = 0;
  #closed = false;
  #whenIdle: (() => void)[] = [];

  constructor(items: readonly T[], limits: ConnectionLimits = CONNECTION_LIMITS) {
    this.#free = [...items];
    this.#size = items.length;
    this.#limits = limits;
    this.#perAccount = Math.max(1, items.length - 1);
    this.#heavy = Math.max(1, items.length - 1);
    this.#heavyPerAccount = Math.max(1, Math.floor((items.length - 1) / 2));
  }

  async run<Result>(requester: Requester | null, work: (item: T) => Promise<Result>): Promise<Result> {
    const item = await this.#take(requester);
    try {
      return await work(item);
    } finally {
      this.#release(requester, item);
    }
  }

  activity(): { running: number; waiting: number } {
    return { running: this.#size - this.#free.length, waiting: this.#queue.size };
  }

  /** Accepts no more work and resolves when the accepted work is done. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#free.length === this.#size) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #take(requester: Requester | null): T | Promise<T> {
    if (this.#closed) throw recordsClosed();
    const item = this.#mayRun(requester) ? this.#free.pop() : undefined;
    if (item !== undefined) {
      this.#begin(requester);
      return item;
    }
    if (this.#queue.size + this.#serviceQueue.size >= this.#limits.maxWaiting) throw recordsBusy();
    const share = requester && this.#share(requester);
    if (share && share.waiting >= this.#limits.waitingPerAccount) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting: Waiting<T> = { requester, take: resolve, refuse: reject, timer: null };
    if (share) {
      share.waiting += 1;
      waiting.timer = setTimeout(() => this.#giveUp(waiting), this.#limits.patienceMs);
    }
    this.#queueOf(waiting).add(waiting);
    return promise;
  }

  #mayRun(requester: Requester | null): boolean {
    if (requester === null) return true;
    const { running = 0, heavy = 0 } = this.#shares.get(requester.account) ?? {};
    if (running >= this.#perAccount) return false;
    return !requester.heavy || (heavy < this.#heavyPerAccount && this.#heavyRunning < this.#heavy);
  }

  #share({ account }: Requester): Share {
    return this.#shares.getOrInsertComputed(account, () => ({ running: 0, heavy: 0, waiting: 0 }));
  }

  #begin(requester: Requester | null): void {
    if (requester === null) return;
    const share = this.#share(requester);
    share.running += 1;
    if (!requester.heavy) return;
    share.heavy += 1;
    this.#heavyRunning += 1;
  }

  #release(requester: Requester | null, item: T): void {
    if (requester !== null) {
      const share = this.#share(requester);
      share.running -= 1;
      if (requester.heavy) {
        share.heavy -= 1;
        this.#heavyRunning -= 1;
      }
      this.#forget(requester.account, share);
    }
    this.#free.push(item);
    this.#callNext();
    if (this.#free.length < this.#size) return;
    for (const resolve of this.#whenIdle) resolve();
    this.#whenIdle = [];
  }

  /**
   * One free connection may let two continue: the end of a heavy question makes room among the heavy ones and
   * in its account.
   */
  #callNext(): void {
    while (this.#free.length > 0) {
      const next = this.#next();
      if (next === null) return;
      const item = this.#free.pop();
      if (item === undefined) return;
      this.#leaveQueue(next);
      this.#begin(next.requester);
      next.take(item);
    }
  }

  /** The service first, then the account with the fewest running questions, then the longest wait. */
  #next(): Waiting<T> | null {
    for (const waiting of this.#serviceQueue) return waiting;
    let best: Waiting<T> | null = null;
    let fewest = Infinity;
    for (const waiting of this.#queue) {
      if (!this.#mayRun(waiting.requester)) continue;
      const running = (waiting.requester && this.#shares.get(waiting.requester.account)?.running) ?? 0;
      if (running === 0) return waiting;
      if (running < fewest) [best, fewest] = [waiting, running];
    }
    return best;
  }

  #queueOf({ requester }: Waiting<T>): Set<Waiting<T>> {
    return requester === null ? this.#serviceQueue : this.#queue;
  }

  #leaveQueue(waiting: Waiting<T>): void {
    this.#queueOf(waiting).delete(waiting);
    if (waiting.timer) clearTimeout(waiting.timer);
    if (waiting.requester) this.#share(waiting.requester).waiting -= 1;
  }

  #giveUp(waiting: Waiting<T>): void {
    this.#leaveQueue(waiting);
    if (waiting.requester) this.#forget(waiting.requester.account, this.#share(waiting.requester));
    waiting.refuse(recordsBusy());
  }

  #forget(account: number, { running, waiting }: Share): void {
    if (running === 0 && waiting === 0) this.#shares.delete(account);
  }
}

const tooMany = (): AppError =>
  new AppError(
    'too_many_requests',
    'too_many_queries',
    'Too many queries of this account are waiting already. Wait for some of them, then try again.',
    { retryAfterSeconds: 1 },
  );
