// The group-commit log. Rows of all requests that arrive together go to disk in one step and are acknowledged
// then; the engine loads whole segments later, in order, each exactly once. See
// docs/adr/0006-group-commit-log.md.
import { randomBytes } from 'node:crypto';
import { unavailable } from '#lib/app-error';
import { eventOrTimeout } from '#lib/with-timeout';
import { RowBuffer } from '../rows/row-buffer.ts';
import { powerWasCut, type Arrived } from './checkpoint.ts';
import { Checkpointer } from './checkpointer.ts';
import { LoadTurns } from './load-turns.ts';
import { Loader, hasRows, repeatLoads } from './loader.ts';
import { LOG_DEFAULTS, type LogOptions } from './log-options.ts';
import { numberOf, recoverLog, type RecoveredSegment } from './recover.ts';
import { refusalFor, stopping } from './refusals.ts';
import { ofFiles, Segment, type Rows } from './segment.ts';

export type { SealedSegment } from './loader.ts';

const CLOSING_MS = 1_500;
const BEHIND_MS = 10_000;

const newRows = (): Rows => ofFiles((file) => new RowBuffer(file === 'calls' ? 1 << 20 : 1 << 12));

interface Waiting {
  resolve: (segment: number) => void;
  reject: (error: unknown) => void;
}

/** For operators. */
export interface LogState {
  /** Not in the engine yet. */
  waitingBytes: number;
  /** Acknowledged records among them. */
  waitingRecords: number;
  /** Sealed segments among them, without the open one. */
  waitingSegments: number;
  /** How long the oldest row has waited for the engine. */
  waitingMs: number;
  /** Some of the rows were acknowledged by an earlier process. */
  recovering: boolean;
  /** The backlog is large: questions about it are slow, and soon there is no room for more. */
  behind: boolean;
}

export class GroupCommitLog {
  readonly #options: Required<LogOptions>;
  readonly #loader: Loader;
  readonly #checkpointer: Checkpointer;
  #pending = newRows();
  #spare = newRows();
  #waiting: Waiting[] = [];
  #open: Segment | null = null;
  #openSince = 0;
  /** Some rows are not traces of the service itself (loader.ts). */
  #pendingClientRows = false;
  #openClientRows = false;
  #number: number;
  #loadedThrough: number;
  readonly #foundThrough: number;
  #committing: Promise<void> | null = null;
  #ageTimer: NodeJS.Timeout | null = null;
  #changed = Promise.withResolvers<void>();
  /** A caller waits for the open segment, or it is old. */
  #asked = false;
  /** Sealed at the end of the running commit. */
  #sealDue = false;
  #closed = false;
  readonly turns = new LoadTurns({ next: (ms) => this.#change(ms), notify: () => this.#notify() });
  #onLoaded: () => void = () => undefined;

  private constructor(
    options: Required<LogOptions>,
    next: number,
    found: readonly RecoveredSegment[],
    synced: readonly string[],
  ) {
    this.#options = options;
    this.#number = next;
    this.#foundThrough = next - 1;
    this.#loadedThrough = next - 1 - found.length;
    this.#checkpointer = new Checkpointer(options, this.#loadedThrough, synced);
    this.#loader = new Loader({
      ...options,
      ready: () => this.#checkpointer.begin(),
      sealAsked: () => this.#sealAsked(),
      mayBegin: () => this.turns.begin(),
      onLoaded: (segments) => {
        this.#checkpointer.add(
          segments.map(({ number, segment, bytes }) => ({ number, name: segment.name, bytes })),
        );
        this.#loadedThrough = segments.at(-1)?.number ?? this.#loadedThrough;
        this.#onLoaded();
        this.#notify();
      },
    });
    const since = performance.now();
    for (const segment of found) {
      this.#loader.add({
        number: numberOf(segment.name),
        segment,
        bytes: segment.bytes,
        since,
        writer: null,
        hasClientRows: true,
      });
    }
  }

  /**
   * `waiting`: segments of a crashed process that the engine certainly does not have. They are loaded after
   * `start` is called, or when a caller waits for them. Segments that the engine may have in part are
   * completely loaded and on disk when this returns.
   */
  static async open(
    options: LogOptions,
  ): Promise<{ log: GroupCommitLog; waiting: RecoveredSegment[]; torn: number }> {
    const all = { ...LOG_DEFAULTS, ...options };
    const { folder, files, boot, sync, repair } = all;
    const { segments, units, checkpoint, torn, next } = await recoverLog(folder, files);
    const cut = powerWasCut(checkpoint, boot);
    if (cut) await repair(segments.filter(hasRows), checkpoint?.arrived ?? null);
    const loaded = cut ? segments.length : await repeatLoads(segments, units, all);
    const synced = segments.slice(0, loaded).map(({ name }) => name);
    if (loaded > 0) await sync();
    const found = segments.slice(loaded);
    const log = new GroupCommitLog(all, next, found, synced);
    return { log, waiting: found.filter(hasRows), torn };
  }

  /** Arrivals of each account yesterday and today, up to segment `through`; recorded with each checkpoint. */
  countWith(arrived: (through: number) => Arrived): void {
    this.#checkpointer.countWith(arrived);
  }

  start(): void {
    this.#loader.run();
  }

  /** Bytes that are not in the engine yet. */
  get waitingBytes(): number {
    let sum = this.#loader.bytes + (this.#open?.bytes ?? 0);
    for (const file of Object.values(this.#pending)) sum += file.length;
    return sum;
  }

  get state(): LogState {
    const since = this.#loader.oldest ?? (this.#open ? this.#openSince : null);
    const { waitingBytes } = this;
    const waitingMs = since === null ? 0 : performance.now() - since;
    return {
      waitingBytes,
      waitingRecords: this.#loader.records + (this.#open?.totalRows ?? 0),
      waitingSegments: this.#loader.segments,
      waitingMs,
      recovering: !this.isLoaded(this.#foundThrough),
      behind: waitingMs > BEHIND_MS || waitingBytes > this.#options.maxWaitingBytes / 2,
    };
  }

  /** Requests whose rows are not on disk yet. */
  get waitingRequests(): number {
    return this.#waiting.length;
  }

  /** The newest segment that has rows. */
  get newest(): number {
    return this.#open ? this.#number : this.#number - 1;
  }

  /** Resolves when there is room for more, or rejects with a 503 after a short while. */
  async room(): Promise<void> {
    const { maxWaitingBytes, patienceMs } = this.#options;
    const deadline = performance.now() + patienceMs;
    while (this.waitingBytes >= maxWaitingBytes || this.#checkpointer.bytes >= maxWaitingBytes) {
      const left = deadline - performance.now();
      if (left <= 0)
        throw unavailable('overloaded', 'More records arrive than can be stored. Send them again shortly.');
      await this.#change(left);
    }
  }

  /** `fill` writes rows synchronously. Resolves with the number of their segment when they are on disk. */
  append(fill: (rows: Rows) => void): Promise<number> {
    if (this.#closed) return Promise.reject(stopping());
    fill(this.#pending);
    this.#pendingClientRows ||= !this.#options.watch.isMuted();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      // Deferred, so that other requests that have arrived join the same commit.
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  /** Called after each segment that is loaded. */
  onLoaded(listener: () => void): void {
    this.#onLoaded = listener;
  }

  isLoaded(segment: number): boolean {
    return segment <= this.#loadedThrough;
  }

  /** Unchanged as long as no load runs. Null during a load. */
  get tables(): number | null {
    return this.#loader.tables;
  }

  /** Loads the open segment next, as if it were old. */
  loadSoon(): void {
    if (!this.#open) return;
    this.#asked = true;
    this.#loader.run();
  }

  /** Resolves when the running load is done. */
  async loadEnds(): Promise<void> {
    while (this.tables === null) {
      if (this.#loader.ended) throw stopping();
      await this.#change(1_000);
    }
  }

  /** Resolves when everything up to this segment is in the engine. */
  async loaded(segment: number): Promise<void> {
    if (this.isLoaded(segment)) return;
    await this.turns.waitFor(async () => {
      while (!this.isLoaded(segment)) {
        if (this.#loader.ended) throw stopping();
        if (this.#open && this.#number === segment) this.#asked = true;
        this.#loader.run();
        await this.#change(1_000);
      }
    });
  }

  /** Resolves when all that was loaded is durable in the tables and no segment could be loaded again. */
  checkpoint(): Promise<void> {
    return this.#checkpointer.take();
  }

  /** Accepts nothing more. Segments that are not loaded in this time stay on disk for the next start. */
  async close(patienceMs = CLOSING_MS): Promise<void> {
    this.#closed = true;
    while (this.#committing || this.#waiting.length > 0) await this.#change(100);
    this.#seal();
    await this.#loader.close(patienceMs);
    await this.#checkpointer.close(this.#loader.segments === 0);
    this.#notify();
  }

  #commit(): void {
    if (this.#committing || this.#waiting.length === 0) return;
    this.#committing = this.#commitPending().finally(() => {
      this.#committing = null;
      this.#notify();
      this.#commit();
    });
  }

  async #commitPending(): Promise<void> {
    const waiting = this.#waiting;
    const rows = this.#pending;
    const hasClientRows = this.#pendingClientRows;
    this.#pendingClientRows = false;
    this.#waiting = [];
    this.#pending = this.#spare;
    this.#spare = rows;
    try {
      this.#open ??= await this.#newSegment();
      this.#openClientRows ||= hasClientRows;
      await this.#open.commit(rows);
    } catch (error) {
      this.#options.onProblem(error, 'a commit failed; its requests were rejected');
      // This segment gets no more rows. Its acknowledged rows are still loaded.
      this.#seal();
      const refusal = refusalFor(error);
      for (const { reject } of waiting) reject(refusal);
      return;
    } finally {
      for (const buffer of Object.values(rows)) buffer.clear();
    }
    for (const { resolve } of waiting) resolve(this.#number);
    const { maxRows, maxBytes } = this.#options;
    if (this.#sealDue || this.#open.totalRows >= maxRows || this.#open.bytes >= maxBytes) this.#seal();
    else this.#loadIfDue(this.#open);
  }

  #loadIfDue({ totalRows, bytes }: Segment): void {
    const { maxAgeMs, large } = this.#options;
    const isLarge = totalRows >= large.rows || bytes >= large.bytes;
    if (performance.now() - this.#openSince >= (isLarge ? large.ageMs : maxAgeMs)) this.loadSoon();
  }

  async #newSegment(): Promise<Segment> {
    const name = `${String(this.#number).padStart(10, '0')}-${randomBytes(4).toString('hex')}`;
    const segment = await Segment.create(this.#options.folder, name, this.#options.files);
    this.#openSince = performance.now();
    this.#ageTimer = setTimeout(() => this.loadSoon(), this.#options.maxAgeMs);
    this.#ageTimer.unref();
    return segment;
  }

  /**
   * Called when the loader is free. The awaited segment is sealed only now, so that there are never more
   * segments than the engine can load, however many callers wait. It is sealed at the end of the running
   * commit, because under load commits follow without a gap.
   */
  async #sealAsked(): Promise<void> {
    while (this.#asked && this.#open && this.#committing) {
      this.#sealDue = true;
      await this.#committing;
    }
    // Also if the commit had already checked `#sealDue`.
    if (this.#asked) this.#seal();
  }

  #seal(): void {
    const open = this.#open;
    if (!open) return;
    if (this.#ageTimer) clearTimeout(this.#ageTimer);
    this.#sealDue = false;
    this.#asked = false;
    this.#open = null;
    this.#loader.add({
      number: this.#number,
      segment: { name: open.name, rows: open.rows },
      bytes: open.bytes,
      since: this.#openSince,
      writer: open,
      hasClientRows: this.#openClientRows,
    });
    this.#openClientRows = false;
    this.#number += 1;
    this.#loader.run();
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  #change(patienceMs: number): Promise<void> {
    return eventOrTimeout(patienceMs, this.#changed.promise);
  }
}
