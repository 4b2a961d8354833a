// The writer of a ClickHouse server on the real ledger, with a list in place of the tables: records are
// stored once, charged once and never over the quota, with any concurrency and as many processes as the
// metadata store allows.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { unavailable } from '#lib/app-error';
import { systemClock } from '#lib/clock';
import { Metadata } from '#metadata/open';
import type { WriteOutcome } from '#records';
import { encodeRecords } from '#records/writer/rows/encode-records';
import { DirectWriter } from '../../src/store/records/writer/direct/direct-writer.ts';
import { recordKey, type EncodedRecord } from '../../src/store/records/writer/direct/split-request.ts';
import { reconcileUsage } from '../../src/store/records/writer/direct/reconcile-usage.ts';
import { insertAccounts } from '../support/account-rows.ts';
import { incomingCall } from '../support/incoming.ts';
import { freshFolder, freshMetadata } from '../support/metadata.ts';

const PROCESSES = inject('engine') === 'postgres' ? 3 : 1;

const stores: Metadata[] = [];
let tables: string[] = [];
/** The outcome of each insert; inserts that are not listed succeed. */
let failures: ('before' | 'after' | null)[] = [];
let writers: DirectWriter[] = [];
let next = 0;
let account = 0;

beforeAll(async () => {
  const config = await freshMetadata(freshFolder());
  for (let at = 0; at < PROCESSES; at += 1) stores.push(await Metadata.open(config));
});
afterAll(async () => {
  for (const store of stores) await store.close();
});

const metadata = (): Metadata => {
  const [first] = stores;
  if (!first) throw new Error('There is no metadata store.');
  return first;
};

async function newAccount(): Promise<number> {
  next += 1;
  await insertAccounts(metadata(), [next]);
  return next;
}

const keyOf = ({ account, id }: EncodedRecord) => recordKey(account, id);
const soon = () => setTimeout(Math.random() * 3);

function openWriter(store: Metadata): DirectWriter {
  // This test is not about waiting for other processes.
  const ledger = new MetadataLedger(store, systemClock, 20_000);
  return new DirectWriter(
    {
      ledger,
      ask: async (records) => {
        await soon();
        return new Set(records.map(keyOf).filter((key) => tables.includes(key)));
      },
      askIds: async () => new Set(),
      insert: async (records) => {
        await soon();
        const failure = failures.shift();
        if (failure !== 'before') tables.push(...records.map(keyOf));
        if (failure) throw unavailable('records_unavailable', 'Away.');
      },
      complete: async (unfinished) =>
        new Map(
          unfinished.map(({ id, account, records }) => [
            id,
            {
              stored: records.filter((record) => tables.includes(recordKey(account, record.id))).length,
              complete: true,
            },
          ]),
        ),
      reconcile: () => reconcileUsage(ledger, async () => countTables(), systemClock),
    },
    { patienceMs: 20_000, answerMs: 60_000 },
  );
}

function countTables(): [number, number][] {
  const counts = new Map<number, number>();
  for (const key of tables) {
    const number = Number(key.split(' ')[0]);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts];
}

beforeEach(async () => {
  tables = [];
  failures = [];
  writers = stores.map(openWriter);
  account = await newAccount();
});

const write = (client: number, ids: string[], quota = 1_000_000, to = account): Promise<WriteOutcome> => {
  const writer = writers[client % writers.length];
  if (!writer) throw new Error('There is no writer.');
  return writer.write({ account: to, quota, encoded: encodeRecords(ids.map((id) => incomingCall(to, id))) });
};

const used = async (of = account): Promise<number> => (await writers[0]?.usage(of)) ?? -1;
const storedOf = (outcomes: WriteOutcome[]): number =>
  outcomes.reduce((sum, outcome) => sum + (outcome.status === 'stored' ? outcome.stored : 0), 0);
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

describe(`direct writer in ${PROCESSES} process(es)`, () => {
  it('stores and charges the same 100 ids from 20 concurrent clients once, in 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const ids = numbered(`r${round}-`, 100);
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, client) => write(client, ids)));
      expect(storedOf(outcomes)).toBe(100);
    }
    expect(new Set(tables).size).toBe(2_000);
    expect(tables).toHaveLength(2_000);
    expect(await used()).toBe(2_000);
  });

  it('never exceeds the quota, not even by one, with 50 clients, and refuses a request as a whole', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, client) => write(client, [`x${client}a`, `x${client}b`], 31)),
    );
    expect(outcomes.filter(({ status }) => status === 'stored')).toHaveLength(15);
    expect([await used(), tables.length]).toEqual([30, 30]);
    expect(await write(1, ['y1'], 31)).toMatchObject({ status: 'stored' });
    expect(await write(2, ['y2'], 31)).toEqual({ status: 'refused', fresh: 1, remaining: 0 });
    expect(await write(0, ['y1'], 31)).toEqual({ status: 'stored', stored: 0, duplicates: 1 });
  });

  it('503 and no charge if the insert fails; the retry is stored once', async () => {
    failures = ['before'];
    const both = await Promise.allSettled([write(0, ['a']), write(0, ['a', 'b'])]);
    expect(both.map((end) => end.status === 'rejected' && end.reason)).toEqual([
      expect.objectContaining({ status: 503, reason: 'records_unavailable' }),
      expect.objectContaining({ status: 503, reason: 'records_unavailable' }),
    ]);
    expect([await used(), tables]).toEqual([0, []]);
    expect(await write(1, ['a', 'b'])).toMatchObject({ stored: 2 });
    expect([await used(), tables.length]).toEqual([2, 2]);
  });

  it('treats records that were stored without an acknowledgement as duplicates, and charges them then', async () => {
    failures = ['after'];
    await expect(write(0, ['a', 'b'])).rejects.toMatchObject({ status: 503 });
    expect(await used()).toBe(0);
    expect(await write(1, ['a', 'b', 'c'], 3)).toEqual({ status: 'stored', stored: 1, duplicates: 2 });
    expect(await used()).toBe(3);
    // A charge that the next request completes counts towards its quota.
    failures = ['after'];
    await expect(write(0, ['d'])).rejects.toMatchObject({ status: 503 });
    expect(await write(1, ['e'], 4)).toEqual({ status: 'refused', fresh: 1, remaining: 0 });
    expect(await used()).toBe(4);
  });

  it('charges records that were stored without an acknowledgement, even without a retry', async () => {
    failures = ['after', 'before'];
    await expect(write(0, ['a', 'b'])).rejects.toMatchObject({ status: 503 });
    const other = await newAccount();
    await expect(write(0, ['a'], 9, other)).rejects.toMatchObject({ status: 503 });
    const completed = await writers.at(-1)?.completeWrites();
    expect(completed?.toSorted((left, right) => left.account - right.account)).toEqual([
      { account, records: 2 },
      { account: other, records: 0 },
    ]);
    expect([await used(), await used(other)]).toEqual([2, 0]);
    expect(await writers[0]?.completeWrites()).toEqual([]);
  });

  it('reconciles a lost charge', async () => {
    await write(1, ['a', 'b', 'c']);
    await metadata().transaction((db) => db.updateTable('usage').set({ records: 1 }).execute());
    expect(await writers[0]?.reconcile()).toEqual({
      accounts: 1,
      corrected: [{ account, from: 1, to: 3 }],
    });
    expect(await used()).toBe(3);
    expect(await writers[0]?.reconcile()).toEqual({ accounts: 1, corrected: [] });
    tables = [];
    await writers[0]?.reconcile();
    expect(await used()).toBe(3);
  });

  it('does not reconcile pending writes', async () => {
    const writes = Array.from({ length: 30 }, (_, client) => write(client, [`a${client}`, `b${client}`]));
    const corrected: unknown[] = [];
    for (let round = 0; round < 10; round += 1) {
      const reconciled = await writers[round % writers.length]?.reconcile();
      corrected.push(...(reconciled?.corrected ?? []));
    }
    await Promise.all(writes);
    expect([corrected, await used()]).toEqual([[], 60]);
  });

  it('behaves like a simple model: 300 random requests of three accounts, with failures and small quotas', async () => {
    const accounts = [account, await newAccount(), await newAccount()];
    const quotas = [40, 90, 1_000];
    failures = Array.from({ length: 40 }, (_, at) => (at % 7 === 3 ? 'before' : null));
    const acknowledged = new Map(accounts.map((number) => [number, 0]));
    const ends: PromiseSettledResult<WriteOutcome>[] = [];
    const sent = new Set<string>();
    const told = new Set<string>();
    const client = async (at: number): Promise<void> => {
      for (let turn = 0; turn < 15; turn += 1) {
        const chosen = Math.floor(Math.random() * 3);
        const to = accounts[chosen] ?? 0;
        const ids = numbered('', 1 + Math.floor(Math.random() * 4)).map(
          () => `id${Math.floor(Math.random() * 150)}`,
        );
        const [end] = await Promise.allSettled([write(at, ids, quotas[chosen], to)]);
        ends.push(end);
        if (end.status === 'fulfilled' && end.value.status === 'stored') {
          acknowledged.set(to, (acknowledged.get(to) ?? 0) + end.value.stored);
          for (const id of ids) told.add(recordKey(to, id));
        }
        for (const id of ids) sent.add(recordKey(to, id));
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, at) => client(at)));
    const outcomes = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'refused' ? outcome : []));
    const failed = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ fresh, remaining }) => fresh <= remaining)).toEqual([]);
    expect(failed.length).toBeGreaterThan(0);
    for (const reason of failed) expect(reason).toMatchObject({ status: 503 });
    const stored = new Set(tables);
    expect(tables).toHaveLength(stored.size);
    // Every acknowledged record is stored, and nothing that was not sent.
    expect([...told].filter((key) => !stored.has(key))).toEqual([]);
    expect([...stored].filter((key) => !told.has(key))).toEqual([]);
    expect([...stored].filter((key) => !sent.has(key))).toEqual([]);
    for (const [at, number] of accounts.entries()) {
      const rows = tables.filter((key) => key.startsWith(`${number} `)).length;
      expect([await used(number), acknowledged.get(number)]).toEqual([rows, rows]);
      expect(rows).toBeLessThanOrEqual(quotas[at] ?? 0);
    }
  });
});
