// Which runs had spans that give labels, and which had spans without an ancestor: as bits of Bloom filters, because most runs
// are seen once, and millions may be. A run may wrongly seem to be seen, never the other way round.
import { textNumber } from '#lib/text-table';

export type SeenFor = 'gives' | 'lacks';

/** 2 MiB. With a million runs, one in two hundred wrongly seems to be seen. */
const FILTER_BITS = 24;
const MAX_SEEN = 1_000_000;
const FACTORS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d];

type Filters = Record<SeenFor, Uint8Array>;

const emptyFilters = (): Filters => ({
  gives: new Uint8Array(2 ** (FILTER_BITS - 3)),
  lacks: new Uint8Array(2 ** (FILTER_BITS - 3)),
});

const bitAt = (number: number, factor: number): number => Math.imul(number, factor) >>> (32 - FILTER_BITS);

export class SeenRuns {
  readonly #most: number;
  #newest = emptyFilters();
  #before: Filters | null = null;
  #added = 0;

  constructor(most = MAX_SEEN) {
    this.#most = most;
  }

  static numberOf(account: number, traceId: string): number {
    const number = textNumber(traceId) ^ Math.imul(account, 0x27d4eb2f);
    return number ^ (number >>> 15);
  }

  has(run: number, what: SeenFor): boolean {
    return isIn(this.#newest[what], run) || (this.#before !== null && isIn(this.#before[what], run));
  }

  /** Whether older runs were forgotten to make room. */
  add(run: number, what: SeenFor): boolean {
    const filter = this.#newest[what];
    if (isIn(filter, run)) return false;
    for (const factor of FACTORS) {
      const bit = bitAt(run, factor);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
    this.#added += 1;
    if (this.#added < this.#most) return false;
    const forgets = this.#before !== null;
    this.#before = this.#newest;
    this.#newest = emptyFilters();
    this.#added = 0;
    return forgets;
  }
}

const isIn = (filter: Uint8Array, run: number): boolean =>
  FACTORS.every((factor) => {
    const bit = bitAt(run, factor);
    return ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  });
