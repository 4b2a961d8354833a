import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { MetadataConfig } from '#config';
import { Metadata } from '#metadata/open';
import { insertAccounts } from '#test/support/account-rows';
import { FakeClock } from '#test/support/clock';
import { CutProxy } from '#test/support/cut-proxy';
import { expectToTake } from '#test/support/wall-time';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { MetadataLedger } from './usage-ledger.ts';

const engine = inject('engine');
// Only PostgreSQL allows several processes on one metadata store.
const onPostgres = engine === 'postgres' ? ['on PostgreSQL'] : [];
const PATIENCE_MS = 1_000;
/** Longer than any wait of a busy machine. */
const LONG_MS = 60_000;

let config: MetadataConfig;
let metadata: Metadata;
let other: Metadata;
let ledger: MetadataLedger;
/** The ledger of another process; on SQLite there is none. */
let elsewhere: MetadataLedger;
let next = 0;
let accounts: number[] = [];
const clock = new FakeClock();

beforeAll(async () => {
  config = await freshMetadata(freshFolder());
  metadata = await Metadata.open(config);
  other = await Metadata.open(config);
  ledger = new MetadataLedger(metadata, clock, LONG_MS);
  elsewhere = engine === 'postgres' ? new MetadataLedger(other, clock, LONG_MS) : ledger;
});
afterAll(async () => {
  await metadata.close();
  await other.close();
});
beforeEach(async () => {
  clock.set(Date.UTC(2026, 5, 15));
  accounts = [1, 2, 3].map((at) => next + at);
  next += 3;
  await insertAccounts(metadata, accounts);
});

const one = () => accounts[0] ?? 0;
const add = (by: MetadataLedger, account: number, records: number) =>
  by.hold([account], 'wait', async () => ({ result: null, charges: new Map([[account, records]]) }));

describe('usage ledger', () => {
  it('reports usage, adds the charges, and returns the result', async () => {
    const [a = 0, b = 0] = accounts;
    await add(ledger, a, 5);
    const seen = await ledger.hold(accounts, 'free', async (used, month) => ({
      result: { used: [...used].toSorted(([left], [right]) => left - right), month },
      charges: new Map([
        [a, 2],
        [b, 1],
      ]),
    }));
    expect(seen).toEqual({
      used: accounts.map((account) => [account, account === a ? 5 : 0]),
      month: '2026-06',
    });
    expect(await Promise.all(accounts.map((account) => elsewhere.used(account)))).toEqual([7, 1, 0]);
  });

  it('charges nothing if the work fails, and releases the accounts', async () => {
    const failed = ledger.hold(accounts, 'wait', async () => {
      throw new Error('insert failed');
    });
    await expect(failed).rejects.toThrow('insert failed');
    await add(elsewhere, one(), 1);
    expect(await ledger.used(one())).toBe(1);
  });

  it('runs the work alone while others wait for the account', async () => {
    let inside = 0;
    // The patience is long enough that no caller gives up.
    const here = new MetadataLedger(metadata, clock, LONG_MS);
    const there = engine === 'postgres' ? new MetadataLedger(other, clock, LONG_MS) : here;
    const turn = async (by: MetadataLedger) =>
      by.hold(accounts.toReversed(), 'wait', async (used) => {
        inside += 1;
        expect(inside).toBe(1);
        await setTimeout(1);
        inside -= 1;
        return { result: null, charges: new Map([...used.keys()].map((account) => [account, 1])) };
      });
    await Promise.all(Array.from({ length: 20 }, (_, at) => turn(at % 2 ? here : there)));
    expect(await Promise.all(accounts.map((account) => ledger.used(account)))).toEqual([20, 20, 20]);
  });

  /** Until the returned function is called. */
  const holdOne = async (by: MetadataLedger) => {
    const done = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const held = by.hold([one()], 'free', async () => {
      holding.resolve();
      await done.promise;
      return { result: null, charges: new Map([[one(), 3]]) };
    });
    await holding.promise;
    return async () => {
      done.resolve();
      await held;
    };
  };

  it('takes only free accounts, at once or after a wait', async () => {
    const here = new MetadataLedger(metadata, clock, PATIENCE_MS);
    const there = engine === 'postgres' ? new MetadataLedger(other, clock, PATIENCE_MS) : here;
    const release = await holdOne(here);
    const had = (turn: 'free' | 'wait') =>
      there.hold(accounts, turn, async (used) => ({ result: [...used.keys()], charges: new Map() }));
    const rest = accounts.slice(1);
    expect((await had('free')).toSorted()).toEqual(rest);
    const taken = await expectToTake(PATIENCE_MS, () => had('wait'));
    expect(taken.toSorted()).toEqual(rest);
    await release();
  });

  it('takes an account that is released meanwhile', async () => {
    const release = await holdOne(ledger);
    const waiting = elsewhere.hold([one()], 'wait', async (used) => ({
      result: used.get(one()),
      charges: new Map(),
    }));
    await setTimeout(20);
    await release();
    expect(await waiting).toBe(3);
  });

  it('starts each month at zero', async () => {
    await add(ledger, one(), 5);
    clock.set(Date.UTC(2026, 6, 1));
    expect(await ledger.used(one())).toBe(0);
    await add(ledger, one(), 2);
    await add(elsewhere, one(), 2);
    expect(await ledger.used(one())).toBe(4);
    clock.set(Date.UTC(2026, 5, 30, 23, 59));
    expect(await ledger.used(one())).toBe(5);
  });

  it('an account that is held when the month changes is held in the new month too', async () => {
    clock.set(Date.UTC(2026, 5, 30, 23, 59, 59));
    const seen = await ledger.hold([one()], 'free', async () => {
      clock.set(Date.UTC(2026, 6, 1, 0, 0, 5));
      const meanwhile = await elsewhere.hold([one()], 'free', async (used) => ({
        result: [...used.keys()],
        charges: new Map(),
      }));
      return { result: meanwhile, charges: new Map([[one(), 1]]) };
    });
    expect(seen).toEqual([]);
    await add(elsewhere, one(), 2);
    expect(await ledger.used(one())).toBe(2);
    clock.set(Date.UTC(2026, 5, 30));
    expect(await ledger.used(one())).toBe(1);
  });

  it('a noted write survives failed work, is shown to the next holder, and is deleted when it is charged', async () => {
    const records = [{ id: 'a', timestampMs: 1 }];
    const failed = ledger.hold([one()], 'free', async (_used, _month, hold) => {
      await hold.note(new Map([[one(), records]]));
      throw new Error('insert failed');
    });
    await expect(failed).rejects.toThrow('insert failed');
    expect(await elsewhere.unfinished()).toEqual([one()]);
    clock.set(Date.UTC(2026, 6, 2));
    const look = (complete: boolean) =>
      elsewhere.hold([one()], 'free', async (_used, _month, { unfinished }) => ({
        result: unfinished.map(({ month, used, charged, records: noted }) => ({
          month,
          used,
          charged,
          noted,
        })),
        charges: new Map(),
        completed: new Map(unfinished.map(({ id }) => [id, { stored: 1, complete }])),
      }));
    // It is charged once, to the month in which it was written.
    expect(await look(false)).toEqual([{ month: '2026-06', used: 0, charged: null, noted: records }]);
    expect(await look(true)).toEqual([{ month: '2026-06', used: 1, charged: 1, noted: records }]);
    expect(await look(true)).toEqual([]);
    expect([await ledger.unfinished(), await ledger.used(one())]).toEqual([[], 0]);
    clock.set(Date.UTC(2026, 5, 30));
    expect(await ledger.used(one())).toBe(1);
  });

  it('omits an account that does not exist', async () => {
    const found = await ledger.hold([one(), 4_000_000_000], 'wait', async (used) => ({
      result: [...used.keys()],
      charges: new Map([[4_000_000_000, 1]]),
    }));
    expect(found).toEqual([one()]);
    expect(await ledger.used(4_000_000_000)).toBe(0);
  });

  it.each(onPostgres)('many holds of overlapping accounts never deadlock, %s', async () => {
    const patient = [new MetadataLedger(metadata, clock, 20_000), new MetadataLedger(other, clock, 20_000)];
    const charges = new Map(accounts.map((account) => [account, 1]));
    const orders = [accounts, accounts.toReversed(), accounts.slice(1), accounts.slice(0, 2).toReversed()];
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (patient[at % 2] ?? ledger).hold(orders[at % 4] ?? [], 'wait', async (used) => ({
          result: used.size,
          charges: new Map([...charges].filter(([account]) => used.has(account))),
        })),
      ),
    );
    // The first is in three of the four orders, the second in all, the third in three.
    expect(await Promise.all(accounts.map((account) => ledger.used(account)))).toEqual([30, 40, 30]);
    const { rows } = await metadata.transaction((db) =>
      sql<{
        deadlocks: number;
      }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(db),
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });

  it.each(onPostgres)('leaves time for the charge after a wait for the lock, %s', async () => {
    const hasty = new MetadataLedger(metadata, clock, PATIENCE_MS);
    const slow = await hasty.hold([one()], 'wait', async () => {
      await setTimeout(PATIENCE_MS * 2);
      return { result: 'kept', charges: new Map([[one(), 1]]) };
    });
    expect([slow, await ledger.used(one())]).toEqual(['kept', 1]);
  });

  it.each(onPostgres)(
    '503, nothing charged and the work not repeated if the store fails meanwhile, %s',
    async () => {
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
      const behind = new MetadataLedger(store, clock, LONG_MS);
      const work = vi.fn(async () => {
        await proxy.cut();
        return { result: null, charges: new Map([[one(), 1]]) };
      });
      await expect(behind.hold([one()], 'wait', work)).rejects.toMatchObject({
        status: 503,
        reason: 'metadata_unavailable',
      });
      expect(work).toHaveBeenCalledTimes(1);
      await expect(behind.used(one())).rejects.toMatchObject({ status: 503 });
      await expect(behind.hold([one()], 'free', work)).rejects.toMatchObject({ status: 503 });
      expect(await ledger.used(one())).toBe(0);
      await proxy.open();
      await add(behind, one(), 1);
      expect(await ledger.used(one())).toBe(1);
    },
  );
});
