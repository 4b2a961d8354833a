// How the in-process engine merges parts of `call_content`. Each merge reads and writes all their content
// again, which costs more than the insert (docs/adr/0035-what-content-costs.md). So small parts are merged at
// once. Larger parts wait until together they have the final size: under load, a call is merged once instead of
// twice. A server may be too old for these settings, and has more cores.
import type { RecordsEngine } from '../engine/engine.ts';
import { setTables } from './table-settings.ts';

const TABLE = ['call_content'];
const MIB = 1024 * 1024;

interface MergeLimits {
  /** Parts up to this size are merged at once. */
  smallBytes: number;
  /** The final size. Such parts are not merged again. */
  largeBytes: number;
  /** The parts of a month are merged when they have this size together, or are this many. */
  waitingBytes: number;
  waitingParts: number;
}

const LIMITS: MergeLimits = {
  smallBytes: 128 * MIB,
  largeBytes: 2048 * MIB,
  waitingBytes: 1900 * MIB,
  waitingParts: 100,
};

/** The setting that is raised for a moment, so that the waiting parts are merged. */
const LARGEST_MERGE = 'max_bytes_to_merge_at_max_space_in_pool';

const SETTINGS: Readonly<Record<string, number>> = {
  // Parts are merged when their total is 16 times the largest; the default is 5. The engine lowers this when
  // there are many parts.
  merge_selector_base: 16,
  // Parts of the largest size are final. Once there are many of them, the engine would merge the others in
  // pairs.
  min_parts_to_merge_at_once: 8,
  // A merge holds a block of each part in memory; with the default, that would be 10 MB for each of 64 parts.
  merge_max_block_size: 512,
  // Parts that wait, and parts of the final size in a large installation, are more than by default.
  parts_to_delay_insert: 5_000,
  parts_to_throw_insert: 10_000,
};

const OF_CONTENT = `database = currentDatabase() AND table = 'call_content'`;

const WAITING = `SELECT partition_id FROM system.parts
  WHERE ${OF_CONTENT} AND active AND bytes_on_disk < {half: UInt64}
  GROUP BY partition_id HAVING sum(bytes_on_disk) >= {bytes: UInt64} OR count() >= {parts: UInt64}`;

const LARGE_MERGES = `SELECT result_part_name FROM system.merges
  WHERE ${OF_CONTENT} AND total_size_bytes_compressed > {small: UInt64}`;

/** Loads between two looks at the parts. */
const LOOK_EVERY = 16;
/** The engine looks for a merge after each load. If it has not begun one by then, there is none to begin. */
const LOADS_TO_BEGIN = 8;

type OnProblem = (error: unknown, what: string) => void;

export class ContentMerges {
  readonly #engine: RecordsEngine;
  readonly #onProblem: OnProblem;
  readonly #limits: MergeLimits;
  #loads = 0;
  /** The number of the load at which larger merges were allowed; null: they are not. */
  #allowedAt: number | null = null;
  #looking: Promise<void> | null = null;

  private constructor(engine: RecordsEngine, onProblem: OnProblem, limits: MergeLimits) {
    this.#engine = engine;
    this.#onProblem = onProblem;
    this.#limits = limits;
  }

  static async open(engine: RecordsEngine, onProblem: OnProblem, limits = LIMITS): Promise<ContentMerges> {
    const merges = new ContentMerges(engine, onProblem, limits);
    if (engine.kind === 'embedded')
      await setTables(engine, TABLE, { ...SETTINGS, [LARGEST_MERGE]: limits.smallBytes });
    return merges;
  }

  /** Called after each load that has content. */
  loaded(): void {
    this.#loads += 1;
    const isDue = this.#allowedAt !== null || this.#loads % LOOK_EVERY === 0;
    if (this.#engine.kind !== 'embedded' || this.#looking || !isDue) return;
    this.#looking = this.#look()
      .catch((error: unknown) => this.#onProblem(error, 'merges of content could not be arranged'))
      .finally(() => (this.#looking = null));
  }

  /** Resolves when no more requests go to the engine. */
  async close(): Promise<void> {
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { smallBytes: small, largeBytes, waitingBytes: bytes, waitingParts: parts } = this.#limits;
    if (this.#allowedAt === null) {
      const months = await this.#engine.query(WAITING, { half: largeBytes / 2, bytes, parts });
      if (months.length === 0) return;
      await setTables(this.#engine, TABLE, { [LARGEST_MERGE]: largeBytes });
      this.#allowedAt = this.#loads;
      return;
    }
    const running = await this.#engine.query(LARGE_MERGES, { small });
    if (running.length === 0 && this.#loads - this.#allowedAt < LOADS_TO_BEGIN) return;
    await setTables(this.#engine, TABLE, { [LARGEST_MERGE]: small });
    this.#allowedAt = null;
  }
}
