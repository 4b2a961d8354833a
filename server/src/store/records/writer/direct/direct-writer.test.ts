// The writer alone: its queue, its lanes and its limits. The ledger and the tables are maps that wait on
// request.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freeHold } from '#test/support/free-hold';
import { incomingCall } from '#test/support/incoming';
import { DirectWriter, type DirectWriterOptions } from './direct-writer.ts';
import { recordKey, type EncodedRecord } from './split-request.ts';
import type { HeldWork, Turn, UnfinishedWrite, UsageLedger } from './usage-ledger.ts';
import { encodeRecords } from '../rows/encode-records.ts';

class FakeLedger implements UsageLedger {
  readonly counts = new Map<number, number>();
  /** Held by another process. */
  readonly elsewhere = new Set<number>();
  readonly holds: { accounts: number[]; turn: Turn }[] = [];
  /** How long a caller waits for what is held elsewhere. */
  wait = (): Promise<unknown> => setTimeout(50);
  /** Writes that a dead process left. */
  left: UnfinishedWrite[] = [];

  async hold<Result>(accounts: readonly number[], turn: Turn, work: HeldWork<Result>): Promise<Result> {
    this.holds.push({ accounts: [...accounts], turn });
    if (turn === 'wait' && accounts.some((account) => this.elsewhere.has(account))) await this.wait();
    const held = accounts.filter((account) => !this.elsewhere.has(account));
    const used = new Map(held.map((account) => [account, this.counts.get(account) ?? 0]));
    const { result, charges } = await work(used, '2026-11', { ...freeHold, unfinished: this.left });
    for (const [account, records] of charges) {
      this.counts.set(account, (this.counts.get(account) ?? 0) + records);
    }
    return result;
  }

  async unfinished(): Promise<number[]> {
    return [];
  }

  async whileUnchanged(): Promise<boolean> {
    return false;
  }

  async used(account: number): Promise<number> {
    return this.counts.get(account) ?? 0;
  }
}

function make(options: DirectWriterOptions = {}) {
  const ledger = new FakeLedger();
  const stored: string[] = [];
  const flushes: string[][] = [];
  const store = { delayMs: 0, released: null as Promise<void> | null, failure: null as Error | null };
  const keyOf = ({ account, id }: EncodedRecord) => recordKey(account, id);
  const writer = new DirectWriter(
    {
      ledger,
      ask: async (records) => new Set(records.map(keyOf).filter((key) => stored.includes(key))),
      askIds: async (account, ids) => new Set(ids.filter((id) => stored.includes(recordKey(account, id)))),
      insert: async (records) => {
        if (records.length > 0) flushes.push(records.map(keyOf));
        await (store.released ?? setTimeout(store.delayMs));
        if (store.failure) throw store.failure;
        stored.push(...records.map(keyOf));
      },
      complete: async (unfinished) =>
        new Map(unfinished.map(({ id, used }) => [id, { stored: used, complete: true }])),
      reconcile: async () => ({ accounts: 0, corrected: [] }),
    },
    options,
  );
  const write = (account: number, ids: string[], quota = 1_000) =>
    writer.write({ account, quota, encoded: encodeRecords(ids.map((id) => incomingCall(account, id))) });
  return { writer, write, ledger, stored, flushes, store };
}

const OVERLOADED = { status: 503, reason: 'overloaded', retryAfterSeconds: 2 };

describe('direct writer', () => {
  it('writes requests of many accounts in one insert, and those that arrive meanwhile in the next', async () => {
    const { writer, write, flushes, store } = make();
    store.delayMs = 20;
    const first = [write(1, ['a']), write(2, ['a']), write(1, ['a', 'b'])];
    await setTimeout(5);
    const second = [write(1, ['c']), write(1, ['d']), write(2, ['a'])];
    expect(await Promise.all([...first, ...second])).toEqual([
      { status: 'stored', stored: 1, duplicates: 0 },
      { status: 'stored', stored: 1, duplicates: 0 },
      { status: 'stored', stored: 1, duplicates: 1 },
      { status: 'stored', stored: 1, duplicates: 0 },
      { status: 'stored', stored: 1, duplicates: 0 },
      { status: 'stored', stored: 0, duplicates: 1 },
    ]);
    expect(flushes).toEqual([
      ['1 a', '2 a', '1 b'],
      ['1 c', '1 d'],
    ]);
    expect(writer.state()).toEqual({ waitingBytes: 0, waitingRequests: 0 });
  });

  it.each([
    { month: '2026-10', status: 'stored', why: 'of last month does not count against the quota of this one' },
    { month: '2026-11', status: 'refused', why: 'of this month counts against its quota' },
  ])('a write that is completed and $why', async ({ month, status }) => {
    const { write, ledger } = make();
    const records = { beganAt: 0, used: 2, records: [], charged: null };
    ledger.left = [{ id: 'left', write: 'w', account: 1, month, ...records }];
    expect(await write(1, ['a', 'b'], 3)).toMatchObject({ status });
  });

  it('holds an account in one flush at a time, and runs two flushes at once', async () => {
    const { write, flushes, store } = make({ maxRows: 2 });
    store.delayMs = 20;
    const all = [write(1, ['a', 'b']), write(1, ['c']), write(2, ['a']), write(3, ['a'])];
    await setTimeout(10);
    expect(flushes).toEqual([
      ['1 a', '1 b'],
      ['2 a', '3 a'],
    ]);
    await Promise.all(all);
    expect(flushes).toHaveLength(3);
  });

  it('an account that is held elsewhere waits separately, and is stored when it is released', async () => {
    const { write, ledger, stored } = make();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    ledger.wait = () => released;
    ledger.elsewhere.add(1);
    const held = write(1, ['a']);
    const others = [write(2, ['a']), write(3, ['a'])];
    await Promise.all(others);
    expect(stored).toEqual(['2 a', '3 a']);
    await write(2, ['b']);
    ledger.elsewhere.delete(1);
    release();
    expect(await held).toMatchObject({ stored: 1 });
    expect(ledger.holds).toContainEqual({ accounts: [1], turn: 'wait' });
  });

  it('503 overloaded: an account that is held elsewhere for too long', async () => {
    const { write, ledger } = make();
    ledger.elsewhere.add(1);
    await expect(write(1, ['a'])).rejects.toMatchObject(OVERLOADED);
    ledger.elsewhere.delete(1);
    expect(await write(1, ['a'])).toMatchObject({ stored: 1 });
  });

  it('503 overloaded: more bytes than may wait, at once', async () => {
    const { writer, write, store } = make({ maxWaitingBytes: 4_000 });
    store.delayMs = 20;
    const requests = Array.from({ length: 50 }, (_, index) => write(1, [`x${index}`]));
    expect(writer.state().waitingBytes).toBeLessThan(4_000);
    const ends = await Promise.allSettled(requests);
    const turnedDown = ends.filter((end) => end.status === 'rejected');
    expect(turnedDown.length).toBeGreaterThan(30);
    for (const { reason } of turnedDown) expect(reason).toMatchObject(OVERLOADED);
    expect(await writer.usage(1)).toBe(50 - turnedDown.length);
    expect(await write(1, ['later'])).toMatchObject({ stored: 1 });
    expect(writer.state().waitingBytes).toBe(0);
  });

  it('503 overloaded: a request whose flush does not begin in time; the running one is kept', async () => {
    const { write, store, stored } = make({ patienceMs: 20 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    store.released = promise;
    const underWay = write(1, ['a']);
    await setTimeout(5);
    await expect(write(1, ['b'])).rejects.toMatchObject(OVERLOADED);
    release();
    expect(await underWay).toMatchObject({ stored: 1 });
    expect(stored).toEqual(['1 a']);
  });

  it('503 not_stored: a flush that takes too long; it continues, counts as waiting, and a retry is a duplicate', async () => {
    const { writer, write, store, stored } = make({ answerMs: 30 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    store.released = promise;
    await expect(write(1, ['a'])).rejects.toMatchObject({ status: 503, reason: 'not_stored' });
    expect([stored, writer.state()]).toMatchObject([[], { waitingRequests: 1 }]);
    release();
    await expect.poll(() => writer.state()).toEqual({ waitingBytes: 0, waitingRequests: 0 });
    expect(stored).toEqual(['1 a']);
    expect(await write(1, ['a'])).toMatchObject({ stored: 0, duplicates: 1 });
  });

  it('accepts a request that is larger than a flush', async () => {
    const { write } = make({ maxRows: 2, maxBytes: 10, maxWaitingBytes: 10 });
    expect(await write(1, ['a', 'b', 'c'])).toMatchObject({ stored: 3 });
  });

  it('finishes waiting requests before it closes, and accepts no more', async () => {
    const { writer, write, store, stored } = make({ maxRows: 1 });
    store.delayMs = 5;
    const requests = ['a', 'b', 'c', 'd'].map((id) => write(1, [id]));
    await writer.close();
    expect(stored).toHaveLength(4);
    await Promise.all(requests);
    await expect(write(1, ['e'])).rejects.toMatchObject({ status: 503, reason: 'stopping' });
  });
});
