// Arrivals of each account by day, up to each checkpoint of the log. The table `arrivals` has the same
// numbers, but not which of its rows were on disk at a power cut.
import { DAY_MS } from '#lib/clock';
import type { Arrived } from './log/checkpoint.ts';

interface Count {
  account: number;
  /** Days since 1970, UTC. */
  day: number;
  records: number;
}

const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS;
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export class ArrivalCounts {
  /** By day, then account. */
  readonly #totals = new Map<number, Map<number, number>>();
  readonly #bySegment = new Map<number, Count[]>();

  /** The table's counts before the first segment. */
  constructor(stored: Arrived) {
    for (const [account, day, records] of stored) this.#count({ account, day: dayOf(day), records });
  }

  /** Records of one account in a segment, by time of arrival. */
  add(segment: number, account: number, timesMs: Iterable<number>): void {
    const counts = this.#bySegment.getOrInsertComputed(segment, () => []);
    let last: Count | undefined;
    for (const ms of timesMs) {
      const day = Math.floor(ms / DAY_MS);
      if (last?.day === day) last.records += 1;
      else counts.push((last = { account, day, records: 1 }));
    }
  }

  addDays(segment: number, account: number, days: ReadonlyMap<string, number>): void {
    const counts = this.#bySegment.getOrInsertComputed(segment, () => []);
    for (const [day, records] of days) counts.push({ account, day: dayOf(day), records });
  }

  /** Up to this segment, for the last two days with arrivals. */
  through(segment: number): Arrived {
    for (const [number, counts] of this.#bySegment) {
      if (number > segment) continue;
      for (const count of counts) this.#count(count);
      this.#bySegment.delete(number);
    }
    const newest = Math.max(...this.#totals.keys());
    const all: [account: number, day: string, records: number][] = [];
    for (const [day, totals] of this.#totals) {
      if (day < newest - 1) this.#totals.delete(day);
      else for (const [account, records] of totals) all.push([account, textOf(day), records]);
    }
    return all;
  }

  #count({ account, day, records }: Count): void {
    const totals = this.#totals.getOrInsertComputed(day, () => new Map<number, number>());
    totals.set(account, (totals.get(account) ?? 0) + records);
  }
}
