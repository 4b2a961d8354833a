// How many records each account has stored this month (UTC, by when they arrived). Kept in memory by the one process that
// writes, counted from the tables at start, so that a crash cannot leave it wrong.
import { utcMonth, type Clock } from '#lib/clock';

export class MonthlyUsage {
  readonly #clock: Clock;
  #month: string;
  readonly #counts = new Map<number, number>();

  constructor(clock: Clock, counted: Iterable<readonly [account: number, records: number]>) {
    this.#clock = clock;
    this.#month = utcMonth(clock.now());
    for (const [account, records] of counted) this.#counts.set(account, records);
  }

  get month(): string {
    this.#turn();
    return this.#month;
  }

  of(account: number): number {
    this.#turn();
    return this.#counts.get(account) ?? 0;
  }

  /** The month it was charged to, for `release`. */
  charge(account: number, records: number): string {
    this.#turn();
    this.#counts.set(account, (this.#counts.get(account) ?? 0) + records);
    return this.#month;
  }

  release(account: number, records: number, month: string): void {
    if (month !== this.month) return;
    this.#counts.set(account, Math.max(0, (this.#counts.get(account) ?? 0) - records));
  }

  all(): ReadonlyMap<number, number> {
    this.#turn();
    return this.#counts;
  }

  #turn(): void {
    const month = utcMonth(this.#clock.now());
    // Only forward: a clock that is set back over midnight must not give anyone a second quota.
    if (month <= this.#month) return;
    this.#month = month;
    this.#counts.clear();
  }
}
