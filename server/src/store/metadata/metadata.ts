// The metadata store: accounts, keys, prompts, alerts, runs, jobs, audit. One Kysely, two engines.
import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { MetadataConfig } from '#config';
import { backoffMs } from '#lib/backoff';
import type { Database, MetadataKind, Reader, Writer } from './database.ts';
import { isRetryable, translate } from './errors.ts';
import { migrateMetadata, requireMetadataSchema } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import type { WalSync } from './wal-sync.ts';

const ATTEMPTS = 6;
const RETRY_MS = 10;
const RETRY_CAP_MS = 200;

interface OpenOptions {
  onIdleError?: (error: Error) => void;
  /** Longest time for one statement on PostgreSQL, with or without an answer. */
  patienceMs?: number;
}

export class Metadata {
  readonly kind: MetadataKind;
  readonly reader: Reader;
  readonly #read: Kysely<Database>;
  readonly #write: Kysely<Database>;
  /**
   * Changes with every commit, also of another process; an equal number means that nothing was written. Costs
   * microseconds. Null on PostgreSQL, which has no such number: a waiter has to poll.
   */
  readonly version: () => number | null;
  /** Only for the embedded store, whose commits are synced separately (wal-sync.ts). */
  readonly #log: WalSync | null;

  private constructor(
    kind: MetadataKind,
    read: Kysely<Database>,
    write: Kysely<Database>,
    version: () => number | null,
    log: WalSync | null,
  ) {
    this.kind = kind;
    this.version = version;
    this.#log = log;
    this.reader = read;
    this.#read = read;
    this.#write = write;
  }

  static async open(config: MetadataConfig, options: OpenOptions = {}): Promise<Metadata> {
    try {
      const { reader, writer, migrator, version, log } =
        config.kind === 'sqlite'
          ? openSqlite(config.path)
          : { ...(await import('./postgres.ts')).openPostgres(config.url, options), log: null };
      try {
        await (config.migrate === false ? requireMetadataSchema : migrateMetadata)(migrator, config.kind);
        await log?.synced();
      } catch (error) {
        await Promise.allSettled([reader.destroy(), writer.destroy(), migrator.destroy()]);
        throw error;
      }
      if (migrator !== writer) await migrator.destroy();
      return new Metadata(config.kind, reader, writer, version, log);
    } catch (error) {
      throw translate(error);
    }
  }

  /**
   * Atomic, and on disk when it resolves. `work` must not await anything except the given writer. Others may
   * read the change a moment before it is on disk; a change that builds on it reaches the disk after it.
   */
  async transaction<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    const result = await this.countingTransaction(work);
    await this.#log?.synced();
    return result;
  }

  /**
   * For counts that are also stored elsewhere: it does not wait for the disk of the embedded store. A power cut
   * may undo it as a whole; a crash of the process does not.
   */
  async countingTransaction<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    this.#log?.requireSound();
    return this.#repeated(() => this.#write.transaction().execute(work));
  }

  async #repeated<T>(transaction: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction();
      } catch (error) {
        if (attempt >= ATTEMPTS || !isRetryable(error)) throw translate(error);
        // A random delay, or the same transactions would conflict again.
        await setTimeout(backoffMs(attempt, RETRY_MS, RETRY_CAP_MS));
      }
    }
  }

  async ping(): Promise<void> {
    this.#log?.requireSound();
    try {
      await sql`select 1`.execute(this.#read);
    } catch (error) {
      throw translate(error);
    }
  }

  /** The server's time in milliseconds; null for the embedded store, which has no clock of its own. */
  async clockMs(): Promise<number | null> {
    if (this.kind === 'sqlite') return null;
    try {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(this.#read);
      return rows[0]?.ms ?? null;
    } catch (error) {
      throw translate(error);
    }
  }

  /** A consistent copy of the embedded store while it is in use. */
  async copyTo(path: string): Promise<void> {
    if (this.kind !== 'sqlite')
      throw new Error('Only the embedded metadata store is copied this way; use pg_dump.');
    await sql`vacuum into ${path}`.execute(this.#write);
  }

  /**
   * Removes deleted and overwritten data from the disk: `secure_delete` clears the pages, and this clears the
   * write-ahead log. PostgreSQL has its own vacuum.
   */
  async scrub(): Promise<void> {
    if (this.kind !== 'sqlite') return;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(this.#write);
      if (rows[0]?.busy === 0) return;
      await setTimeout(backoffMs(attempt, RETRY_MS, RETRY_CAP_MS));
    }
    throw new Error('The log of the metadata store is in use and could not be cleared.');
  }

  async close(): Promise<void> {
    await this.#read.destroy();
    await this.#write.destroy();
    await this.#log?.close();
  }
}
