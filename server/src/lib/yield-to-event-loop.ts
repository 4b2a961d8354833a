// Splits long work into short pieces, so that requests, above all those of running agents, get the thread in
// between. Across all such work, one piece runs per turn of the event loop, because several in a row would
// block it again.

const PIECE_MS = 1;
/**
 * Pieces of the same work in a row, before other work has its turn. What many small requests have made so far
 * would otherwise stay in memory at the same time, and copying it took a quarter of the thread's time.
 */
const IN_A_ROW = 8;

/** Works that take turns with other groups as one. Among themselves, the one that began first goes on. */
interface Group {
  resting: { began: number; resume: () => void }[];
  /** Pieces before another group has its turn. */
  left: number;
}

const groups = new WeakMap<object, Group>();
/** Groups with resting works, in the order of their turns. */
const waiting: Group[] = [];
let scheduled = false;
let begun = 0;

function groupOf(owner: object): Group {
  const known = groups.get(owner) ?? { resting: [], left: 0 };
  groups.set(owner, known);
  return known;
}

function queue(group: Group): void {
  if (group.left > 0) {
    group.left -= 1;
    waiting.unshift(group);
  } else {
    group.left = IN_A_ROW - 1;
    waiting.push(group);
  }
}

function next(): void {
  const group = waiting.shift();
  const first = group?.resting.shift();
  if (group && group.resting.length > 0) queue(group);
  scheduled = waiting.length > 0;
  if (scheduled) setImmediate(next);
  first?.resume();
}

export class Pace {
  readonly #group: Group;
  readonly #began = begun++;
  #since = performance.now();

  /**
   * Works of the same `owner`, such as the requests of an account, are done one after the other where they
   * can be: what each has made so far is in memory until it is done.
   */
  constructor(owner?: object) {
    this.#group = groupOf(owner ?? this);
  }

  get isDue(): boolean {
    return performance.now() - this.#since >= PIECE_MS;
  }

  async rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { resting } = this.#group;
    if (resting.length === 0) queue(this.#group);
    const later = resting.findIndex(({ began }) => began > this.#began);
    resting.splice(later < 0 ? resting.length : later, 0, { began: this.#began, resume: resolve });
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
