// Loads sealed segments into the engine: in order, each once, one load at a time. Segments that were sealed
// during a load go into the next one together. Their files stay until a checkpoint (checkpointer.ts).
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '#lib/backoff';
import type { WatchedStep, ServiceWatch } from '#lib/watch';
import type { LogFileSystem } from './file-system.ts';
import type { RecoveredSegment } from './recover.ts';
import type { RowCounts, Segment } from './segment.ts';
import { noteUnit } from './units.ts';

export interface SealedSegment {
  name: string;
  rows: RowCounts;
}

/** Loads rows into the engine. It is called again with the same segments after a failure or crash. */
export type Load = (segments: readonly SealedSegment[]) => Promise<void>;

interface Sealed {
  number: number;
  segment: SealedSegment;
  bytes: number;
  /** Arrival of its first rows, by `performance.now()`. */
  since: number;
  /** The open segment; null if it was found at start. */
  writer: Segment | null;
  /**
   * False if all its rows are traces of the service itself. Tracing their load would produce the next such row.
   */
  hasClientRows: boolean;
}

interface LoaderOptions {
  folder: string;
  files: LogFileSystem;
  load: Load;
  watch: ServiceWatch;
  onProblem: (error: unknown, what: string) => void;
  /** Resolves when the first load may begin. Called before each. */
  ready: () => Promise<void>;
  /** Seals the open segment if a caller waits for it. Called before each load. */
  sealAsked: () => Promise<void>;
  /** Resolves when the load would restart no question, or has waited long enough. Called before each load. */
  mayBegin: () => Promise<void>;
  onLoaded: (segments: readonly Sealed[]) => void;
}

// One load is one block of the engine: in each partition of a table its rows are stored completely or not at
// all.
const MAX_SEGMENTS = 16;
const MAX_ROWS = 100_000;
const MAX_BYTES = 64 * 1024 * 1024;

const recordsIn = ({ rows }: SealedSegment): number => rows.calls + rows.observations;

export const hasRows = (segment: SealedSegment): boolean => recordsIn(segment) > 0;

type UnitOptions = Pick<LoaderOptions, 'folder' | 'files' | 'load'>;

/** After a kill at any step, a repetition stores nothing twice. */
class Unit {
  readonly #options: UnitOptions;
  readonly #segments: readonly SealedSegment[];
  #noted = false;

  constructor(options: UnitOptions, segments: readonly SealedSegment[]) {
    this.#options = options;
    this.#segments = segments;
  }

  async run(): Promise<void> {
    const { folder, files, load } = this.#options;
    if (!this.#segments.some(hasRows)) return;
    const names = this.#segments.map(({ name }) => name);
    if (!this.#noted) await noteUnit(folder, names, files);
    this.#noted = true;
    await load(this.#segments);
  }
}

/**
 * Segments that the last process was loading, or had loaded since its last checkpoint, may be in the tables
 * already. Their loads are repeated unchanged before anything is counted. Returns the number of segments.
 */
export async function repeatLoads(
  segments: readonly RecoveredSegment[],
  units: readonly number[],
  options: UnitOptions,
): Promise<number> {
  let done = 0;
  for (const size of units) {
    await new Unit(options, segments.slice(done, done + size)).run();
    done += size;
  }
  return done;
}

export class Loader {
  readonly #options: LoaderOptions;
  readonly #queue: Sealed[] = [];
  readonly #closing = new AbortController();
  #running = false;
  #run: Promise<void> = Promise.resolve();
  #deadline = Infinity;
  #ended = false;
  #begun = 0;
  #loading = false;

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#queue.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get records(): number {
    return this.#queue.reduce((sum, { segment }) => sum + recordsIn(segment), 0);
  }

  get segments(): number {
    return this.#queue.length;
  }

  get oldest(): number | null {
    return this.#queue[0]?.since ?? null;
  }

  /** Changes whenever a load begins; null during a load, while some of its rows may be in the tables. */
  get tables(): number | null {
    return this.#loading ? null : this.#begun;
  }

  /** Closed: it loads nothing more. */
  get ended(): boolean {
    return this.#ended;
  }

  add(sealed: Sealed): void {
    this.#queue.push(sealed);
    // At once, because file descriptors are few and the engine may be busy for long. A failure is retried
    // before the load.
    sealed.writer?.finish().catch(() => undefined);
  }

  /** Does nothing if it runs already. */
  run(): void {
    if (this.#running || this.#ended) return;
    this.#running = true;
    this.#run = this.#loadAll();
  }

  /** Loads for at most this long. The next start loads the rest. */
  async close(patienceMs: number): Promise<void> {
    this.#deadline = performance.now() + patienceMs;
    this.#closing.abort();
    this.run();
    await this.#run;
    this.#ended = true;
  }

  async #loadAll(): Promise<void> {
    try {
      for (;;) {
        await this.#options.sealAsked();
        const batch = this.#next();
        if (batch.length === 0 || performance.now() > this.#deadline) return;
        await this.#options.mayBegin();
        this.#begun += 1;
        this.#loading = true;
        if (!(await this.#load(batch))) return;
        this.#loading = false;
        this.#queue.splice(0, batch.length);
        this.#options.onLoaded(batch);
      }
    } finally {
      // In the same tick as the last check of the queue: the next addition starts it again.
      this.#running = false;
    }
  }

  #next(): Sealed[] {
    const [first] = this.#queue;
    if (!first) return [];
    let rows = 0;
    let bytes = 0;
    const end = this.#queue.findIndex(({ segment, bytes: size }, at) => {
      rows += recordsIn(segment);
      bytes += size;
      const fits = at < MAX_SEGMENTS && rows <= MAX_ROWS && bytes <= MAX_BYTES;
      return at > 0 && !(fits && hasRows(segment));
    });
    return this.#queue.slice(0, !hasRows(first.segment) ? 1 : end < 0 ? this.#queue.length : end);
  }

  /** Repeats until it is loaded; false if the log is closed before. */
  async #load(batch: readonly Sealed[]): Promise<boolean> {
    const unit = new Unit(
      this.#options,
      batch.map(({ segment }) => segment),
    );
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#options.ready();
        for (const { writer } of batch) await writer?.finish();
        await this.#options.watch.run(stepOf(batch), () => unit.run());
        return true;
      } catch (error) {
        this.#options.onProblem(error, 'segments of the log could not be loaded');
        if (this.#closing.signal.aborted) return false;
        const { signal } = this.#closing;
        await delay(backoffMs(attempt, 200, 10_000), undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

const stepOf = (batch: readonly Sealed[]): WatchedStep<void> => ({
  kind: 'load',
  name: 'load',
  sizes: {
    segments: batch.length,
    records: batch.reduce((sum, { segment }) => sum + recordsIn(segment), 0),
  },
  isOwnRoot: true,
  isMuted: !batch.some(({ hasClientRows }) => hasClientRows),
});
