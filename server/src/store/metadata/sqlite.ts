// node:sqlite under Kysely. Two connections on one file: the writer, and a reader that the engine
// itself opened read-only, so that reads never wait for a transaction and cannot change anything.
import { chmodSync, existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
} from 'kysely';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { Database } from './database.ts';
import { WalSync } from './wal-sync.ts';

const MAX_STATEMENTS = 500;

type SqlValue = null | number | bigint | string | Uint8Array;

/** Caches prepared statements by their text. Kysely writes the same text for the same query. */
class PreparingDatabase implements SqliteDatabase {
  readonly #raw: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(raw: DatabaseSync) {
    this.#raw = raw;
  }

  prepare(text: string): SqliteStatement {
    const known = this.#statements.get(text);
    if (known) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = wrap(this.#raw.prepare(text));
    this.#statements.set(text, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#raw.close();
  }
}

const wrap = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (values) => statement.all(...(values as SqlValue[])),
  run: (values) => statement.run(...(values as SqlValue[])),
  iterate: (values) => statement.iterate(...(values as SqlValue[])),
});

class ImmediateDriver extends SqliteDriver {
  readonly #raw: DatabaseSync;

  constructor(raw: DatabaseSync) {
    super({ database: new PreparingDatabase(raw) });
    this.#raw = raw;
  }

  /**
   * Takes the write lock at once: a transaction that begins by reading could otherwise fail at its first
   * write.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * On a full disk SQLite has already rolled back. A second rollback would hide that error behind another.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#raw.isTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * SQLite can roll back schema changes, though Kysely assumes otherwise: a migration is atomic and runs once.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const dialect = (raw: DatabaseSync): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new ImmediateDriver(raw),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** Deleted and overwritten data is zeroed in its page: erased text must not remain in free space. */
const ERASE_FREED = 'PRAGMA secure_delete = ON;';

const PRAGMAS = 'PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;';

/**
 * Password hashes and e-mail addresses are in these files. Files that SQLite adds later get the mode of the
 * first.
 */
function keepPrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

/**
 * The number of pages in the log (64 MB) before SQLite moves them into the file. It does that inside a commit,
 * on the main thread, and syncs three times, while all requests wait. By default it does so after 1,000 pages:
 * once or twice a second while checks of the gate hold money.
 */
const LOG_PAGES = 16_000;

export function openSqlite(path: string): {
  reader: Kysely<Database>;
  writer: Kysely<Database>;
  migrator: Kysely<Database>;
  version: () => number;
  log: WalSync;
} {
  const write = new DatabaseSync(path);
  // Commits are not synced by SQLite but by `log`, before they are acknowledged.
  write.exec(
    `${PRAGMAS} PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LOG_PAGES}; ${ERASE_FREED}`,
  );
  keepPrivate(path);
  const read = new DatabaseSync(path, { readOnly: true });
  read.exec(PRAGMAS);
  const writer = new Kysely<Database>({ dialect: dialect(write) });
  const changes = read.prepare('PRAGMA data_version');
  return {
    reader: new Kysely<Database>({ dialect: dialect(read) }),
    writer,
    migrator: writer,
    version: () => Number(changes.get()?.['data_version']),
    log: new WalSync(path),
  };
}
