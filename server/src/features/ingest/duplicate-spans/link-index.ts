// An index of links by a text key. A hash table of integers beside a list, because a lookup in a large Map of
// strings costs three cache misses. Hashes collide, so `visit` has to compare the key too.
import type { CallLink } from '#otlp';

const HASHED_CHARS = 8;
const FIRST_SIZE = 16;
const NONE = -1;

// A key that very many links share is made up (`chatcmpl-1`) or an attack. A lookup stops after these limits;
// it begins with the latest link.
const MAX_EQUAL = 16;
const MAX_STEPS = 64;

export class LinkIndex {
  readonly #links: CallLink[] = [];
  #heads = new Int32Array(FIRST_SIZE).fill(NONE);
  #next = new Int32Array(FIRST_SIZE);
  #hashes = new Int32Array(FIRST_SIZE);

  put(hash: number, link: CallLink): void {
    const at = this.#links.length;
    if (at === this.#hashes.length) this.#grow();
    this.#links.push(link);
    this.#hashes[at] = hash;
    this.#chain(at);
  }

  /** Calls `visit` with links of the key, the latest first, until it returns true. */
  find(hash: number, visit: (link: CallLink) => boolean): CallLink | undefined {
    let at = this.#heads[hash & (this.#heads.length - 1)] ?? NONE;
    let equal = 0;
    for (let steps = 0; at !== NONE && steps < MAX_STEPS && equal < MAX_EQUAL; steps += 1) {
      if (this.#hashes[at] === hash) {
        const link = this.#links[at];
        if (link !== undefined && visit(link)) return link;
        equal += 1;
      }
      at = this.#next[at] ?? NONE;
    }
    return undefined;
  }

  each(hash: number, visit: (link: CallLink) => void): void {
    this.find(hash, (link) => {
      visit(link);
      return false;
    });
  }

  #chain(at: number): void {
    const bucket = (this.#hashes[at] ?? 0) & (this.#heads.length - 1);
    this.#next[at] = this.#heads[bucket] ?? NONE;
    this.#heads[bucket] = at;
  }

  #grow(): void {
    const size = 2 * this.#hashes.length;
    const hashes = new Int32Array(size);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#next = new Int32Array(size);
    this.#heads = new Int32Array(size).fill(NONE);
    for (let at = 0; at < this.#links.length; at += 1) this.#chain(at);
  }
}

/** Hashes the end of the text, where ids that are not random differ. */
export function hashOf(text: string): number {
  let hash = text.length;
  for (let at = Math.max(0, text.length - HASHED_CHARS); at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // The low bits choose the bucket, and the low bits of a product do not depend on the high bits of its
  // factors.
  return hash ^ (hash >>> 15);
}
