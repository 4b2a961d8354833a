// Values by text, without a Map of texts. V8 copies each text that it first sees as a key of a Map or Set into a
// table of all such texts, in the memory for long-lived objects. For ids, nearly all of which are new, that
// costs half a microsecond each, and collections of that memory.
import { randomInt } from 'node:crypto';

/** Without it, a client could choose texts that all have the same number. It is odd, so no bits are lost. */
const SEED = randomInt(2 ** 31) * 2 + 1;

/** A small integer for a text, to find it by. Two texts may have the same. */
export function textNumber(text: string): number {
  let number = SEED;
  for (let at = 0; at < text.length; at += 1) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return mixed(number);
}

/** The same from a hash of the text. */
export const hashNumber = (high: number, low: number): number => mixed(low ^ Math.imul(high, SEED));

// The low bits of a product do not depend on the high bits of its factors.
function mixed(number: number): number {
  const product = Math.imul(number, SEED);
  return product ^ (product >>> 15);
}

interface Entry<V> {
  text: string;
  value: V;
  /** The entry of another text with the same number. */
  next: Entry<V> | undefined;
}

/** `number` is the same for each use of a text: `textNumber` or `hashNumber`. */
export class TextTable<V> {
  readonly #entries = new Map<number, Entry<V>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(text: string, number: number): V | undefined {
    for (let entry = this.#entries.get(number); entry; entry = entry.next)
      if (entry.text === text) return entry.value;
    return undefined;
  }

  /** Replaces the value of a text that is there. */
  set(text: string, number: number, value: V): void {
    const first = this.#entries.get(number);
    for (let entry = first; entry; entry = entry.next) {
      if (entry.text !== text) continue;
      entry.value = value;
      return;
    }
    this.#entries.set(number, { text, value, next: first });
    this.#size += 1;
  }

  delete(text: string, number: number): void {
    const first = this.#entries.get(number);
    let before: Entry<V> | undefined;
    for (let entry = first; entry; before = entry, entry = entry.next) {
      if (entry.text !== text) continue;
      if (before) before.next = entry.next;
      else if (entry.next) this.#entries.set(number, entry.next);
      else this.#entries.delete(number);
      this.#size -= 1;
      return;
    }
  }
}
