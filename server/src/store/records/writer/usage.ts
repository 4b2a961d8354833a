// How many records each account has stored this month (UTC, by when they arrived). Kept in memory by the one process that
// writes, counted from the tables at start, so that a crash cannot leave it wrong, and now and then held against them.
import { utcMonth, type Clock } from '#lib/clock';

export class MonthlyUsage {
  readonly #clock: Clock;
  #month: string;
  readonly #counts = new Map<number, number>();
  /** Part of the counts: charged, and not on disk yet. */
  readonly #underWay = new Map<number, number>();

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

  /** The month it was charged to, for `confirm` or `release`. */
  charge(account: number, records: number): string {
    this.#turn();
    add(this.#counts, account, records);
    add(this.#underWay, account, records);
    return this.#month;
  }

  /** What was charged is on disk. */
  confirm(account: number, records: number, month: string): void {
    if (month === this.month) add(this.#underWay, account, -records);
  }

  release(account: number, records: number, month: string): void {
    if (month !== this.month) return;
    add(this.#underWay, account, -records);
    add(this.#counts, account, -records);
  }

  /** Without what is under way and may yet fail. */
  onDisk(): Map<number, number> {
    this.#turn();
    return new Map(
      [...this.#counts].map(([account, count]) => [account, count - (this.#underWay.get(account) ?? 0)]),
    );
  }

  correct(account: number, by: number): void {
    this.#turn();
    add(this.#counts, account, by);
  }

  /** It was set back into a month that is over here: what arrives now has the wrong date, and cannot be held against anything. */
  get clockIsBehind(): boolean {
    return utcMonth(this.#clock.now()) < this.month;
  }

  #turn(): void {
    const month = utcMonth(this.#clock.now());
    // Only forward: a clock that is set back over midnight must not give anyone a second quota.
    if (month <= this.#month) return;
    this.#month = month;
    this.#counts.clear();
    this.#underWay.clear();
  }
}

const add = (counts: Map<number, number>, account: number, records: number): void => {
  const sum = Math.max(0, (counts.get(account) ?? 0) + records);
  if (sum === 0) counts.delete(account);
  else counts.set(account, sum);
};
