// Migrates the tables to the schema of this version. Several processes may start at once on one server: every
// statement may run twice, also concurrently, and a step is done when any process has recorded it.
import { AppError } from '#lib/app-error';
import { otherSchema } from '../../other-schema.ts';
import type { RecordsEngine } from '../engine/engine.ts';
import { isEngineError } from '../engine/errors.ts';
import { migrations, type Migration } from './index.ts';

const TABLE_ALREADY_EXISTS = 57;
const UNKNOWN_TABLE = 60;

const SCHEMA_MIGRATIONS = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  version UInt32,
  name String,
  applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = MergeTree
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

export async function migrateRecords(
  engine: RecordsEngine,
  steps: readonly Migration[] = migrations,
): Promise<Migration[]> {
  const define = (await isReplicated(engine)) ? replicatedSql : (statement: string) => statement;
  await run(engine, define(SCHEMA_MIGRATIONS));
  const done = await appliedSteps(engine);
  const missing = missingOf(steps, done);
  for (const step of missing) {
    for (const statement of step.statements) await run(engine, define(statement));
    await engine.insert('schema_migrations', [{ version: step.version, name: step.name }]);
  }
  return missing;
}

/** An operator created the database with `ENGINE = Replicated(…)`. */
async function isReplicated(engine: RecordsEngine): Promise<boolean> {
  const rows = await engine.query<{ engine: string }>(
    'SELECT engine FROM system.databases WHERE name = currentDatabase()',
  );
  return rows.some((row) => row.engine === 'Replicated');
}

/**
 * Such a database creates a table on every replica, but its rows are replicated only if the table says so. Path
 * and name of the replica are then those of the database.
 */
const replicatedSql = (statement: string): string =>
  statement
    .replace(/\bENGINE = (\w*MergeTree)\b/, 'ENGINE = Replicated$1')
    .replace(/\bnon_replicated_deduplication_window\b/, 'replicated_deduplication_window');

/** Changes nothing. */
export async function requireRecordsSchema(engine: RecordsEngine): Promise<void> {
  const done = await appliedSteps(engine).catch((error: unknown) => {
    if (isEngineError(error, UNKNOWN_TABLE)) return new Map<number, string>();
    throw error;
  });
  const missing = missingOf(migrations, done).length;
  if (missing === 0) return;
  throw new AppError(
    'unavailable',
    'records_schema_older',
    `The records lack ${missing} of ${migrations.length} migrations of this version, and TRACEWELL_AUTO_MIGRATE is off. ` +
      'Run `tracewell-server migrate` with this version first.',
  );
}

function missingOf(steps: readonly Migration[], done: ReadonlyMap<number, string>): Migration[] {
  const [first] = steps;
  const found = done.get(1);
  if (first && found !== undefined && found !== first.name)
    throw otherSchema('The records store', found, first.name);
  const newest = Math.max(0, ...done.keys());
  const known = steps.at(-1)?.version ?? 0;
  if (newest > known) throw newerSchema(newest, known);
  return steps.filter((step) => !done.has(step.version));
}

/** The names of applied steps by version. */
async function appliedSteps(engine: RecordsEngine): Promise<Map<number, string>> {
  const rows = await engine.query<{ version: number; name: string }>(
    'SELECT DISTINCT version, name FROM schema_migrations',
  );
  return new Map(rows.map(({ version, name }) => [version, name]));
}

async function run(engine: RecordsEngine, statement: string): Promise<void> {
  try {
    await engine.command(statement);
  } catch (error) {
    // IF NOT EXISTS checks first and creates later; another process may create it in between.
    if (!isEngineError(error, TABLE_ALREADY_EXISTS)) throw error;
  }
}

const newerSchema = (found: number, known: number): AppError =>
  new AppError(
    'unavailable',
    'records_schema_newer',
    `The records were written by a newer version of Tracewell (schema ${found}; this version knows ${known}). ` +
      'Start that version again, or restore a backup that was made before the upgrade.',
  );
