// Takes checkpoints: about one per second while segments are loaded, sooner after many, and at once on
// request. Readers do not wait for them: they read loaded rows, whether the tables are synced or not.
import { backoffMs } from '#lib/backoff';
import { forgetCheckpoint, writeCheckpoint, type Arrived } from './checkpoint.ts';
import type { LogFileSystem } from './file-system.ts';
import { deleteSegments } from './units.ts';

interface CheckpointerOptions {
  folder: string;
  files: LogFileSystem;
  boot: string | null;
  /** Everything that loads wrote before this call is on disk when it resolves. */
  sync: () => Promise<void>;
  onProblem: (error: unknown, what: string) => void;
  checkpointMs: number;
}

/** Each is a load to repeat after a kill, and tables remember a thousand tokens. */
const MAX_UNITS = 32;
const MAX_BYTES = 64 * 1024 * 1024;

interface Loaded {
  number: number;
  name: string;
  bytes: number;
}

export class Checkpointer {
  readonly #options: CheckpointerOptions;
  #through: number;
  #loaded: Loaded[];
  #units = 0;
  /** This process wrote the checkpoint on disk. */
  #begun = false;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #attempt = 0;
  /** A write of some load was lost. */
  #lost: unknown = null;
  #arrived: (through: number) => Arrived = () => [];

  /** `synced`: segments up to `through`, which are durable in the tables and can be deleted. */
  constructor(options: CheckpointerOptions, through: number, synced: readonly string[]) {
    this.#options = options;
    this.#through = through;
    this.#loaded = synced.map((name) => ({ number: through, name, bytes: 0 }));
  }

  /** Bytes of segments that are loaded and not deleted yet. */
  get bytes(): number {
    return this.#loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  countWith(arrived: (through: number) => Arrived): void {
    this.#arrived = arrived;
  }

  /** Before the first load, so that the disk names the boot of this process. */
  async begin(): Promise<void> {
    while (!this.#begun) await (this.#running ?? this.#run());
  }

  /** One insert loaded these segments. */
  add(loaded: readonly Loaded[]): void {
    this.#loaded.push(...loaded);
    this.#units += 1;
    if (this.#units >= MAX_UNITS || this.bytes >= MAX_BYTES) this.#later(0);
    else this.#later(this.#options.checkpointMs);
  }

  /**
   * Resolves when everything loaded before this call is durable in the tables and its segments are deleted.
   */
  async take(): Promise<void> {
    const last = this.#loaded.at(-1)?.number ?? 0;
    while (this.#through < last || (this.#loaded[0]?.number ?? Infinity) <= last)
      await (this.#running ?? this.#run());
  }

  /** The last checkpoint. `empty`: no segment waits for its load, so the next process needs no checkpoint. */
  async close(empty: boolean): Promise<void> {
    try {
      await this.take();
      if (empty) await forgetCheckpoint(this.#options.folder, this.#options.files);
    } catch (error) {
      // The segments stay, and the next start continues with them.
      this.#options.onProblem(error, 'the last checkpoint of the log failed');
    } finally {
      this.#stopTimer();
    }
  }

  /**
   * After a lost write the tables cannot be trusted: the segments stay, and the next start repairs as after a
   * power cut.
   */
  async #failed(error: unknown): Promise<never> {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    const { folder, files } = this.#options;
    const through = this.#through;
    await writeCheckpoint(folder, { through, boot: 'lost a write', arrived: this.#arrived(through) }, files);
    this.#lost = error;
    throw error;
  }

  #later(ms: number): void {
    if (this.#timer && ms > 0) return;
    this.#stopTimer();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#running) return this.#later(this.#options.checkpointMs);
      this.#run().catch((error: unknown) => {
        this.#options.onProblem(error, 'a checkpoint of the log failed');
        this.#attempt += 1;
        this.#later(backoffMs(this.#attempt, 1_000, 30_000));
      });
    }, ms);
    this.#timer.unref();
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): Promise<void> {
    this.#stopTimer();
    this.#running = this.#checkpoint().finally(() => (this.#running = null));
    return this.#running;
  }

  async #checkpoint(): Promise<void> {
    const { folder, files, boot, sync } = this.#options;
    const those = [...this.#loaded];
    const through = those.at(-1)?.number ?? this.#through;
    this.#units = 0;
    if (this.#lost) throw this.#lost;
    if (through > this.#through) await sync().catch((error: unknown) => this.#failed(error));
    // Already recorded if only the deletion failed.
    if (through > this.#through || !this.#begun)
      await writeCheckpoint(folder, { through, boot, arrived: this.#arrived(through) }, files);
    this.#begun = true;
    this.#through = through;
    const names = those.map(({ name }) => name);
    await deleteSegments(folder, names, files);
    this.#loaded.splice(0, those.length);
    this.#attempt = 0;
    if (this.#loaded.length > 0) this.#later(this.#options.checkpointMs);
  }
}
