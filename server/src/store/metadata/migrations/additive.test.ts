// Old and new processes run at once during an upgrade, on the schema of the new ones
// (docs/adr/0072-old-and-new-at-once.md). So a migration only adds: what the version before it reads and
// writes still works.
import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrations } from './index.ts';

/** The rule begins with this one: the first schema is new to everybody. */
const FIRST = '0002';

const rowsOf = (db: DatabaseSync, { sql, parameters }: CompiledQuery): unknown[] =>
  db.prepare(sql).all(...(parameters as never[]));

/** The statements of each migration, run one after the other on an empty store. */
async function statements(): Promise<Map<string, string[]>> {
  const db = new DatabaseSync(':memory:');
  let noted: string[] = [];
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      noted.push(query.sql);
      return { rows: rowsOf(db, query) as Row[] };
    },
    streamQuery: () => {
      throw new Error('A migration does not stream.');
    },
  };
  const kysely = new Kysely<never>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => connection,
        beginTransaction: async () => undefined,
        commitTransaction: async () => undefined,
        rollbackTransaction: async () => undefined,
        releaseConnection: async () => undefined,
        destroy: async () => undefined,
      }),
    },
  });
  const all = new Map<string, string[]>();
  const ordered = Object.entries(migrations('sqlite')).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, migration] of ordered) {
    noted = [];
    await migration.up(kysely as never);
    all.set(name, noted);
  }
  db.close();
  return all;
}

const tableOf = (sql: string, pattern: RegExp): string | undefined => pattern.exec(sql)?.[1];

/** Why a process of the version before could fail on it. Null if it could not. */
function breaks(sql: string, created: ReadonlySet<string>): string | null {
  if (/\b(?:drop|rename)\b/i.test(sql)) return 'It removes or renames something.';
  const altered = tableOf(sql, /^alter table "?(\w+)/i);
  if (altered && !created.has(altered) && / not null/i.test(sql) && !/ default /i.test(sql))
    return 'Rows of the version before lack the column.';
  const indexed = tableOf(sql, /^create unique index .* on "?(\w+)/i);
  if (indexed && !created.has(indexed)) return 'Rows of the version before may repeat.';
  if (/^(?:update|delete)\b/i.test(sql)) return 'It changes rows that the version before reads.';
  return null;
}

describe('migrations', () => {
  it('only add, so that processes of the version before continue', async () => {
    const faults: string[] = [];
    let checked = 0;
    for (const [name, ran] of await statements()) {
      checked += ran.length;
      if (name < FIRST) continue;
      const created = new Set(ran.map((sql) => tableOf(sql, /^create table "?(\w+)/i) ?? ''));
      for (const sql of ran) {
        const fault = breaks(sql, created);
        if (fault !== null) faults.push(`${name}: ${fault} ${sql}`);
      }
    }
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  });

  it.each([
    'alter table "keys" drop column "name"',
    'alter table "keys" rename to "tokens"',
    'alter table "keys" add column "kind" text not null',
    'create unique index "one" on "keys" ("name")',
    'update "keys" set "name" = \'\'',
    'alter table keys add column kind text not null',
    'create unique index one on keys (name)',
  ])('refused: %s', (sql) => expect(breaks(sql, new Set())).not.toBeNull());

  it.each([
    'alter table "keys" add column "kind" text not null default \'\'',
    'alter table "keys" add column "kind" text',
    'create table "tokens" ("id" text)',
    'create index "by_name" on "keys" ("name")',
    "alter table keys add column kind text not null default ''",
  ])('fine: %s', (sql) => expect(breaks(sql, new Set())).toBeNull());
});
