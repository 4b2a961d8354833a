// The budget around each call of a model: the most it can cost is held before, the true cost counted after. A call costs a
// small part of the most it could, so what one gives back is what the next one needs: calls that overlap share a pool, and most
// of them begin and end without a transaction.
import type { Logger } from 'pino';
import { AppError } from '#lib/app-error';
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import { reserve, settle, type BudgetContext, type Reservation } from '#features/llm-budget';

export interface SpendingContext extends BudgetContext {
  log: Logger;
}

export interface Held {
  /** Counts what the call cost; 0 gives everything back. Waits for the store only when it has to. */
  settle(actualMicros: number): Promise<void>;
}

interface Wish {
  micros: number;
  answer: (refusal: AppError | null) => void;
  reject: (error: unknown) => void;
}

/** Free of charge, as far as anybody knows. */
const NOTHING: Held = { settle: () => Promise.resolve() };

/** Holds of a process that died count as spent after this long; a pool lives for less, even when it is never idle. */
const VALID_MS = HOUR_MS;
const MAX_AGE_MS = 10 * MINUTE_MS;

// By account and purpose.
const pools = new Map<string, Pool>();

/**
 * Returns the refusal when there is nothing left. While others of the pool are under way a budget can look used up that is not:
 * then the next one to end is waited for. What other processes hold is not waited for.
 */
export async function hold(
  ctx: SpendingContext,
  micros: number,
  purpose: string,
  signal: AbortSignal,
): Promise<Held | AppError> {
  if (micros === 0) return NOTHING;
  const key = `${ctx.account.id} ${purpose}`;
  const found = pools.get(key);
  const pool = found && performance.now() - found.openedAt < MAX_AGE_MS ? found : new Pool(ctx, purpose);
  pools.set(key, pool);
  return pool.hold(micros, signal, () => {
    if (pools.get(key) === pool) pools.delete(key);
  });
}

class Pool {
  readonly openedAt = performance.now();
  readonly #ctx: SpendingContext;
  readonly #purpose: string;
  readonly #reservations: Reservation[] = [];
  #total = 0;
  #held = 0;
  #spent = 0;
  /** Callers who are after something, and those who have it. */
  #users = 0;
  #ended = 0;
  #busy = false;
  #wishes: Wish[] = [];
  #waiting: (() => void)[] = [];

  constructor(ctx: SpendingContext, purpose: string) {
    this.#ctx = ctx;
    this.#purpose = purpose;
  }

  async hold(micros: number, signal: AbortSignal, onIdle: () => void): Promise<Held | AppError> {
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

  /** Null: taken. Those who come in the same moment, and while others are asking the store, ask it together. */
  #take(micros: number): Promise<AppError | null> | null {
    if (!this.#busy && this.#free >= micros) {
      this.#held += micros;
      return null;
    }
    const { promise, resolve, reject } = Promise.withResolvers<AppError | null>();
    this.#wishes.push({ micros, answer: resolve, reject });
    if (!this.#busy) {
      this.#busy = true;
      setImmediate(() => void this.#grantAll());
    }
    return promise;
  }

  async #grantAll(): Promise<void> {
    while (this.#wishes.length > 0) {
      const wishes = this.#wishes.splice(0);
      if (!(await this.#grant(wishes))) for (const wish of wishes) await this.#grant([wish]);
    }
    this.#busy = false;
  }

  /** False: not as much is left for all of them together. One alone is told so. */
  async #grant(wishes: readonly Wish[]): Promise<boolean> {
    const micros = wishes.reduce((sum, wish) => sum + wish.micros, 0);
    const missing = micros - this.#free;
    try {
      if (missing > 0) await this.#fill(missing);
      this.#held += micros;
      for (const { answer } of wishes) answer(null);
    } catch (error) {
      const isGone = isExhausted(error);
      if (isGone && wishes.length > 1) return false;
      for (const { answer, reject } of wishes) {
        if (isGone) answer(error);
        else reject(error);
      }
    }
    return true;
  }

  /** Somewhat more than is missing, where many are under way: the next ones will be short by what these have spent. */
  async #fill(missing: number): Promise<void> {
    const ample = Math.max(missing, Math.floor(this.#held / 4));
    const ask = (micros: number) => reserve(this.#ctx, micros, this.#purpose, VALID_MS);
    const reservation = await ask(ample).catch((error: unknown) => {
      if (ample > missing && isExhausted(error)) return ask(missing);
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

  /** What was spent is laid on the reservations one after the other; what is beyond them all, on the last. */
  async #close(): Promise<void> {
    const all = this.#reservations.splice(0);
    for (const [at, reservation] of all.entries()) {
      const isLast = at === all.length - 1;
      const part = isLast ? this.#spent : Math.min(this.#spent, reservation.micros);
      this.#spent -= part;
      await this.#settle(reservation, part);
    }
  }

  async #settle(reservation: Reservation, micros: number): Promise<void> {
    try {
      await settle(this.#ctx, reservation, micros);
    } catch (error) {
      // The answers are there and paid for. The hold runs out by itself and then counts in full.
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

const isExhausted = (error: unknown): error is AppError =>
  error instanceof AppError && error.reason === 'budget_exhausted';
