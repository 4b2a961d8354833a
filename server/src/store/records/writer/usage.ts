// Records that each account stored this month (UTC, by time of arrival). The only writing process keeps the
// counts in memory. They are counted from the tables at start, so that a crash cannot leave them wrong, and
// compared with the tables from time to time.
import { utcMonth, type Clock } from '#lib/clock';

export class MonthlyUsage {
  readonly #clock: Clock;
  #month: string;
  readonly #counts = new Map<number, number>();
  /** Part of the counts: charged and not on disk yet. */
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

  /** Returns the month that was charged, for `confirm` or `release`. */
  charge(account: number, records: number): string {
    this.#turn();
    add(this.#counts, account, records);
    add(this.#underWay, account, records);
    return this.#month;
  }

  /** The charged records are on disk. */
  confirm(account: number, records: number, month: string): void {
    if (month === this.month) add(this.#underWay, account, -records);
  }

  release(account: number, records: number, month: string): void {
    if (month !== this.month) return;
    add(this.#underWay, account, -records);
    add(this.#counts, account, -records);
  }

  /** Without running writes, which may still fail. */
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

  /**
   * The clock was set back into an earlier month: new records have the wrong date, so counts cannot be
   * compared.
   */
  get clockIsBehind(): boolean {
    return utcMonth(this.#clock.now()) < this.month;
  }

  #turn(): void {
    const month = utcMonth(this.#clock.now());
    // Moves only forward: a clock that is set back over midnight must not give an account a second quota.
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
