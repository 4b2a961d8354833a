// Reserves the maximum cost of each model call before it, and records the actual cost after it. A call
// usually costs a small part of its maximum, so parallel calls share a pool. Most calls start and end without
// a transaction.
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { BudgetExhausted } from './budget/exhausted.ts';
import type { BudgetContext } from './budget/reserve.ts';
import { accountPurse, type Purse, type SetAside } from './purse.ts';

export type SpendingContext = BudgetContext & Pick<Services, 'log' | 'state'>;

interface Held {
  /** Records the actual cost; 0 releases the whole reservation. Waits for the store only if necessary. */
  settle(actualMicros: number): Promise<void>;
}

interface HoldRequest {
  micros: number;
  answer: (refusal: BudgetExhausted | null) => void;
  reject: (error: unknown) => void;
}

/** For calls without a known cost. */
const NOTHING: Held = { settle: () => Promise.resolve() };

/**
 * Reservations of a dead process count as spent after this time. A pool lives for a shorter time, even if it
 * is never idle.
 */
const VALID_MS = HOUR_MS;
const MAX_AGE_MS = 10 * MINUTE_MS;

/** By purse and purpose. */
const poolsOf = perProcess(() => new Map<string, Pool>());

/**
 * Returns an error if the budget is exhausted. While other calls of the pool are in progress, their
 * reservations may make it look exhausted, so the next one to end is awaited. Reservations of other processes
 * are not awaited.
 */
export async function hold(
  ctx: SpendingContext,
  micros: number,
  purpose: string,
  signal: AbortSignal,
  purse: Purse = accountPurse(ctx),
): Promise<Held | BudgetExhausted> {
  if (micros === 0) return NOTHING;
  const key = `${purse.key} ${purpose}`;
  const pools = poolsOf(ctx);
  const found = pools.get(key);
  const pool =
    found && performance.now() - found.openedAt < MAX_AGE_MS ? found : new Pool(ctx, purse, purpose);
  pools.set(key, pool);
  return pool.hold(micros, signal, () => {
    if (pools.get(key) === pool) pools.delete(key);
  });
}

class Pool {
  readonly openedAt = performance.now();
  readonly #ctx: SpendingContext;
  readonly #purse: Purse;
  readonly #purpose: string;
  readonly #reservations: SetAside[] = [];
  #total = 0;
  #held = 0;
  #spent = 0;
  /** Callers that wait for a reservation or hold one. */
  #users = 0;
  #ended = 0;
  #busy = false;
  #requests: HoldRequest[] = [];
  #waiting: (() => void)[] = [];

  constructor(ctx: SpendingContext, purse: Purse, purpose: string) {
    this.#ctx = ctx;
    this.#purse = purse;
    this.#purpose = purpose;
  }

  async hold(micros: number, signal: AbortSignal, onIdle: () => void): Promise<Held | BudgetExhausted> {
    this.#users += 1;
    const leave = async () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      onIdle();
      await this.#close();
    };
    try {
      for (;;) {
        const before = this.#ended;
        const refusal = await this.#take(micros);
        if (refusal === null) return { settle: (actual) => this.#end(micros, actual).then(leave) };
        if (this.#ended !== before) continue;
        if (this.#held === 0 || signal.aborted) {
          await leave();
          return refusal;
        }
        await this.#nextEnd(signal);
      }
    } catch (error) {
      await leave();
      throw error;
    }
  }

  get #free(): number {
    return this.#total - this.#held - this.#spent;
  }

  /**
   * Null if taken. Callers that arrive together, or while the store is busy, share one request to the store.
   */
  #take(micros: number): Promise<BudgetExhausted | null> | null {
    if (!this.#busy && this.#free >= micros) {
      this.#held += micros;
      return null;
    }
    const { promise, resolve, reject } = Promise.withResolvers<BudgetExhausted | null>();
    this.#requests.push({ micros, answer: resolve, reject });
    if (!this.#busy) {
      this.#busy = true;
      setImmediate(() => void this.#grantAll());
    }
    return promise;
  }

  async #grantAll(): Promise<void> {
    while (this.#requests.length > 0) {
      const requests = this.#requests.splice(0);
      if (!(await this.#grant(requests))) for (const request of requests) await this.#grant([request]);
    }
    this.#busy = false;
  }

  /** False if the budget cannot cover all of them together. A single caller gets the error. */
  async #grant(requests: readonly HoldRequest[]): Promise<boolean> {
    const micros = requests.reduce((sum, request) => sum + request.micros, 0);
    const missing = micros - this.#free;
    try {
      if (missing > 0) await this.#fill(missing);
      this.#held += micros;
      for (const { answer } of requests) answer(null);
    } catch (error) {
      const isGone = error instanceof BudgetExhausted;
      if (isGone && requests.length > 1) return false;
      for (const { answer, reject } of requests) {
        if (isGone) answer(error);
        else reject(error);
      }
    }
    return true;
  }

  /**
   * Reserves more than is missing if many calls are in progress, because the next calls will need what these
   * spend.
   */
  async #fill(missing: number): Promise<void> {
    const ample = Math.max(missing, Math.floor(this.#held / 4));
    const ask = (micros: number) => this.#purse.reserve(micros, this.#purpose, VALID_MS);
    const reservation = await ask(ample).catch((error: unknown) => {
      if (ample > missing && error instanceof BudgetExhausted) return ask(missing);
      throw error;
    });
    this.#reservations.push(reservation);
    this.#total += reservation.micros;
  }

  async #end(micros: number, actualMicros: number): Promise<void> {
    this.#held -= micros;
    this.#spent += actualMicros;
    this.#ended += 1;
    for (const wake of this.#waiting.splice(0)) wake();
    const [oldest] = this.#reservations;
    if (oldest && this.#spent >= oldest.micros && this.#reservations.length > 1) {
      this.#reservations.shift();
      this.#total -= oldest.micros;
      this.#spent -= oldest.micros;
      await this.#settle(oldest, oldest.micros);
    }
  }

  /** Settles the reservations one after the other. Costs beyond all of them go to the last. */
  async #close(): Promise<void> {
    const all = this.#reservations.splice(0);
    for (const [at, reservation] of all.entries()) {
      const isLast = at === all.length - 1;
      const part = isLast ? this.#spent : Math.min(this.#spent, reservation.micros);
      this.#spent -= part;
      await this.#settle(reservation, part);
    }
  }

  async #settle(reservation: SetAside, micros: number): Promise<void> {
    try {
      await reservation.settle(micros);
    } catch (error) {
      // The answers exist and are paid for. The reservation expires by itself and then counts in full.
      this.#ctx.log.warn({ err: error }, 'the cost of LLM calls could not be settled');
    }
  }

  async #nextEnd(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    this.#waiting.push(wake);
    signal.addEventListener('abort', wake);
    await promise;
    signal.removeEventListener('abort', wake);
  }
}
