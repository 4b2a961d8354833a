// Locks of accounts inside one process, for stores that only one process uses.
import { within } from '#lib/within';

export class AccountLocks {
  /** Each resolves when its account is let go. */
  readonly #held = new Map<number, PromiseWithResolvers<void>>();

  /** Those of `accounts` that were to be had within `patienceMs`; hand them to `release`. */
  async take(accounts: readonly number[], patienceMs: number): Promise<number[]> {
    const deadline = performance.now() + patienceMs;
    const taken: number[] = [];
    // In one order for everybody, or two would wait for each other.
    for (const account of accounts.toSorted((left, right) => left - right)) {
      for (let held = this.#held.get(account); held; held = this.#held.get(account)) {
        const left = deadline - performance.now();
        if (left <= 0) break;
        await within(left, held.promise, () => new Error('late')).catch(() => undefined);
      }
      // Nothing waits between this look and the taking.
      if (this.#held.has(account)) continue;
      this.#held.set(account, Promise.withResolvers());
      taken.push(account);
    }
    return taken;
  }

  release(accounts: readonly number[]): void {
    for (const account of accounts) {
      const held = this.#held.get(account);
      this.#held.delete(account);
      held?.resolve();
    }
  }
}
