// The group-commit log. Rows of all requests that arrive together go to disk in one step and are acknowledged then; the engine
// loads whole segments later, in order, each exactly once. See docs/adr/0006-group-commit-log.md.
import { randomBytes } from 'node:crypto';
import { unavailable } from '#lib/app-error';
import { backoffMs } from '#lib/backoff';
import { RowBuffer } from '../rows/row-buffer.ts';
import { DISK, type LogFileSystem } from './file-system.ts';
import { recoverLog, type RecoveredSegment } from './recover.ts';
import { Segment, deleteSegment, type RowCounts, type Rows } from './segment.ts';

export interface SealedSegment {
  name: string;
  rows: RowCounts;
  /** Of one that was found at start: which columns its rows have. */
  form?: number;
}

export interface LogOptions {
  folder: string;
  /** Puts a segment's rows into the engine; called again with the same one when it fails or after a crash. */
  load: (segment: SealedSegment) => Promise<void>;
  onProblem: (error: unknown, what: string) => void;
  /** A segment is loaded when it has this many rows, or is this old. */
  maxRows?: number;
  maxAgeMs?: number;
  /** Bytes that wait for a commit or for the engine; beyond them requests wait, and are then turned down. */
  maxWaitingBytes?: number;
  patienceMs?: number;
  files?: LogFileSystem;
}

const DEFAULTS = {
  maxRows: 50_000,
  maxAgeMs: 1_000,
  maxWaitingBytes: 256 * 1024 * 1024,
  patienceMs: 2_000,
  files: DISK,
};

const newRows = (): Rows => ({
  calls: new RowBuffer(1 << 20),
  observations: new RowBuffer(1 << 12),
  call_content: new RowBuffer(1 << 12),
});

interface Waiting {
  resolve: (segment: number) => void;
  reject: (error: unknown) => void;
}

interface Sealed {
  number: number;
  segment: SealedSegment;
  bytes: number;
  /** Open files of a segment that this process wrote; null for one found at start. */
  writer: Segment | null;
  failed: boolean;
  /** Only its files are left to delete, some of which may be gone: it cannot be loaded again. */
  loaded: boolean;
}

const hasRows = ({ rows }: SealedSegment): boolean => rows.calls + rows.observations > 0;

export class GroupCommitLog {
  readonly #options: Required<LogOptions>;
  readonly #sealed: Sealed[] = [];
  #pending = newRows();
  #spare = newRows();
  #waiting: Waiting[] = [];
  #open: Segment | null = null;
  #number: number;
  #loadedThrough: number;
  #committing: Promise<void> | null = null;
  #loading: Promise<void> | null = null;
  #ageTimer: NodeJS.Timeout | null = null;
  #changed = Promise.withResolvers<void>();
  #sealDue = false;
  #closed = false;
  #onLoaded: () => void = () => undefined;
  readonly #closing = Promise.withResolvers<void>();

  private constructor(options: LogOptions, next: number) {
    this.#options = { ...DEFAULTS, ...options };
    this.#number = next;
    this.#loadedThrough = next - 1;
  }

  /** Loads what a crash left behind before anything new is taken. */
  static async open(
    options: LogOptions,
  ): Promise<{ log: GroupCommitLog; recovered: RecoveredSegment[]; torn: number }> {
    const { folder, load, files = DISK } = options;
    const { segments, torn, next } = await recoverLog(folder, files);
    for (const segment of segments) {
      if (hasRows(segment)) await load(segment);
      await deleteSegment(folder, segment.name, files);
    }
    return { log: new GroupCommitLog(options, next), recovered: segments.filter(hasRows), torn };
  }

  /** Bytes that are not in the engine yet. */
  get waitingBytes(): number {
    let sum = this.#open?.bytes ?? 0;
    for (const file of Object.values(this.#pending)) sum += file.length;
    for (const { bytes } of this.#sealed) sum += bytes;
    return sum;
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
    while (this.waitingBytes >= maxWaitingBytes) {
      const left = deadline - performance.now();
      if (left <= 0)
        throw unavailable('overloaded', 'More records arrive than can be stored. Send them again shortly.');
      await this.#change(left);
    }
  }

  /** `fill` writes rows, at once; the promise gives the number of the segment they are in when they are on disk. */
  append(fill: (rows: Rows) => void): Promise<number> {
    if (this.#closed)
      return Promise.reject(unavailable('stopping', 'This process is stopping. Try again shortly.'));
    fill(this.#pending);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      // Not at once: other requests that have arrived get into the same commit.
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  /** Called whenever another segment is in the engine. */
  onLoaded(listener: () => void): void {
    this.#onLoaded = listener;
  }

  isLoaded(segment: number): boolean {
    return segment <= this.#loadedThrough;
  }

  /** Resolves when everything up to this segment is in the engine. */
  async loaded(segment: number): Promise<void> {
    while (!this.isLoaded(segment)) {
      if (this.#open && this.#number === segment) this.#sealSoon();
      await this.#change(1_000);
    }
  }

  /** Takes nothing more, and leaves nothing behind when the engine takes what there is. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.resolve();
    while (this.#committing || this.#waiting.length > 0) await this.#change(100);
    this.#seal(false);
    if (this.#ageTimer) clearTimeout(this.#ageTimer);
    while (this.#loading) await this.#loading;
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
    this.#waiting = [];
    this.#pending = this.#spare;
    this.#spare = rows;
    try {
      this.#open ??= await this.#newSegment();
      await this.#open.commit(rows);
    } catch (error) {
      this.#options.onProblem(error, 'a commit failed; its requests were turned down');
      // Nothing more goes into this segment; what was acknowledged before is loaded from it.
      this.#seal(true);
      const refusal = refusalFor(error);
      for (const { reject } of waiting) reject(refusal);
      return;
    } finally {
      for (const buffer of Object.values(rows)) buffer.clear();
    }
    for (const { resolve } of waiting) resolve(this.#number);
    if (this.#sealDue || this.#open.totalRows >= this.#options.maxRows) this.#seal(false);
  }

  async #newSegment(): Promise<Segment> {
    const name = `${String(this.#number).padStart(10, '0')}-${randomBytes(4).toString('hex')}`;
    const segment = await Segment.create(this.#options.folder, name, this.#options.files);
    this.#ageTimer = setTimeout(() => this.#sealSoon(), this.#options.maxAgeMs);
    this.#ageTimer.unref();
    return segment;
  }

  /** Now, or at the end of the commit under way: under load one follows the other without a gap. */
  #sealSoon(): void {
    if (this.#committing) this.#sealDue = true;
    else this.#seal(false);
  }

  #seal(failed: boolean): void {
    const open = this.#open;
    if (!open) return;
    if (this.#ageTimer) clearTimeout(this.#ageTimer);
    this.#sealDue = false;
    this.#open = null;
    this.#sealed.push({
      number: this.#number,
      segment: { name: open.name, rows: open.rows },
      bytes: open.bytes,
      writer: open,
      failed,
      loaded: false,
    });
    this.#number += 1;
    this.#loading ??= this.#loadSealed().finally(() => (this.#loading = null));
  }

  async #loadSealed(): Promise<void> {
    for (let next = this.#sealed[0]; next !== undefined; next = this.#sealed[0]) {
      if (!(await this.#loadOne(next))) return;
      this.#sealed.shift();
      this.#loadedThrough = next.number;
      this.#onLoaded();
      this.#notify();
    }
  }

  /** Until it is loaded; false when the log is closed before, and the next start goes on with it. */
  async #loadOne(sealed: Sealed): Promise<boolean> {
    const { folder, files, load, onProblem } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (sealed.failed) await sealed.writer?.trim();
        sealed.failed = false;
        await sealed.writer?.close();
        sealed.writer = null;
        if (!sealed.loaded && hasRows(sealed.segment)) await load(sealed.segment);
        sealed.loaded = true;
        await deleteSegment(folder, sealed.segment.name, files);
        return true;
      } catch (error) {
        onProblem(error, 'a segment of the log could not be loaded');
        if (this.#closed) return false;
        await this.#pause(backoffMs(attempt, 200, 10_000));
      }
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  #change(patienceMs: number): Promise<void> {
    return until(this.#changed.promise, patienceMs);
  }

  #pause(ms: number): Promise<void> {
    return until(this.#closing.promise, ms);
  }
}

/** The event, or the end of patience. */
async function until(event: Promise<void>, patienceMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([event, late]);
  clearTimeout(timer);
}

const refusalFor = (error: unknown): Error => {
  const full = ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
  return full
    ? unavailable('disk_full', 'The disk is full. Nothing of this request was stored.', error)
    : unavailable(
        'not_stored',
        'The records could not be written to disk. Nothing of this request was stored.',
        error,
      );
};
