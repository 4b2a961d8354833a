// The record engine dies in mid-insert: a table has the rows, and some of the views behind it do not.
// Afterwards nothing is partly visible or uncharged, and nothing can be stored twice, whether or not the
// client retries.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { systemClock } from '#lib/clock';
import { Metadata } from '#metadata/open';
import type { Incoming } from '#records';
import { encodeRecords } from '#records/writer/rows/encode-records';
import { insertAccounts } from '#test/support/account-rows';
import { CutProxy } from '#test/support/cut-proxy';
import { eventually } from '#test/support/eventually';
import { heldTables, wholeTables } from '#test/support/half-tables';
import { incomingCall, incomingObservation } from '#test/support/incoming';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { OwnFront } from '#test/support/own-front';
import { newAccount } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { migrateRecords } from '../../src/store/records/migrations/migrate.ts';
import { selectCall } from '../../src/store/records/questions/call.ts';
import { openDirectWriter } from '../../src/store/records/writer/direct/open-direct.ts';

const SLOW_MS = 180_000;
// chDB has no library there, and the engine that replaces it cannot be killed.
const own = process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] === undefined;
const TRACE = 'a'.repeat(32);

describe.skipIf(!own)('a record engine that dies in mid-insert', () => {
  let front: OwnFront;
  let engine: RecordsEngine;
  let config: Awaited<ReturnType<typeof freshMetadata>>;
  let metadata: Metadata;
  let account = 0;

  beforeAll(async () => {
    const folder = freshFolder();
    front = await OwnFront.start(path.join(folder, 'front'));
    config = await freshMetadata(folder);
    metadata = await Metadata.open(config);
    engine = await openEngine({ kind: 'server', url: front.url });
    await migrateRecords(engine);
  }, SLOW_MS);
  afterAll(async () => {
    await engine.close();
    await metadata.close();
    await front.kill();
  });

  const newWriter = async () => {
    account = newAccount();
    await insertAccounts(metadata, [account]);
    return anotherWriter();
  };
  /** A writer as in another process. */
  const anotherWriter = () =>
    openDirectWriter(engine, new MetadataLedger(metadata, systemClock), systemClock, {
      answerMs: SLOW_MS,
      patienceMs: SLOW_MS,
    });
  const write = (writer: ReturnType<typeof anotherWriter>, records: readonly Incoming[]) =>
    writer.write({ account, quota: 1_000, encoded: encodeRecords(records) });
  const die = async (table: string, without: string[], work: () => Promise<unknown>) => {
    await front.arm({ table, without });
    await expect(work()).rejects.toMatchObject({ status: 503 });
    await front.ended();
    await front.start();
  };
  const records = (prefix: string): Incoming[] => [
    ...['1', '2', '3'].map((at) =>
      incomingCall(account, `${prefix}${at}`, { timestampMs: Date.now() - 60_000 }),
    ),
    incomingObservation(account, TRACE, prefix.padStart(16, '0')),
  ];

  it.each([
    ['no view', ['call_ids_from_calls', 'agg_15m_from_calls', 'arrivals_from_calls']],
    ['sums only', ['call_ids_from_calls', 'arrivals_from_calls']],
    ['ids and arrivals only', ['agg_15m_from_calls']],
  ])(
    'with rows in %s: the retry completes the write before it is answered',
    async (_what, without) => {
      const writer = await newWriter();
      const before = records('a');
      expect(await write(writer, before)).toMatchObject({ stored: 4 });
      const half = records('b');
      await die('calls', without, () => write(writer, half));
      const left = await heldTables(engine, account);
      expect(left).not.toEqual(wholeTables(left.records, left.calls));
      const later = half.map((record) =>
        record.kind === 'call' ? incomingCall(account, record.id, { timestampMs: Date.now() - 5 }) : record,
      );
      // Another process receives the same records with other timestamps.
      const outcome = await write(anotherWriter(), later);
      expect(outcome).toMatchObject({ status: 'stored' });
      expect(await heldTables(engine, account)).toEqual(wholeTables(8, 6));
      expect(await selectCall('b2').run(engine, { account, project: null, sinceMs: 0 })).toMatchObject({
        call: { id: 'b2' },
      });
      expect(await writer.usage(account)).toBe(8);
      expect(await write(writer, half)).toMatchObject({ stored: 0, duplicates: 4 });
      expect(await metadata.reader.selectFrom('unfinished_writes').selectAll().execute()).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'without a retry: the job completes the write and charges it',
    async () => {
      const writer = await newWriter();
      await write(writer, records('a'));
      await die('calls', ['call_ids_from_calls', 'arrivals_from_calls'], () => write(writer, records('b')));
      const [completed] = await anotherWriter().completeWrites();
      expect(completed?.account).toBe(account);
      const held = await heldTables(engine, account);
      expect(held).toEqual(wholeTables(held.records, held.calls));
      expect(held.calls).toBe(6);
      expect(await writer.usage(account)).toBe(held.records);
    },
    SLOW_MS,
  );

  it(
    'while stored records of the account are being changed: ids are complete immediately, the sums after the change',
    async () => {
      const writer = await newWriter();
      const half = records('b').slice(0, 3);
      await die('calls', ['call_ids_from_calls', 'agg_15m_from_calls', 'arrivals_from_calls'], () =>
        write(writer, half),
      );
      const ledger = new MetadataLedger(metadata, systemClock);
      await ledger.whileUnchanged(account, async () => {
        expect(await write(writer, half)).toMatchObject({ stored: 0, duplicates: 3 });
        expect(await writer.usage(account)).toBe(3);
        expect(await selectCall('b1').run(engine, { account, project: null, sinceMs: 0 })).toMatchObject({
          call: { id: 'b1' },
        });
        expect((await heldTables(engine, account)).summed).toBe(0);
      });
      expect(await writer.completeWrites()).toEqual([{ account, records: 3 }]);
      expect(await heldTables(engine, account)).toEqual(wholeTables(3));
      expect(await writer.usage(account)).toBe(3);
    },
    SLOW_MS,
  );

  it(
    'records that only the retry stored are charged once, although the interrupted write is completed after it',
    async () => {
      const writer = await newWriter();
      const [span, ...calls] = records('c').toReversed();
      if (!span) throw new Error('There is no span.');
      // The calls never reach their table: the engine dies with only the observation stored.
      await die(
        'observations',
        ['call_ids_from_observations', 'arrivals_from_observations', 'run_times_from_observations'],
        () => write(writer, [span]),
      );
      await metadata.transaction(async (db) => {
        const note = await db.selectFrom('unfinished_writes').selectAll().executeTakeFirstOrThrow();
        const more = calls.map((call) => [call.id, call.kind === 'call' ? call.row.call.timestampMs : 0]);
        const noted = JSON.stringify([...(JSON.parse(note.records) as unknown[]), ...more]);
        await db.updateTable('unfinished_writes').set({ records: noted }).execute();
      });
      await new MetadataLedger(metadata, systemClock).whileUnchanged(account, async () => {
        expect(await write(writer, [span, ...calls])).toMatchObject({ stored: 3, duplicates: 1 });
      });
      await writer.completeWrites();
      expect(await writer.usage(account)).toBe(4);
      expect(await heldTables(engine, account)).toEqual(wholeTables(4, 3));
    },
    SLOW_MS,
  );

  const onPostgres = inject('engine') === 'postgres';
  /** The same metadata over a connection that can be cut. */
  const overProxy = async () => {
    if (config.kind !== 'postgres') throw new Error('not PostgreSQL');
    const url = new URL(config.url);
    const proxy = new CutProxy({ host: url.hostname, port: Number(url.port) });
    await proxy.open();
    url.host = `127.0.0.1:${proxy.port}`;
    const store = await Metadata.open({ kind: 'postgres', url: url.href });
    onTestFinished(async () => {
      await store.close();
      await proxy.cut();
    });
    return { proxy, store };
  };

  it.runIf(onPostgres)(
    'a process dies while it completes a write: the next one completes it after the hold expires',
    async () => {
      const writer = await newWriter();
      await die('calls', ['call_ids_from_calls', 'agg_15m_from_calls', 'arrivals_from_calls'], () =>
        write(writer, records('d').slice(0, 3)),
      );
      const { proxy, store } = await overProxy();
      const dying: RecordsEngine = {
        ...engine,
        command: async (sql, ...rest) => {
          // Cuts off the metadata of this process, so that it looks dead to the others.
          if (sql.includes('INTO agg_15m')) await proxy.cut();
          await engine.command(sql, ...rest);
        },
      };
      const dead = openDirectWriter(dying, new MetadataLedger(store, systemClock), systemClock);
      await expect(dead.completeWrites()).rejects.toMatchObject({ status: 503 });
      const after = (ms: number) => {
        const clock = { now: () => Date.now() + ms };
        return openDirectWriter(engine, new MetadataLedger(metadata, clock), clock);
      };
      // The process may still be working: the records are charged and found, and the rest has to wait.
      expect(await after(20_000).completeWrites()).toEqual([]);
      expect(await writer.usage(account)).toBe(3);
      expect(await after(31_000).completeWrites()).toEqual([{ account, records: 3 }]);
      expect(await heldTables(engine, account)).toEqual(wholeTables(3));
      expect(await writer.usage(account)).toBe(3);
      expect(await metadata.reader.selectFrom('record_changes').selectAll().execute()).toEqual([]);
    },
    SLOW_MS,
  );

  it.runIf(onPostgres)(
    'PostgreSQL is lost between the insert and its charge: charged without a retry',
    async () => {
      const { proxy, store } = await overProxy();
      const writer = await newWriter();
      const cutting: RecordsEngine = {
        ...engine,
        insertRows: async (...given) => {
          await engine.insertRows(...given);
          await proxy.cut();
        },
      };
      const ledger = new MetadataLedger(store, systemClock);
      const behind = openDirectWriter(cutting, ledger, systemClock, { answerMs: SLOW_MS });
      const calls = records('a').slice(0, 3);
      await expect(write(behind, calls)).rejects.toMatchObject({ status: 503 });
      expect(await writer.usage(account)).toBe(0);
      // PostgreSQL keeps the locks of the connection until it notices that the client has disconnected.
      await eventually(async () => expect(await writer.completeWrites()).toEqual([{ account, records: 3 }]));
      expect(await writer.usage(account)).toBe(3);
      expect(await heldTables(engine, account)).toEqual(wholeTables(3));
    },
    SLOW_MS,
  );
});
