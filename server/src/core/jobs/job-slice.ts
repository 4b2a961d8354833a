// The time that a job has for one run, and a round over many accounts within it.
import { forEachLimited } from '#lib/for-each-limited';

export interface JobSlice {
  signal: AbortSignal;
  /**
   * True when the time is over. The work then stops at the next safe point, and the next run continues it.
   */
  isOver: () => boolean;
}

export function jobSlice(ms: number, signal: AbortSignal): JobSlice {
  const until = performance.now() + ms;
  return { signal, isOver: () => performance.now() >= until };
}

/**
 * Runs the work on a few items at once until the slice is over. A failing item does not stop the others: its
 * error is passed to `failed`. Rejects only if the job is aborted.
 */
export const runRound = <Item>(
  items: Iterable<Item>,
  atOnce: number,
  { signal, isOver }: JobSlice,
  work: (item: Item) => Promise<void>,
  failed: (error: unknown, item: Item) => void,
): Promise<void> =>
  forEachLimited(items, atOnce, async (item) => {
    signal.throwIfAborted();
    if (isOver()) return;
    try {
      await work(item);
    } catch (error) {
      signal.throwIfAborted();
      failed(error, item);
    }
  });
