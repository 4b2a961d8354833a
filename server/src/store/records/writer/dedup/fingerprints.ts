// The set of known ids, in about four bytes each: one half of a 64-bit hash gives the slot, and three bytes
// of the other half are stored there. A "no" is certain and answers nearly every new record without the
// engine. A "yes" is wrong less than once in a million times, so the caller checks it.
import type { IdHash } from './id-hash.ts';

const FIRST_SLOTS = 1 << 16;
const MAX_FILL = 0.75;
const SLOT_BYTES = 3;
/** Headroom over the expected number before a second table is needed. */
const ROOM = 1.05;
/**
 * From this size on, a further table is half as large as all before it: twice as large would stay mostly
 * empty for long.
 */
const MANY_SLOTS = 1 << 22;

interface Table {
  bytes: Uint8Array;
  slots: number;
  used: number;
}

const table = (slots: number): Table => ({ bytes: new Uint8Array(slots * SLOT_BYTES), slots, used: 0 });

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
const mark = (account: number, low: number): number =>
  ((low ^ Math.imul(account, 0xc2b2ae3d)) & 0xff_ff_ff) >>> 0 || 1;

const read = (bytes: Uint8Array, slot: number): number => {
  const at = slot * SLOT_BYTES;
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
};

function write(bytes: Uint8Array, slot: number, value: number): void {
  const at = slot * SLOT_BYTES;
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
}

export class Fingerprints {
  // A full table cannot be rehashed, because only half of each hash is stored. A larger one is added instead.
  #tables: Table[];
  size = 0;

  constructor(expected = 0) {
    this.#tables = [table(Math.max(FIRST_SLOTS, Math.ceil((expected * ROOM) / MAX_FILL)))];
  }

  get bytes(): number {
    return this.#tables.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  }

  has(account: number, { high, low }: IdHash): boolean {
    const start = place(account, high);
    const wanted = mark(account, low);
    for (const { bytes, slots } of this.#tables) {
      for (let slot = slotOf(start, slots); ; slot = next(slot, slots)) {
        const found = read(bytes, slot);
        if (found === wanted) return true;
        if (found === 0) break;
      }
    }
    return false;
  }

  add(account: number, hash: IdHash): void {
    let last = this.#tables.at(-1);
    if (!last || last.used >= last.slots * MAX_FILL) {
      last = table(this.#further());
      this.#tables.push(last);
    }
    const wanted = mark(account, hash.low);
    const { bytes, slots } = last;
    let slot = slotOf(place(account, hash.high), slots);
    let found = read(bytes, slot);
    while (found !== 0 && found !== wanted) {
      slot = next(slot, slots);
      found = read(bytes, slot);
    }
    if (found === wanted) return;
    write(bytes, slot, wanted);
    last.used += 1;
    this.size += 1;
  }

  #further(): number {
    const all = this.#tables.reduce((sum, { slots }) => sum + slots, 0);
    return all < MANY_SLOTS ? all * 2 : Math.ceil(all / 2);
  }
}

const next = (slot: number, slots: number): number => (slot + 1 === slots ? 0 : slot + 1);
