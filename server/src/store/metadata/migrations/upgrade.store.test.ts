// A store of a released version, with a row in every table, becomes one of this version and of the next.
import { sql, type Kysely } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { emptyMetadata, freshFolder } from '#test/support/metadata';
import { RELEASED, taggedVersions } from '#test/support/released';
import { migrations as recordMigrations } from '../../records/migrations/index.ts';
import type { Database } from '../database.ts';
import { migrateMetadata } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import { migrations } from './index.ts';

const kind = inject('engine');
const known = migrations(kind);
const newest = Object.keys(known).at(-1) ?? '';

/** What the next version may add. */
const planted = {
  '9999-planted': {
    up: async (db: Kysely<never>) => {
      await sql`alter table accounts add column planted text not null default 'p'`.execute(db);
      await sql`create table planted (id text primary key)`.execute(db);
    },
  },
};

async function openEmpty(): Promise<Kysely<Database>> {
  const config = await emptyMetadata(freshFolder());
  const store = config.kind === 'sqlite' ? openSqlite(config.path) : openPostgres(config.url, {});
  onTestFinished(async () => {
    for (const db of new Set([store.reader, store.writer, store.migrator])) await db.destroy();
  });
  return store.migrator;
}

/** Columns by table, with their types. */
async function shapeOf(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((of) => `${of.name} ${of.dataType}${of.isNullable ? ' null' : ''}`).toSorted(),
    ]),
  );
}

const valueOf = (type: string) => (/text/i.test(type) ? 'x' : 1);

/** References are not checked meanwhile: what they point to has the same made-up values. */
async function fill(db: Kysely<Database>): Promise<number> {
  const unchecked =
    kind === 'sqlite' ? 'pragma foreign_keys = off' : 'set session_replication_role = replica';
  const checked = kind === 'sqlite' ? 'pragma foreign_keys = on' : 'set session_replication_role = default';
  await sql.raw(unchecked).execute(db);
  const tables = await db.introspection.getTables();
  for (const { name, columns } of tables) {
    const names = sql.join(columns.map((of) => sql.ref(of.name)));
    const values = sql.join(columns.map((of) => sql`${valueOf(of.dataType)}`));
    await sql`insert into ${sql.table(name)} (${names}) values (${values})`.execute(db);
  }
  await sql.raw(checked).execute(db);
  return tables.length;
}

async function rowsOf(db: Kysely<Database>): Promise<Map<string, unknown[]>> {
  const all = new Map<string, unknown[]>();
  for (const { name } of await db.introspection.getTables())
    all.set(name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows);
  return all;
}

describe.each([...RELEASED, { version: 'this version', metadata: newest }])(
  'a store of $version',
  ({ metadata }) => {
    it('keeps every row, and has the schema of a new one', async () => {
      const before = Object.fromEntries(Object.entries(known).filter(([name]) => name <= metadata));
      expect(Object.keys(before)).toContain(metadata);
      const db = await openEmpty();
      await migrateMetadata(db, kind, before);
      expect(await fill(db)).toBeGreaterThan(80);
      const rows = await rowsOf(db);

      const next = { ...known, ...planted };
      await migrateMetadata(db, kind, next);
      const after = await rowsOf(db);
      for (const [table, had] of rows) {
        const expected = had.map((row) => expect.objectContaining(row as object));
        expect([table, after.get(table)]).toEqual([table, expected]);
      }
      expect(after.get('accounts')).toMatchObject([{ planted: 'p' }]);

      const fresh = await openEmpty();
      await migrateMetadata(fresh, kind, next);
      expect(await shapeOf(db)).toEqual(await shapeOf(fresh));
    });
  },
);

it('every tagged version has its schemas written down, and they are unchanged', () => {
  expect(RELEASED.map(({ version }) => version)).toEqual(expect.arrayContaining(taggedVersions()));
  const records = recordMigrations.map(({ name }) => name);
  for (const released of RELEASED) {
    expect(Object.keys(known)).toContain(released.metadata);
    expect(records).toContain(released.records);
  }
});
