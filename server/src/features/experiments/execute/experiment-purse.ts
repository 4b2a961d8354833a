// The money limit of an experiment. Before a cell runs, the most that it may cost is held; so the limit holds
// even if many run at once. What judges cost is known afterwards, and may exceed it by those under way.
import { usd } from '#lib/money';
import type { ExperimentRow } from '../store.ts';
import type { ExperimentStop } from './work.ts';

export class ExperimentPurse {
  readonly #limit: number | null;
  #spent: number;
  #held = 0;
  #waiting: (() => void)[] = [];

  constructor({
    limit_micros: limit,
    spent_micros: spent,
  }: Pick<ExperimentRow, 'limit_micros' | 'spent_micros'>) {
    this.#limit = limit;
    this.#spent = spent;
  }

  /** Waits while cells under way may still leave enough. Null if it was held. `most` is null without a price. */
  async hold(most: number | null, signal: AbortSignal): Promise<ExperimentStop | null> {
    if (this.#limit === null) return null;
    if (most === null)
      return {
        reason: 'no_price',
        message: 'A model of this experiment has no known price, so its limit could not be kept.',
      };
    while (!signal.aborted) {
      if (this.#spent + this.#held + most <= this.#limit) {
        this.#held += most;
        return null;
      }
      if (this.#held === 0)
        return {
          reason: 'limit_reached',
          message: `The next answer could exceed the limit of $${usd(this.#limit)}; $${usd(this.#spent)} are spent.`,
        };
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    }
    this.#held += most;
    return null;
  }

  settle(most: number | null, spent: number): void {
    if (this.#limit === null || most === null) return;
    this.#held -= most;
    this.#spent += spent;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
