// A line of several owners that take turns, so that one owner with many items does not delay another one with few. The items of
// one owner keep their order.

export class FairLine<T> {
  // The order of the map is the order of the turns.
  readonly #byOwner = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#byOwner.size === 0;
  }

  get size(): number {
    return this.#byOwner.values().reduce((sum, items) => sum + items.length, 0);
  }

  waitingOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  push(owner: string, item: T): void {
    this.#itemsOf(owner).push(item);
  }

  /** Ahead of the owner's other items. The turns of other owners stay as they are. */
  pushFirst(owner: string, item: T): void {
    this.#itemsOf(owner).unshift(item);
  }

  /** The next item of the first owner whose turn it is. An owner who may not go now keeps its turn. */
  shift(mayGo: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, items] of this.#byOwner) {
      if (!mayGo(owner)) continue;
      this.#byOwner.delete(owner);
      const item = items.shift();
      if (items.length > 0) this.#byOwner.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** For an item that does not wait any longer. */
  remove(owner: string, item: T): void {
    const items = this.#byOwner.get(owner);
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at < 0) return;
    items.splice(at, 1);
    if (items.length === 0) this.#byOwner.delete(owner);
  }

  #itemsOf(owner: string): T[] {
    return this.#byOwner.getOrInsertComputed(owner, () => []);
  }
}
