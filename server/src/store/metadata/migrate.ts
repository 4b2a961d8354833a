// Brings the metadata schema up to date at start, in one transaction. Several processes may start at once:
// the migrator takes an advisory lock on PostgreSQL, and on SQLite its transaction takes the write lock.
import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { AppError } from '#lib/app-error';
import type { Database } from './database.ts';
import type { MetadataKind } from './database.ts';
import { otherSchema } from '../other-schema.ts';
import { migrations } from './migrations/index.ts';

export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

export async function migrateMetadata(
  db: Kysely<Database>,
  kind: MetadataKind,
  known = migrations(kind),
): Promise<void> {
  const applied = await requireKnownSchema(db, kind, Object.keys(known));
  // Skips the migrator, which reads every column of every table even if there is nothing to do.
  if (applied === Object.keys(known).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  // Moves the schema into the file itself, where the next start reads it before it opens the store
  // (schema-state.ts).
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** Changes nothing. */
export async function requireMetadataSchema(db: Kysely<Database>, kind: MetadataKind): Promise<void> {
  const known = Object.keys(migrations(kind));
  const missing = known.length - (await requireKnownSchema(db, kind, known));
  if (missing === 0) return;
  throw new AppError(
    'unavailable',
    'schema_older',
    `The metadata store lacks ${missing} of ${known.length} migrations of this version, and TRACEWELL_AUTO_MIGRATE is off. ` +
      'Run `tracewell-server migrate` with this version first.',
  );
}

async function appliedMigrations(db: Kysely<Database>, kind: MetadataKind): Promise<string[]> {
  const found =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`;
  if ((await found.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** Returns how many migrations are applied. Throws if this version does not know one of them. */
async function requireKnownSchema(
  db: Kysely<Database>,
  kind: MetadataKind,
  known: string[],
): Promise<number> {
  const applied = await appliedMigrations(db, kind);
  const [first] = applied;
  if (first !== undefined && first !== known[0])
    throw otherSchema('The metadata store', first, known[0] ?? '');
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    throw new NewerSchemaError(
      `The metadata store was written by a newer version of Tracewell (it has ${newer.join(', ')}, which this version does not know). Start the newer version, or restore a backup made with this one.`,
    );
  }
  return applied.length;
}
