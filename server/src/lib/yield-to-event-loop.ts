// Splits long work into short pieces, so that requests, above all those of running agents, get the thread in
// between. Across all such work, one piece runs per turn of the event loop, because several in a row would
// block it again.

const PIECE_MS = 1;
/**
 * Pieces of the same work in a row, before other work has its turn. What many small requests have made so far
 * would otherwise stay in memory at the same time, and copying it took a quarter of the thread's time.
 */
const IN_A_ROW = 8;

const waiting: (() => void)[] = [];
let scheduled = false;

function next(): void {
  const resume = waiting.shift();
  scheduled = waiting.length > 0;
  if (scheduled) setImmediate(next);
  resume?.();
}

export class Pace {
  #since = performance.now();
  #left = 0;

  get isDue(): boolean {
    return performance.now() - this.#since >= PIECE_MS;
  }

  async rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#left > 0) {
      this.#left -= 1;
      waiting.unshift(resolve);
    } else {
      this.#left = IN_A_ROW - 1;
      waiting.push(resolve);
    }
    if (!scheduled) {
      scheduled = true;
      setImmediate(next);
    }
    await promise;
    this.#since = performance.now();
  }
}

/** Maps a list in pieces, for work that would otherwise block the thread for several milliseconds. */
export async function mapInPieces<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Promise<Made[]> {
  const pace = new Pace();
  const made: Made[] = [];
  for (const item of items) {
    if (pace.isDue) await pace.rest();
    made.push(make(item));
  }
  return made;
}
