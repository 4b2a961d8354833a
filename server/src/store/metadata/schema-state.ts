// Reads the schema version of a metadata store without changing it: for backups, and for checks before the
// start.
import { DatabaseSync } from 'node:sqlite';
import type * as Pg from 'pg';
import type { MetadataConfig } from '#config';
import { load, once } from '#lib/later';
import type { MetadataKind } from './database.ts';
import { migrations } from './migrations/index.ts';

interface SchemaState {
  /** Newest migration in the store; null if it is empty. */
  applied: string | null;
  /** `older` becomes current at the next start; `newer` needs a newer version of the service. */
  state: 'empty' | 'older' | 'current' | 'newer';
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
  if (names.some((name) => !knowsSchema(kind, name))) return 'newer';
  return names.length < Object.keys(migrations(kind)).length ? 'older' : 'current';
}

function fromSqlite(path: string): string[] {
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
