// The set of known ids, in about six bytes each: one half of a 64-bit hash gives the slot, the other half is
// stored there. A "no" is certain and answers nearly every new record without the engine. A "yes" is wrong
// about once in a billion times, so the caller checks it.
import type { IdHash } from './id-hash.ts';

const FIRST_SLOTS = 1 << 16;
const MAX_FILL = 0.7;
/** Headroom over the expected number before a second table is needed. */
const ROOM = 1.05;
/**
 * From this size on, a further table is half as large as all before it: twice as large would stay mostly
 * empty for long.
 */
const MANY_SLOTS = 1 << 22;

interface Table {
  slots: Uint32Array;
  used: number;
}

const table = (slots: number): Table => ({ slots: new Uint32Array(slots), used: 0 });

/**
 * The first slot in a table of this size: the hash as a fraction of 2^32 gives the slot as a fraction of all
 * slots.
 */
const slotOf = (at: number, slots: number): number => Math.floor((at / 0x1_0000_0000) * slots);

/** Mixes in the account, so that equal ids of two accounts do not match. */
const place = (account: number, high: number): number => {
  let mixed = Math.imul(high ^ Math.imul(account, 0x9e3779b1), 0x85ebca77);
  mixed ^= mixed >>> 15;
  return mixed >>> 0;
};

// Zero marks an empty slot.
const mark = (account: number, low: number): number => (low ^ Math.imul(account, 0xc2b2ae3d)) >>> 0 || 1;

export class Fingerprints {
  // A full table cannot be rehashed, because only half of each hash is stored. A larger one is added instead.
  #tables: Table[];
  size = 0;

  constructor(expected = 0) {
    this.#tables = [table(Math.max(FIRST_SLOTS, Math.ceil((expected * ROOM) / MAX_FILL)))];
  }

  get bytes(): number {
    return this.#tables.reduce((sum, { slots }) => sum + slots.byteLength, 0);
  }

  has(account: number, { high, low }: IdHash): boolean {
    const start = place(account, high);
    const wanted = mark(account, low);
    for (const { slots } of this.#tables) {
      for (let at = slotOf(start, slots.length); ; at = next(at, slots)) {
        const found = slots[at];
        if (found === wanted) return true;
        if (found === 0) break;
      }
    }
    return false;
  }

  add(account: number, hash: IdHash): void {
    let last = this.#tables.at(-1);
    if (!last || last.used >= last.slots.length * MAX_FILL) {
      last = table(this.#further());
      this.#tables.push(last);
    }
    const wanted = mark(account, hash.low);
    const { slots } = last;
    let at = slotOf(place(account, hash.high), slots.length);
    while (slots[at] !== 0 && slots[at] !== wanted) at = next(at, slots);
    if (slots[at] === wanted) return;
    slots[at] = wanted;
    last.used += 1;
    this.size += 1;
  }

  #further(): number {
    const all = this.#tables.reduce((sum, { slots }) => sum + slots.length, 0);
    return all < MANY_SLOTS ? all * 2 : Math.ceil(all / 2);
  }
}

const next = (at: number, slots: Uint32Array): number => (at + 1 === slots.length ? 0 : at + 1);
