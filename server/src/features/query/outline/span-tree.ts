// The tree of a trace as arrays of numbers. A trace may have tens of thousands of spans in one chain, so
// nothing here is recursive.
import { NO_PARENT, parentIndexes, type SpanIds } from '@tracewell/sdk/reading';

export class SpanTree {
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  /** Each span before its children; the spans below one follow it directly. */
  readonly order: Int32Array;
  /** Where each span is in `order`, and how many spans its part has, itself included. */
  readonly places: Int32Array;
  readonly sizes: Int32Array;
  readonly #firstChild: Int32Array;
  readonly #nextSibling: Int32Array;
  #firstRoot = NO_PARENT;

  constructor(spans: readonly SpanIds[]) {
    const { length } = spans;
    this.parents = parentIndexes(spans);
    this.depths = new Int32Array(length);
    this.order = new Int32Array(length);
    this.places = new Int32Array(length);
    this.sizes = new Int32Array(length).fill(1);
    this.#firstChild = new Int32Array(length).fill(NO_PARENT);
    this.#nextSibling = new Int32Array(length).fill(NO_PARENT);
    this.#link();
    this.#walk();
  }

  /** The children of a span, or the roots for `NO_PARENT`, in the order of the spans. */
  childrenOf(parent: number): number[] {
    const children: number[] = [];
    const first = parent === NO_PARENT ? this.#firstRoot : this.#firstChild[parent];
    for (let at = first ?? NO_PARENT; at !== NO_PARENT; at = this.#nextSibling[at] ?? NO_PARENT)
      children.push(at);
    return children;
  }

  /** A span and everything below it. */
  partOf(top: number): Int32Array {
    const from = this.places[top] ?? 0;
    return this.order.subarray(from, from + (this.sizes[top] ?? 0));
  }

  /** Backwards, so that each list begins with its earliest span. */
  #link(): void {
    for (let at = this.parents.length - 1; at >= 0; at -= 1) {
      const parent = this.parents[at] ?? NO_PARENT;
      if (parent === NO_PARENT) {
        this.#nextSibling[at] = this.#firstRoot;
        this.#firstRoot = at;
      } else {
        this.#nextSibling[at] = this.#firstChild[parent] ?? NO_PARENT;
        this.#firstChild[parent] = at;
      }
    }
  }

  #walk(): void {
    let place = 0;
    let at = this.#firstRoot;
    while (at !== NO_PARENT) {
      const parent = this.parents[at] ?? NO_PARENT;
      this.depths[at] = parent === NO_PARENT ? 0 : (this.depths[parent] ?? 0) + 1;
      this.order[place] = at;
      this.places[at] = place;
      place += 1;
      at = this.#firstChild[at] ?? NO_PARENT;
      if (at === NO_PARENT) at = this.#after(this.order[place - 1] ?? NO_PARENT);
    }
    for (let each = place - 1; each >= 0; each -= 1) {
      const child = this.order[each] ?? 0;
      const parent = this.parents[child] ?? NO_PARENT;
      if (parent !== NO_PARENT) this.sizes[parent] = (this.sizes[parent] ?? 0) + (this.sizes[child] ?? 0);
    }
  }

  /** The next span when everything below this one has been visited. */
  #after(visited: number): number {
    let at = visited;
    while (at !== NO_PARENT && this.#nextSibling[at] === NO_PARENT) at = this.parents[at] ?? NO_PARENT;
    return at === NO_PARENT ? NO_PARENT : (this.#nextSibling[at] ?? NO_PARENT);
  }
}
