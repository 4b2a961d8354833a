// Reads the schema version of a metadata store without changing it: for backups, and for checks before the
// start.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type * as Pg from 'pg';
import type { MetadataConfig } from '#config';
import { load, once } from '#lib/later';
import type { MetadataKind } from './database.ts';
import { otherSchema } from '../other-schema.ts';
import { migrations } from './migrations/index.ts';
import { SCHEMA } from './migrations/0001-schema/index.ts';

interface SchemaState {
  /** Newest migration in the store; null if it is empty. */
  applied: string | null;
  /**
   * `older` becomes current at the next start; `newer` needs a newer version of the service; `other` needs the
   * version that made it.
   */
  state: 'empty' | 'older' | 'current' | 'newer' | 'other';
}

const pg = once(() => load('pg') as typeof Pg);
const CONNECT_MS = 5_000;
const APPLIED = 'select name from kysely_migration order by name';

export async function schemaOf(config: MetadataConfig): Promise<SchemaState> {
  const names = config.kind === 'sqlite' ? fromSqlite(config.path) : await fromPostgres(config.url);
  return { applied: names.at(-1) ?? null, state: stateOf(names, config.kind) };
}

/** Whether this version can open a store whose newest migration is `name`. */
export const knowsSchema = (kind: MetadataKind, name: string): boolean =>
  Object.hasOwn(migrations(kind), name);

function stateOf(names: string[], kind: MetadataKind): SchemaState['state'] {
  if (names.length === 0) return 'empty';
  if (names[0] !== SCHEMA) return 'other';
  if (names.some((name) => !knowsSchema(kind, name))) return 'newer';
  return names.length < Object.keys(migrations(kind)).length ? 'older' : 'current';
}

/**
 * Throws if the file was made with another schema. It is opened as immutable, so that not even its log files
 * are touched if the start is refused. After a crash the schema may be only in the log, which is not read here;
 * then `Metadata.open` throws instead.
 */
export function requireOwnMetadata(config: MetadataConfig): void {
  if (config.kind !== 'sqlite' || !existsSync(config.path)) return;
  const file = pathToFileURL(config.path);
  file.search = '?immutable=1';
  const [first] = fromSqlite(file);
  if (first !== undefined && first !== SCHEMA) throw otherSchema(config.path, first, SCHEMA);
}

function fromSqlite(path: string | URL): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    const known = db.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get();
    return known
      ? db
          .prepare(APPLIED)
          .all()
          .map((row) => String(row['name']))
      : [];
  } finally {
    db.close();
  }
}

async function fromPostgres(url: string): Promise<string[]> {
  const client = new (pg().Client)({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // A broken connection fails the query under way. Without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const known = await client.query<{ name: string | null }>(
      `select to_regclass('kysely_migration') as name`,
    );
    if (known.rows[0]?.name == null) return [];
    return (await client.query<{ name: string }>(APPLIED)).rows.map((row) => row.name);
  } finally {
    await client.end();
  }
}
