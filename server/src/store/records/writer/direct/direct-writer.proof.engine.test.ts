// The writer of a ClickHouse server with the real tables behind it, over HTTP: what goes in comes out, once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#lib/clock';
import { freeHold } from '#test/support/free-hold';
import { incomingCall, incomingObservation } from '#test/support/incoming';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../engine/engine.ts';
import { migrateRecords } from '../../migrations/migrate.ts';
import type { Incoming, RecordWriter } from '../writer.ts';
import { CALL_COLUMNS } from '../rows/call-row.ts';
import { columnNames } from '../rows/columns.ts';
import { splitRequest } from './split-request.ts';
import { insertRecords } from './insert-records.ts';
import { openDirectWriter } from './open-direct.ts';
import type { UsageLedger } from './usage-ledger.ts';
import { encodeRecords } from '../rows/encode-records.ts';

const engines = (await testEngines()).filter(({ config }) => config.kind === 'server');
const account = newAccount();
const another = newAccount();
const trace = 'd'.repeat(32);
const sealed = Uint8Array.of(0, 10, 10, 255);

const counts = new Map<number, number>();
/** One process and one request at a time, so no account has to be held. */
const ledger: UsageLedger = {
  hold: async (accounts, _turn, work) => {
    const used = new Map(accounts.map((number) => [number, counts.get(number) ?? 0]));
    const { result, charges } = await work(used, new Date().toISOString().slice(0, 7), freeHold);
    for (const [number, records] of charges) counts.set(number, (counts.get(number) ?? 0) + records);
    return result;
  },
  used: async (number) => counts.get(number) ?? 0,
  unfinished: async () => [],
  whileUnchanged: async () => false,
};

describe.skipIf(minutesUnderEmulation).each(engines)('direct writer on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  let writer: RecordWriter;
  const write = (to: number, ...records: Incoming[]) =>
    writer.write({ account: to, quota: 100_000, encoded: encodeRecords(records) });
  const rows = (sql: string) => engine.query<Record<string, unknown>>(sql, { account });

  beforeAll(async () => {
    engine = await openEngine(config, { ...testOptions(), insertSeconds: 200 });
    await migrateRecords(engine);
    writer = openDirectWriter(engine, ledger, systemClock, { answerMs: 200_000 });
  });
  afterAll(async () => {
    await writer.close();
    await engine.command(`DROP DATABASE ${engine.database}`);
    await engine.close();
  });

  it('stores calls, observations and content of several accounts once', async () => {
    const first = incomingCall(account, 'it’s one\n🚀', { sealed });
    const span = incomingObservation(account, trace, 'e'.repeat(16));
    const outcomes = await Promise.all([
      write(account, first, span, first),
      write(another, incomingCall(another, 'one')),
      write(account, span, incomingCall(account, 'two')),
    ]);
    expect(outcomes).toEqual([
      { status: 'stored', stored: 2, duplicates: 1 },
      { status: 'stored', stored: 1, duplicates: 0 },
      { status: 'stored', stored: 1, duplicates: 1 },
    ]);
    // A different time does not make a different record, but a different account does.
    const later = incomingCall(account, first.id, { timestampMs: Date.now() });
    expect(await write(account, later, span, incomingCall(account, 'one'))).toEqual({
      status: 'stored',
      stored: 1,
      duplicates: 2,
    });
    expect(
      await rows('SELECT id, cost_usd, has_content FROM calls WHERE account = {account: UInt32} ORDER BY id'),
    ).toEqual([
      { id: first.id, cost_usd: 0.5, has_content: true },
      { id: 'one', cost_usd: 0.5, has_content: false },
      { id: 'two', cost_usd: 0.5, has_content: false },
    ]);
    expect(
      await rows(`SELECT
        (SELECT groupArray(id) FROM observations WHERE account = {account: UInt32}) AS observations,
        (SELECT groupArray(hex(sealed)) FROM call_content WHERE account = {account: UInt32}) AS content,
        (SELECT count() FROM call_ids WHERE account = {account: UInt32}) AS ids,
        (SELECT sum(calls) FROM agg_15m WHERE account = {account: UInt32}) AS summed`),
    ).toEqual([{ observations: [span.id], content: ['000A0AFF'], ids: '4', summed: '3' }]);
    expect(await writer.usage(account)).toBe(4);
    counts.set(account, 1);
    expect(await writer.reconcile()).toEqual({
      accounts: 2,
      corrected: [{ account, from: 1, to: 4 }],
    });
  });

  it('knows the ids of an account, including spans whose ids are UUIDs or chosen by the client', async () => {
    const one = newAccount();
    const spans = [
      incomingObservation(
        one,
        '0f8fad5b-d9cb-469f-a165-70867728950e',
        '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      ),
      incomingObservation(one, 'my-chat-7', 'step-1'),
    ];
    const ids = spans.map(({ id }) => id);
    await write(one, ...spans);
    expect(await writer.stored(one, [...ids, 'none'])).toEqual(new Set(ids));
    expect(await writer.stored(another, ids)).toEqual(new Set());
    expect(await write(one, ...spans)).toMatchObject({ stored: 0, duplicates: 2 });
  });

  it('stores rows that are sent twice with one token once, in the views too', async () => {
    const [record] = splitRequest({
      account,
      quota: 0,
      encoded: encodeRecords([incomingCall(account, 'twice')]),
    }).records;
    const send = () =>
      engine.insertRows('calls', columnNames(CALL_COLUMNS), record?.row ?? Buffer.alloc(0), {
        token: 'once',
      });
    await send();
    await send();
    expect(
      await rows(`SELECT
        (SELECT count() FROM calls WHERE account = {account: UInt32} AND id = 'twice') AS calls,
        (SELECT count() FROM call_ids WHERE account = {account: UInt32}) AS ids`),
    ).toEqual([{ calls: '1', ids: '5' }]);
  });

  it('finds a record whose insert broke off before the views were filled', async () => {
    await engine.command(
      'ALTER TABLE call_ids DELETE WHERE account = {account: UInt32} SETTINGS mutations_sync = 2',
      {
        account: another,
      },
    );
    const [halfStored] = await engine.query<{ ms: string }>(
      'SELECT toUnixTimestamp64Milli(timestamp) AS ms FROM calls WHERE account = {account: UInt32}',
      { account: another },
    );
    const again = incomingCall(another, 'one', { timestampMs: Number(halfStored?.ms) });
    expect(await write(another, again)).toEqual({ status: 'stored', stored: 0, duplicates: 1 });
    // From then on it is found by its id, and so it is a duplicate at any other time too.
    const later = incomingCall(another, 'one', { timestampMs: Number(halfStored?.ms) + 60_000 });
    expect(await write(another, later)).toEqual({ status: 'stored', stored: 0, duplicates: 1 });
  });

  it('503: an engine that does not accept the rows', async () => {
    const gone = await openEngine(config, { ...testOptions(), database: engine.database });
    await gone.close();
    const { records } = splitRequest({
      account,
      quota: 0,
      encoded: encodeRecords([incomingCall(account, 'gone')]),
    });
    await expect(insertRecords(gone)(records, 'write', freeHold)).rejects.toMatchObject({
      status: 503,
      reason: 'records_unavailable',
      retryAfterSeconds: 2,
    });
  });
});
