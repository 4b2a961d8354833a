// Backup and restore of the in-process engine with ClickHouse's BACKUP into a folder. A server has its own
// tools.
import path from 'node:path';
import { AppError } from '#lib/app-error';
import type { RecordsEngine } from './engine.ts';
import { isEngineError } from './errors.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { recordsStats } from './stats.ts';

/** The database name inside a backup, independent of the original name. */
const NAME = 'tracewell';

const BACKUP_ALREADY_EXISTS = 598;
const BACKUP_NOT_FOUND = 599;

// Copying has no time or memory limit, because both depend on the size of the data.
const UNBOUNDED = 'max_execution_time = 0, max_memory_usage = 0';

/**
 * Writes everything into a folder that does not exist yet. Inserts wait meanwhile, so that the tables are
 * consistent.
 */
export async function backupRecords(engine: RecordsEngine, folder: string): Promise<void> {
  requireEmbedded(engine);
  await withoutBounds(engine, `BACKUP DATABASE ${engine.database} AS ${NAME} TO ${fileSql(folder)}`);
}

/** Fills an empty store from such a folder and migrates it to this version. */
export async function restoreRecords(engine: RecordsEngine, folder: string): Promise<void> {
  requireEmbedded(engine);
  const { records } = await recordsStats(engine);
  if (records > 0) {
    throw new AppError(
      'conflict',
      'records_not_empty',
      `The records store holds ${records} records. Restore into an empty data directory.`,
    );
  }
  await empty(engine);
  try {
    await withoutBounds(engine, `RESTORE DATABASE ${NAME} AS ${engine.database} FROM ${fileSql(folder)}`);
    await migrateRecords(engine);
  } catch (error) {
    // A partial backup, or one of a newer version, must not look like a valid store.
    await empty(engine);
    await migrateRecords(engine);
    throw error;
  }
}

/**
 * RESTORE creates the tables, so those from the start are dropped; views first, because they depend on the
 * tables.
 */
async function empty(engine: RecordsEngine): Promise<void> {
  const tables = await engine.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY engine = 'MaterializedView' DESC`,
  );
  for (const { name } of tables) await engine.command(`DROP TABLE IF EXISTS ${name} SYNC`);
}

async function withoutBounds(engine: RecordsEngine, statement: string): Promise<void> {
  try {
    await engine.command(`${statement} SETTINGS ${UNBOUNDED}`);
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  if (isEngineError(error, BACKUP_ALREADY_EXISTS)) {
    return new AppError(
      'conflict',
      'backup_exists',
      'The path exists already. Name a folder that does not exist yet.',
      { cause: error },
    );
  }
  if (isEngineError(error, BACKUP_NOT_FOUND)) {
    return new AppError(
      'not_found',
      'backup_not_found',
      'There is no backup of the records in that folder.',
      {
        cause: error,
      },
    );
  }
  return error;
}

/** A path cannot be a parameter here. */
function fileSql(folder: string): string {
  const absolute = path.resolve(folder);
  return `File('${absolute.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')`;
}

function requireEmbedded(engine: RecordsEngine): void {
  if (engine.kind === 'embedded') return;
  throw new AppError(
    'bad_request',
    'records_on_server',
    'The records are on a ClickHouse server: back them up there, with BACKUP or the tools of your provider.',
  );
}
