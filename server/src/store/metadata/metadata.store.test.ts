import { copyFileSync, fstatSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { MetadataConfig } from '#config';
import { nextNumber, type Database } from '#metadata';
import { Metadata, NewerSchemaError } from '#metadata/open';
import { runChild } from '#test/support/child';
import { eventually } from '#test/support/eventually';
import { emptyMetadata, freshFolder, freshMetadata } from '#test/support/metadata';
import { runPromptLinks } from './migrations/0024-run-prompt-links.ts';
import { projectBonds } from './migrations/0028-project-bonds.ts';
import { findingErrors } from './migrations/0032-finding-errors.ts';
import { receiptCodes } from './migrations/0033-receipt-codes.ts';
import { promptNumbers } from './migrations/0035-prompt-numbers.ts';
import { promptReferences } from './migrations/0046-prompt-references.ts';
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
      import { Metadata } from '#metadata/open';
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
    // Conflicts with the last table that the first migration creates.
    await sql`create table settings (a text)`.execute(writer);
    await expect(Metadata.open(fresh)).rejects.toThrow(/settings/);
    const tables = await writer.introspection.getTables();
    expect(tables.map((table) => table.name)).toEqual(['settings']);
    await sql`drop table settings`.execute(writer);
    await (await Metadata.open(fresh)).close();
  });

  it('0024 clears links of runs to prompts that were deleted before it, and no others', async () => {
    const store = await Metadata.open(await freshMetadata(freshFolder()));
    onTestFinished(() => store.close());
    await store.transaction(async (db) => {
      await sql`alter table eval_runs drop column prompt_deleted`.execute(db);
      await sql`insert into accounts (id, number, name, plan, subscription_status, created_at, updated_at)
        values ('acc_x', 1, 'x', 'pro', 'active', 0, 0)`.execute(db);
      await sql`insert into prompts (account_id, name, version, template, labels, created_at, updated_at)
        values ('acc_x', 'p', '1', 't', '[]', 0, 0)`.execute(db);
      const { id } = await db.selectFrom('prompts').select('id').executeTakeFirstOrThrow();
      for (const prompt of [id, id + 1, null]) {
        await sql`insert into eval_runs (account_id, name, status, source, prompt_id, criteria, picked, call_count, trace_count, created_at)
          values ('acc_x', 'n', 'completed', 'recent', ${prompt}, '[]', 1, 0, 0, 0)`.execute(db);
      }
      await runPromptLinks(db as unknown as Kysely<never>);
      const runs = await db
        .selectFrom('eval_runs')
        .select(['prompt_id', 'prompt_deleted'])
        .orderBy('id')
        .execute();
      expect(runs).toEqual([
        { prompt_id: id, prompt_deleted: 0 },
        { prompt_id: null, prompt_deleted: 1 },
        { prompt_id: null, prompt_deleted: 0 },
      ]);
    });
  });

  it('0028 assigns a dataset to the project of the bound key that created it, and all others to the account', async () => {
    const store = await Metadata.open(await freshMetadata(freshFolder()));
    onTestFinished(() => store.close());
    await store.transaction(async (db) => {
      await sql`alter table eval_datasets drop column project_id`.execute(db);
      await sql`alter table gate_holds drop column project_id`.execute(db);
      await sql`insert into accounts (id, number, name, plan, subscription_status, created_at, updated_at)
        values ('acc_x', 1, 'x', 'pro', 'active', 0, 0)`.execute(db);
      await sql`insert into projects (id, number, account_id, name, is_default, created_at, updated_at)
        values ('prj_x', 1, 'acc_x', 'x', 1, 0, 0)`.execute(db);
      for (const [at, [maker, project]] of [
        ['key_bound', 'prj_x'],
        ['key_free', null],
        ['usr_person', null],
      ].entries()) {
        if (maker?.startsWith('key_'))
          await sql`insert into api_keys (id, account_id, project_id, name, secret_hash, hint, created_by, created_at)
            values (${maker}, 'acc_x', ${project}, 'n', ${maker}, 'h', 'test', 0)`.execute(db);
        await sql`insert into eval_datasets (id, account_id, name, frozen, version, item_count, last_item_id, created_at, updated_at)
          values (${at}, 'acc_x', ${maker}, 0, 1, 0, 0, 0, 0)`.execute(db);
        await sql`insert into audit_entries
          (account_id, seq, action, actor_type, actor_id, target_type, target_id, metadata, created_at, previous_hash, hash)
          values ('acc_x', ${at + 1}, 'eval_dataset.create', 'key', ${maker}, 'eval_dataset', ${String(at)}, '{}', 0, '', '')`.execute(
          db,
        );
      }
      await projectBonds(db as unknown as Kysely<never>);
      const datasets = db.selectFrom('eval_datasets').select(['name', 'project_id']).orderBy('id');
      expect(await datasets.execute()).toEqual([
        { name: 'key_bound', project_id: 'prj_x' },
        { name: 'key_free', project_id: null },
        { name: 'usr_person', project_id: null },
      ]);
    });
  });

  it('0035 numbers the versions of each name in the order of their creation, and continues from there', async () => {
    const store = await Metadata.open(await freshMetadata(freshFolder()));
    onTestFinished(() => store.close());
    await store.transaction(async (db) => {
      for (const table of ['linked_run_items', 'linked_runs', 'prompt_names'])
        await sql`drop table ${sql.table(table)}`.execute(db);
      for (const index of [
        'prompts_name_number',
        'eval_dataset_items_external_id',
        'eval_dataset_items_source_trace_id',
      ])
        await sql`drop index ${sql.id(index)}`.execute(db);
      for (const [table, column] of [
        ['prompts', 'number'],
        ['prompts', 'type'],
        ['prompts', 'config'],
        ['eval_datasets', 'facts'],
        ['eval_dataset_items', 'external_id'],
        ['eval_dataset_items', 'source_trace_id'],
      ] as const)
        await sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`.execute(db);
      for (const account of ['acc_x', 'acc_y'])
        await sql`insert into accounts (id, number, name, plan, subscription_status, created_at, updated_at)
          values (${account}, ${account === 'acc_x' ? 1 : 2}, 'x', 'pro', 'active', 0, 0)`.execute(db);
      for (const [account, name, version] of [
        ['acc_x', 'a', 'late'],
        ['acc_x', 'b', '7'],
        ['acc_y', 'a', '1'],
        ['acc_x', 'a', 'early'],
        ['acc_x', 'a', '1'],
      ])
        await sql`insert into prompts (account_id, name, version, template, labels, created_at, updated_at)
          values (${account}, ${name}, ${version}, 't', '[]', 0, 0)`.execute(db);
      await promptNumbers(db as unknown as Kysely<never>);
      const columns = ['account_id', 'name', 'version', 'number', 'type', 'config'] as const;
      const rows = await db.selectFrom('prompts').select(columns).orderBy('id').execute();
      expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
        'acc_x a late 1 text {}',
        'acc_x b 7 1 text {}',
        'acc_y a 1 1 text {}',
        'acc_x a early 2 text {}',
        'acc_x a 1 3 text {}',
      ]);
      const names = await db.selectFrom('prompt_names').selectAll().orderBy('last_number', 'desc').execute();
      expect(names[0]).toEqual({ account_id: 'acc_x', name: 'a', last_number: 3 });
      expect(names).toHaveLength(3);
    });
  });

  it('0046 reads the references of stored prompts', async () => {
    const store = await Metadata.open(await freshMetadata(freshFolder()));
    onTestFinished(() => store.close());
    await store.transaction(async (db) => {
      for (const table of ['prompt_references', 'prompt_protected_labels'])
        await sql`drop table ${sql.table(table)}`.execute(db);
      await sql`insert into accounts (id, number, name, plan, subscription_status, created_at, updated_at)
        values ('acc_x', 1, 'x', 'pro', 'active', 0, 0)`.execute(db);
      const refer = (to: string) => `@@@langfusePrompt:${to}@@@`;
      for (const [at, template] of [
        'none',
        `${refer('name=a/b|label=beta')} ${refer('name=a/b|label=beta')} ${refer('name=c')} ${refer('label=x')}`,
        JSON.stringify([{ role: 'user', content: `"${refer('name=d|version=3')}"` }]),
      ].entries())
        await sql`insert into prompts (account_id, name, version, number, template, labels, created_at, updated_at)
          values ('acc_x', 'p', ${String(at)}, ${at + 1}, ${template}, '[]', 0, 0)`.execute(db);
      await promptReferences(db as unknown as Kysely<never>);
      const rows = await db.selectFrom('prompt_references').selectAll().orderBy('name').execute();
      expect(rows.map(({ name, label, number }) => [name, label, number])).toEqual([
        ['a/b', 'beta', null],
        ['c', 'production', null],
        ['d', null, 3],
      ]);
    });
  });

  it('0032 removes errors of calls from findings, and requests that the disk be cleared', async () => {
    const store = await Metadata.open(await freshMetadata(freshFolder()));
    onTestFinished(() => store.close());
    await store.transaction(async (db) => {
      await sql`insert into accounts (id, number, name, plan, subscription_status, created_at, updated_at)
        values ('acc_x', 1, 'x', 'pro', 'active', 0, 0)`.execute(db);
      const told = {
        callIds: ['c'],
        traceIds: [],
        values: { errors: 3, error: 'cannot read what was said' },
      };
      for (const [number, kind] of ['error_burst', 'retry_storm'].entries())
        await sql`insert into guardian_findings (id, account_id, project_id, number, kind, cause, fingerprint, severity, title, detail,
            evidence, tally, status, first_seen_at, last_seen_at, count, created_at, updated_at)
          values (${kind}, 'acc_x', 'prj_x', ${number}, ${kind}, ${kind}, ${kind}, 'low', 't', 'd', ${JSON.stringify(told)}, '{}', 'open',
            0, 0, 1, 0, 0)`.execute(db);
      await findingErrors(db as unknown as Kysely<never>);
      const findings = await db.selectFrom('guardian_findings').select('evidence').orderBy('id').execute();
      expect(findings.map(({ evidence }) => JSON.parse(evidence))).toEqual([
        { ...told, values: { errors: 3 } },
        told,
      ]);
      const owed = db.selectFrom('settings').select('value').where('name', '=', 'items-sealed-clear-disk');
      expect(await owed.execute()).toEqual([{ value: '1' }]);
      // A second run finds nothing to remove.
      await findingErrors(db as unknown as Kysely<never>);
    });
  });

  it('0033 adds a code to earlier receipts whose reason is a sentence, and leaves codes unchanged', async () => {
    const store = await Metadata.open(await freshMetadata(freshFolder()));
    onTestFinished(() => store.close());
    const old = [
      ['', ''],
      ['unknown_provider', 'acme'],
      ['provider must be one of openai', 'x: provider must be one of openai; got "acme"'],
      ['timestamp must be within the last 90 days, which is how long records are kept', 'x: timestamp …'],
      ['timestamp must be at most 24 hours in the future', 'x'],
      ['a record must be at most 256 KiB of JSON', 'x'],
      ['latencyMs must be a number of at least 0', 'x: latencyMs must be a number of at least 0; got -4'],
      ['tags: a key must have 1 to 64 characters', 'x'],
      ['requestMeta has a number above 1e308', 'x'],
      ['a record must be an object', 'a record must be an object; got 5'],
    ] as const;
    await store.transaction(async (db) => {
      for (const column of ['code', 'field', 'value'])
        await sql`alter table ingest_receipts drop column ${sql.ref(column)}`.execute(db);
      for (const [reason, example] of old)
        await sql`insert into ingest_receipts (account_id, hour, key_id, endpoint, client, scope, reason, requests,
            accepted, duplicates, observations, unpriced, rejected, refused, example, last_seen_at)
          values ('acc_x', 0, 'key_x', 'ingest', '', '', ${reason}, 0, 0, 0, 0, 0, 1, 0, ${example}, 0)`.execute(
          db,
        );
      await receiptCodes(db as unknown as Kysely<never>);
      const rows = await db.selectFrom('ingest_receipts').selectAll().execute();
      const byReason = new Map(rows.map(({ reason, code, field, value }) => [reason, [code, field, value]]));
      expect(old.map(([reason]) => byReason.get(reason))).toEqual([
        ['', '', ''],
        ['', '', ''],
        ['unknown_provider', 'provider', 'acme'],
        ['timestamp_too_old', 'timestamp', ''],
        ['timestamp_in_future', 'timestamp', ''],
        ['record_too_large', '', ''],
        ['field_rule', 'latencyMs', ''],
        ['field_rule', 'tags', ''],
        ['field_rule', 'requestMeta', ''],
        ['field_rule', '', ''],
      ]);
    });
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
