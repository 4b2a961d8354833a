import { copyFileSync, fstatSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { MetadataConfig } from '#config';
import { Metadata, NewerSchemaError, nextNumber, type Database } from '#metadata';
import { runChild } from '#test/support/child';
import { eventually } from '#test/support/eventually';
import { emptyMetadata, freshFolder, freshMetadata } from '#test/support/metadata';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const engine = inject('engine');

/** For tests that only make sense on PostgreSQL; on the other engine they are not registered. */
const onPostgres = engine === 'postgres' ? ['on PostgreSQL'] : [];

let config: MetadataConfig;
let metadata: Metadata;
beforeAll(async () => {
  config = await emptyMetadata(freshFolder());
  metadata = await Metadata.open(config);
});
afterAll(() => metadata.close());

const set = (name: string, value: string) =>
  metadata.transaction((db) => db.insertInto('settings').values({ name, value }).execute());

const valueOf = async (name: string) =>
  (await metadata.reader.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;

describe('migrations', () => {
  it('run once when several processes start at once', async () => {
    const fresh = await emptyMetadata(freshFolder());
    const code = `
      import { Metadata } from '#metadata';
      const store = await Metadata.open(JSON.parse(process.argv[1]));
      await store.ping();
      await store.close();`;
    const ends = await Promise.all([1, 2, 3, 4].map(() => runChild(code, fresh).ended));
    for (const { code: exit, stderr } of ends) expect([exit, stderr]).toEqual([0, '']);
  });

  it('wait for the command if they may not run at start', async () => {
    const fresh = await emptyMetadata(freshFolder());
    const waiting: MetadataConfig = { ...fresh, migrate: false };
    await expect(Metadata.open(waiting)).rejects.toMatchObject({
      reason: 'schema_older',
      message: expect.stringMatching(/lacks \d+ of \d+ migrations.*tracewell-server migrate/),
    });
    await (await Metadata.open(fresh)).close();
    await (await Metadata.open(waiting)).close();
  });

  it('that fail half-way leave nothing behind, and run when the cause is gone', async () => {
    const fresh = await emptyMetadata(freshFolder());
    const { reader, writer } = fresh.kind === 'sqlite' ? openSqlite(fresh.path) : openPostgres(fresh.url, {});
    onTestFinished(async () => {
      await reader.destroy();
      await writer.destroy();
    });
    // Conflicts with the last table that the migration creates.
    await sql`create table proposals (a text)`.execute(writer);
    await expect(Metadata.open(fresh)).rejects.toThrow(/proposals/);
    const tables = await writer.introspection.getTables();
    expect(tables.map((table) => table.name)).toEqual(['proposals']);
    await sql`drop table proposals`.execute(writer);
    await (await Metadata.open(fresh)).close();
  });

  it('are refused with a clear message when the store is of a newer version', async () => {
    const fresh = await freshMetadata(freshFolder());
    const first = await Metadata.open(fresh);
    await first.transaction((db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030')`.execute(db),
    );
    await first.close();
    const refused = Metadata.open(fresh);
    await expect(refused).rejects.toThrow(NewerSchemaError);
    await expect(refused).rejects.toThrow(
      /newer version of Tracewell.*9999-from-the-future.*restore a backup/,
    );
  });

  it('are refused when the store was made with another first schema, and change nothing', async () => {
    const fresh = await freshMetadata(freshFolder());
    const first = await Metadata.open(fresh);
    await first.transaction(async (db) => {
      await sql`update kysely_migration set name = '0001-schema-0badcafe'`.execute(db);
      await sql`drop table proposals`.execute(db);
    });
    await first.close();
    const refused = Metadata.open(fresh);
    await expect(refused).rejects.toMatchObject({
      reason: 'schema_other',
      message: expect.stringMatching(
        /0001-schema-0badcafe; this version has 0001-schema-.*Nothing was changed/,
      ),
    });
    const { reader, writer } = fresh.kind === 'sqlite' ? openSqlite(fresh.path) : openPostgres(fresh.url, {});
    onTestFinished(async () => {
      await reader.destroy();
      await writer.destroy();
    });
    const tables = await writer.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain('proposals');
  });
});

describe('the reader', () => {
  const writable = () => metadata.reader as unknown as Kysely<Database>;

  it('cannot write with any statement', async () => {
    await set('kept', 'yes');
    for (const statement of [
      sql`insert into settings (name, value) values ('x', 'y')`,
      sql`update settings set value = 'no'`,
      sql`delete from settings`,
      sql`drop table settings`,
      sql`create table t (a text)`,
    ]) {
      await expect(statement.execute(writable())).rejects.toThrow(/read.?only/i);
    }
    expect(await valueOf('kept')).toBe('yes');
  });

  it('cannot write inside its own transaction either', async () => {
    await expect(
      writable()
        .transaction()
        .execute((db) => db.deleteFrom('settings').execute()),
    ).rejects.toThrow(/read.?only/i);
  });

  it.each(onPostgres)('cannot write when the URL has its own session options, %s', async () => {
    if (config.kind !== 'postgres') throw new Error('not PostgreSQL');
    const url = new URL(config.url);
    url.searchParams.set('options', '-c work_mem=8MB');
    const store = await Metadata.open({ kind: 'postgres', url: url.href });
    onTestFinished(() => store.close());
    const reader = store.reader as unknown as Kysely<Database>;
    const { rows } = await sql<{ work_mem: string }>`show work_mem`.execute(reader);
    expect(rows[0]?.work_mem).toBe('8MB');
    await expect(reader.deleteFrom('settings').execute()).rejects.toThrow(/read-only/);
  });

  it('sees a committed change at once', async () => {
    for (let round = 0; round < 50; round += 1) {
      await set(`seen-${round}`, 'v');
      expect(await valueOf(`seen-${round}`)).toBe('v');
    }
  });
});

describe('a transaction', () => {
  it('that fails leaves nothing behind, wherever it fails', async () => {
    for (const fail of [
      async () => {
        throw new Error('no');
      },
      async (db: Kysely<Database>) => {
        await db.insertInto('settings').values({ name: 'rolled-back', value: '2' }).execute();
      },
      async (db: Kysely<Database>) => {
        await sql`select * from no_such_table`.execute(db);
      },
    ]) {
      const work = metadata.transaction(async (db) => {
        await db.insertInto('settings').values({ name: 'rolled-back', value: '1' }).execute();
        await fail(db);
      });
      await expect(work).rejects.toThrow(/no|unique|exist/i);
      expect(await valueOf('rolled-back')).toBeUndefined();
    }
    await set('after-rollback', 'fine');
    expect(await valueOf('after-rollback')).toBe('fine');
  });

  describe.runIf(engine === 'sqlite')('and the disk', () => {
    /**
     * The embedded store in its own folder, and what its disk would hold after a power cut at each moment.
     */
    async function onDisk() {
      const folder = freshFolder();
      const own = { kind: 'sqlite', path: path.join(folder, 'metadata.db') } as const;
      const store = await Metadata.open(own);
      onTestFinished(() => store.close());
      const probe = await open(own.path, 'r');
      const files = Object.getPrototypeOf(probe) as FileHandle;
      await probe.close();
      const syncs: PromiseWithResolvers<void>[] = [];
      // Other stores of this process sync their files as usual.
      const datasync: (this: FileHandle) => Promise<void> = Object.getOwnPropertyDescriptor(
        files,
        'datasync',
      )?.value;
      const spy = vi.spyOn(files, 'datasync').mockImplementation(function (this: FileHandle) {
        if (fstatSync(this.fd).ino !== statSync(`${own.path}-wal`).ino) return datasync.call(this);
        for (const end of ['', '-wal']) copyFileSync(own.path + end, `${own.path}.cut${syncs.length}${end}`);
        const sync = Promise.withResolvers<void>();
        syncs.push(sync);
        return sync.promise;
      });
      onTestFinished(() => spy.mockRestore());
      /** The value of the setting `name` on disk when sync number `at` began, counted from 0. */
      const left = (at: number): unknown => {
        const copy = new DatabaseSync(`${own.path}.cut${at}`);
        onTestFinished(() => copy.close());
        return copy.prepare(`select value from settings where name = 'name'`).get()?.['value'];
      };
      return { store, syncs, left };
    }

    const write = (value: string) => (db: Kysely<Database>) =>
      db
        .insertInto('settings')
        .values({ name: 'name', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();

    it('waits for the sync, unless it only counts', async () => {
      const { store, syncs, left } = await onDisk();
      let done = false;
      const change = store.transaction(write('kept')).then(() => (done = true));
      await expect.poll(() => syncs.length).toBe(1);
      // A transaction that only counts overtakes one that waits.
      await store.countingTransaction(write('counted'));
      expect([done, syncs.length, left(0)]).toEqual([false, 1, 'kept']);
      syncs[0]?.resolve();
      await change;
      expect(syncs).toHaveLength(1);
      const next = store.transaction(write('next'));
      await expect.poll(() => syncs.length).toBe(2);
      expect(left(1)).toBe('next');
      syncs[1]?.resolve();
      await next;
    });

    it('a lost commit is an error, and all further changes are rejected', async () => {
      const { store, syncs } = await onDisk();
      const change = store.transaction(write('lost'));
      await expect.poll(() => syncs.length).toBe(1);
      syncs[0]?.reject(new Error('EIO'));
      const refusal = { code: 'unavailable', reason: 'metadata_not_synced' };
      await expect(change).rejects.toMatchObject(refusal);
      await expect(store.transaction(write('more'))).rejects.toMatchObject(refusal);
      await expect(store.countingTransaction(write('more'))).rejects.toMatchObject(refusal);
      await expect(store.ping()).rejects.toMatchObject(refusal);
      // Reads still work.
      const rows = await store.reader
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'name')
        .execute();
      expect(rows).toEqual([{ value: 'lost' }]);
    });
  });

  it('that only counts is atomic too', async () => {
    const work = metadata.countingTransaction(async (db) => {
      await db.insertInto('settings').values({ name: 'counted', value: '1' }).execute();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await valueOf('counted')).toBeUndefined();
    await metadata.countingTransaction((db) =>
      db.insertInto('settings').values({ name: 'counted', value: '2' }).execute(),
    );
    expect(await valueOf('counted')).toBe('2');
  });

  it('gives out numbers without gaps or repeats to concurrent callers', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 40 }, () => metadata.transaction((db) => nextNumber(db, 'test'))),
    );
    expect(numbers.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
  });

  it('is retried when two of them conflict', async () => {
    await set('left', '0');
    await set('right', '0');
    // In the first attempt, neither continues before both hold the row that the other needs.
    const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const add = async (turn: 0 | 1, ...names: string[]) =>
      metadata.transaction(async (db) => {
        for (const name of names) {
          await db
            .updateTable('settings')
            .set((eb) => ({ value: sql<string>`cast(cast(${eb.ref('value')} as integer) + 1 as text)` }))
            .where('name', '=', name)
            .execute();
          holding[turn]?.resolve();
          if (engine === 'postgres') await holding[1 - turn]?.promise;
        }
      });
    await Promise.all([add(0, 'left', 'right'), add(1, 'right', 'left')]);
    expect([await valueOf('left'), await valueOf('right')]).toEqual(['2', '2']);
  });
});

describe('errors', () => {
  it('503 metadata_unavailable: a file or a server that does not exist', async () => {
    const away: MetadataConfig =
      engine === 'sqlite'
        ? { kind: 'sqlite', path: `${freshFolder()}/missing/metadata.sqlite` }
        : { kind: 'postgres', url: 'postgres://u:p@127.0.0.1:1/none' };
    await expect(Metadata.open(away)).rejects.toMatchObject({
      status: 503,
      reason: 'metadata_unavailable',
      retryAfterSeconds: 2,
    });
  });

  it.each(onPostgres)('400 invalid_text: text that PostgreSQL cannot hold, %s', async () => {
    await expect(set('nul', 'a\u0000b')).rejects.toMatchObject({ status: 400, reason: 'invalid_text' });
  });

  it.each(onPostgres)('400 number_too_large: a number that PostgreSQL cannot hold, %s', async () => {
    for (const value of [1e21, 2 ** 64]) {
      const insert = metadata.transaction((db) =>
        db.insertInto('sequences').values({ name: 'large', value }).execute(),
      );
      await expect(insert).rejects.toMatchObject({ status: 400, reason: 'number_too_large' });
    }
  });

  it.each(onPostgres)('503: a statement that takes too long is given up, %s', async () => {
    const impatient = await Metadata.open(config, { patienceMs: 200 });
    onTestFinished(() => impatient.close());
    const slow = impatient.transaction((db) => sql`select pg_sleep(5)`.execute(db));
    await expect(slow).rejects.toMatchObject({ status: 503, reason: 'metadata_unavailable' });
    // Its patience may end here too, on a busy machine.
    await eventually(() => impatient.ping());
  });
});
