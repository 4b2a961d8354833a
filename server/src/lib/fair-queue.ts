// A queue in which owners take turns, so that an owner with many items does not delay one with few. Items of
// one owner keep their order.

export class FairQueue<T> {
  // The order of the map is the order of turns.
  readonly #byOwner = new Map<string, T[]>();
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  get size(): number {
    return this.#size;
  }

  waitingOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  push(owner: string, item: T): void {
    this.#itemsOf(owner).push(item);
    this.#size += 1;
  }

  /** Puts the item before the owner's other items. The turns of other owners do not change. */
  pushFirst(owner: string, item: T): void {
    this.#itemsOf(owner).unshift(item);
    this.#size += 1;
  }

  /** The next item of the first owner that may go. A blocked owner keeps its turn. */
  shift(mayGo: (owner: string) => boolean = () => true): T | undefined {
    for (const owner of this.#byOwner.keys()) if (mayGo(owner)) return this.shiftOf(owner);
    return undefined;
  }

  /** The next item of this owner, whose turn then ends. */
  shiftOf(owner: string): T | undefined {
    const items = this.#byOwner.get(owner);
    if (items === undefined) return undefined;
    this.#byOwner.delete(owner);
    const item = items.shift();
    this.#size -= 1;
    if (items.length > 0) this.#byOwner.set(owner, items);
    return item;
  }

  /** Takes all items, in turns. */
  *drain(): Generator<T> {
    // An owner with more items is added to the end of the map, and so comes again.
    for (const owner of this.#byOwner.keys()) yield this.shiftOf(owner) as T;
  }

  /** Removes an item that no longer waits. */
  remove(owner: string, item: T): void {
    const items = this.#byOwner.get(owner);
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at < 0) return;
    items.splice(at, 1);
    this.#size -= 1;
    if (items.length === 0) this.#byOwner.delete(owner);
  }

  #itemsOf(owner: string): T[] {
    return this.#byOwner.getOrInsertComputed(owner, () => []);
  }
}
