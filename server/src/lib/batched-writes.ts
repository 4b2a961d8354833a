/**
 * Writes items in order. Those that arrive during a write go into the next one together. After a failed
 * write, every later one fails with the same error.
 */
export function batchedWrites<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const items = waiting;
    if (items.length === 0) return;
    waiting = [];
    await write(items);
  };
  return (item) => {
    waiting.push(item);
    writing = writing.then(flush);
    return writing;
  };
}
