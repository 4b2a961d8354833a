// Which span is under which, for calls and for the spans between them. Ids are kept as two hashes in lists of
// integers: a span between two calls takes 24 bytes, and a look-up touches no text.
import type { CallLink } from './call-link.ts';
import { LINE, type SpanKey } from './span-key.ts';

const FIRST_SIZE = 16;
const NONE = -1;
/** Spans of one bucket that are looked at. Only an attack has so many. */
const MAX_STEPS = 64;

export class SpanTable {
  /** [span a, span b, parent a, parent b] of each. */
  #keys: Int32Array;
  #nextSpan: Int32Array;
  #nextChild: Int32Array;
  #spans: Int32Array;
  #children: Int32Array;
  readonly #calls: (CallLink | undefined)[] = [];
  #count = 0;
  #callCount = 0;

  /** It grows beyond `expected`. */
  constructor(expected = 0) {
    let size = FIRST_SIZE;
    while (size < expected) size *= 2;
    this.#keys = new Int32Array(size * LINE);
    this.#nextSpan = new Int32Array(size);
    this.#nextChild = new Int32Array(size);
    this.#spans = new Int32Array(size).fill(NONE);
    this.#children = new Int32Array(size).fill(NONE);
  }

  get size(): number {
    return this.#count;
  }

  get hasCalls(): boolean {
    return this.#callCount > 0;
  }

  /** `call` is null for a span that is none. A span without a parent has the key 0, 0. */
  put(a: number, b: number, parentA: number, parentB: number, call: CallLink | null): void {
    const at = this.#count;
    if (at === this.#nextSpan.length) this.#grow();
    const from = at * LINE;
    this.#keys[from] = a;
    this.#keys[from + 1] = b;
    this.#keys[from + 2] = parentA;
    this.#keys[from + 3] = parentB;
    this.#calls.push(call ?? undefined);
    if (call) this.#callCount += 1;
    this.#count += 1;
    this.#chain(at);
  }

  /** The place of a span; -1 if it is not there. */
  find(a: number, b: number): number {
    let at = this.#spans[a & (this.#spans.length - 1)] ?? NONE;
    for (let steps = 0; at !== NONE && steps < MAX_STEPS; steps += 1) {
      if (this.#keys[at * LINE] === a && this.#keys[at * LINE + 1] === b) return at;
      at = this.#nextSpan[at] ?? NONE;
    }
    return NONE;
  }

  callAt(at: number): CallLink | undefined {
    return this.#calls[at];
  }

  keyAt(at: number, into: SpanKey): SpanKey {
    into.a = this.#keys[at * LINE] ?? 0;
    into.b = this.#keys[at * LINE + 1] ?? 0;
    return into;
  }

  parentAt(at: number, into: SpanKey): SpanKey {
    into.a = this.#keys[at * LINE + 2] ?? 0;
    into.b = this.#keys[at * LINE + 3] ?? 0;
    return into;
  }

  hasChild({ a, b }: SpanKey): boolean {
    let at = this.#children[a & (this.#children.length - 1)] ?? NONE;
    for (let steps = 0; at !== NONE && steps < MAX_STEPS; steps += 1) {
      if (this.#keys[at * LINE + 2] === a && this.#keys[at * LINE + 3] === b) return true;
      at = this.#nextChild[at] ?? NONE;
    }
    // Too many to look at; the caller finds out.
    return at !== NONE;
  }

  /** Calls `visit` with the place of each span under this one, until it returns false. */
  eachChild({ a, b }: SpanKey, visit: (at: number) => boolean): void {
    let at = this.#children[a & (this.#children.length - 1)] ?? NONE;
    while (at !== NONE) {
      const isChild = this.#keys[at * LINE + 2] === a && this.#keys[at * LINE + 3] === b;
      if (isChild && !visit(at)) return;
      at = this.#nextChild[at] ?? NONE;
    }
  }

  #chain(at: number): void {
    const mask = this.#spans.length - 1;
    const span = (this.#keys[at * LINE] ?? 0) & mask;
    this.#nextSpan[at] = this.#spans[span] ?? NONE;
    this.#spans[span] = at;
    const parentKey = this.#keys[at * LINE + 2] ?? 0;
    if (parentKey === 0 && this.#keys[at * LINE + 3] === 0) return;
    const parent = parentKey & mask;
    this.#nextChild[at] = this.#children[parent] ?? NONE;
    this.#children[parent] = at;
  }

  #grow(): void {
    const size = 2 * this.#nextSpan.length;
    const keys = new Int32Array(size * LINE);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#nextSpan = new Int32Array(size);
    this.#nextChild = new Int32Array(size);
    this.#spans = new Int32Array(size).fill(NONE);
    this.#children = new Int32Array(size).fill(NONE);
    for (let at = 0; at < this.#count; at += 1) this.#chain(at);
  }
}
