// Which ids have been seen, in about seven bytes each: of a 64-bit hash one half says where to look, the other is what is kept
// there. A "no" is certain and answers nearly every new record without asking the engine; a "yes" is wrong about once in a
// billion times, so whoever gets one asks.
import type { IdHash } from '../../id-hash.ts';

const FIRST_SLOTS = 1 << 16;
const MAX_FILL = 0.6;

interface Table {
  slots: Uint32Array;
  mask: number;
  used: number;
}

const table = (slots: number): Table => ({ slots: new Uint32Array(slots), mask: slots - 1, used: 0 });

/** Accounts have their own ids; the same id of two accounts must not meet. */
const place = (account: number, high: number): number => {
  let mixed = Math.imul(high ^ Math.imul(account, 0x9e3779b1), 0x85ebca77);
  mixed ^= mixed >>> 15;
  return mixed >>> 0;
};

// Zero is an empty slot.
const mark = (account: number, low: number): number => (low ^ Math.imul(account, 0xc2b2ae3d)) >>> 0 || 1;

export class Fingerprints {
  // A full table cannot be moved into a larger one, since only half of each hash is left: a larger one is put beside it.
  #tables: Table[];
  size = 0;

  constructor(expected = 0) {
    let slots = FIRST_SLOTS;
    while (slots * MAX_FILL < expected) slots *= 2;
    this.#tables = [table(slots)];
  }

  get bytes(): number {
    return this.#tables.reduce((sum, { slots }) => sum + slots.byteLength, 0);
  }

  has(account: number, { high, low }: IdHash): boolean {
    const start = place(account, high);
    const wanted = mark(account, low);
    for (const { slots, mask } of this.#tables) {
      for (let at = start & mask; ; at = (at + 1) & mask) {
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
      last = table((last?.slots.length ?? FIRST_SLOTS) * 2);
      this.#tables.push(last);
    }
    const wanted = mark(account, hash.low);
    let at = place(account, hash.high) & last.mask;
    while (last.slots[at] !== 0 && last.slots[at] !== wanted) at = (at + 1) & last.mask;
    if (last.slots[at] === wanted) return;
    last.slots[at] = wanted;
    last.used += 1;
    this.size += 1;
  }
}
