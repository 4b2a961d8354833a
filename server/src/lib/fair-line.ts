// A line of several owners that take turns, so that one owner with many items does not delay another one with few. The items of
// one owner keep their order.

export class FairLine<T> {
  // The order of the map is the order of the turns.
  readonly #byOwner = new Map<string, T[]>();

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

  shift(): T | undefined {
    const turn = this.#byOwner.entries().next();
    if (turn.done) return undefined;
    const [owner, items] = turn.value;
    this.#byOwner.delete(owner);
    const item = items.shift();
    if (items.length > 0) this.#byOwner.set(owner, items);
    return item;
  }

  #itemsOf(owner: string): T[] {
    return this.#byOwner.getOrInsertComputed(owner, () => []);
  }
}
