/** Runs the work on all items in their order, a few at once. The first error ends it. */
export async function forEachLimited<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // All workers share one iterator.
  const waiting = Iterator.from(items);
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
