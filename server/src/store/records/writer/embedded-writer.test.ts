// The writer over the real log, with a map as the engine: each record is stored and charged once, whatever
// arrives together.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#lib/clock';
import { eventually } from '#test/support/eventually';
import type { CallRecord } from '../record.ts';
import { KnownIds } from './dedup/known-ids.ts';
import { EmbeddedWriter } from './embedded-writer.ts';
import { GroupCommitLog } from './log/log.ts';
import { Segment, fileOf } from './log/segment.ts';
import { RowFiles } from './row-files.ts';
import { encodeRecords } from './rows/encode-records.ts';
import { MonthlyUsage } from './usage.ts';
import type { Incoming } from './writer.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'tracewell-writer-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

const ACCOUNT = 7;

const call = (id: string): Incoming => {
  const record: CallRecord = {
    kind: 'call',
    id,
    provider: 'openai',
    model: 'gpt-5',
    timestampMs: Date.UTC(2026, 10, 15),
    promptTokens: 1,
    completionTokens: 1,
    totalTokens: 2,
    costUsd: 0,
    latencyMs: 1,
    tags: {},
    error: null,
    errorDetails: null,
    traceId: null,
    spanId: null,
    parentSpanId: null,
    sessionId: null,
    toolCalls: null,
    piiRedacted: false,
    redactionMetadata: null,
    requestMeta: null,
    usage: { uncachedInput: 1, cacheRead: 0, cacheWrite: 0, outputText: 1, reasoning: 0, audio: 0 },
  };
  const cost = { costUsd: 0, cacheSavingsUsd: 0, source: 'client' } as const;
  const belonging = { account: ACCOUNT, project: 1, receivedAtMs: 1, expiresAtMs: 2 };
  return {
    id,
    kind: 'call',
    row: { ...belonging, call: record, cost, hasContent: false, evalRun: 0 },
    content: null,
  };
};

const calls = (...ids: string[]) => ids.map(call);

/** The ids in a file of rows that these tests write: third column, shorter than 128 bytes. */
function idsIn(bytes: Buffer, rows: number): string[] {
  const rowLength = bytes.length / rows;
  return Array.from({ length: rows }, (_, row) => {
    const at = row * rowLength + 8;
    return bytes.toString('utf8', at + 1, at + 1 + (bytes[at] ?? 0));
  });
}

async function openWriter(
  options: { complete?: boolean; maxAgeMs?: number; beforeLoad?: () => Promise<void> } = {},
) {
  const stored: string[] = [];
  const asked: string[][] = [];
  const { log } = await GroupCommitLog.open({
    folder: root,
    maxAgeMs: options.maxAgeMs ?? 100_000,
    onProblem: () => undefined,
    load: async (segments) => {
      await options.beforeLoad?.();
      for (const { name, rows } of segments)
        stored.push(...idsIn(readFileSync(fileOf(root, name, 'calls')), rows.calls));
    },
  });
  const usage = new MonthlyUsage(systemClock, []);
  const writer = new EmbeddedWriter({
    log,
    usage,
    ids: new KnownIds(0, options.complete ?? true),
    askEngine: async (_account, ids) => {
      asked.push([...ids]);
      await new Promise((resolve) => setImmediate(resolve));
      return new Set(ids.filter((id) => stored.includes(id)));
    },
    countArrived: async () => [[ACCOUNT, stored.length]],
    files: await RowFiles.open(path.join(root, 'reads')),
  });
  const write = (records: Incoming[], quota = 1_000) =>
    writer.write({ account: ACCOUNT, quota, encoded: encodeRecords(records) });
  return { writer, write, stored, asked, usage };
}

describe('embedded writer', () => {
  it('stores new ids without asking the engine, and skips duplicates inside the request', async () => {
    const { writer, write, stored, asked } = await openWriter();
    expect(await write(calls('a1', 'b1', 'a1'))).toEqual({ status: 'stored', stored: 2, duplicates: 1 });
    await writer.settle(ACCOUNT);
    expect([stored, asked]).toEqual([['a1', 'b1'], []]);
    expect(await writer.usage(ACCOUNT)).toBe(2);
    await writer.close();
  });

  it('makes a question wait for a load only if it is about a record that is not loaded', async () => {
    const loads: string[] = [];
    const { writer, write, stored } = await openWriter({ beforeLoad: async () => void loads.push('load') });
    await write(calls('a1', 'b1'));
    const at = Date.UTC(2026, 10, 15);
    for (const about of [{ texts: ['a2'] }, { endMs: at }, { startMs: at + 1 }, { texts: ['a1', 'a2'] }])
      await writer.settle(ACCOUNT, about);
    expect([loads, stored]).toEqual([[], []]);
    await writer.settle(ACCOUNT, { startMs: at, endMs: at + 1, texts: ['b1'] });
    expect([loads, stored]).toEqual([['load'], ['a1', 'b1']]);
    await writer.settle(ACCOUNT, { texts: ['b1'] });
    expect(loads).toEqual(['load']);
    await writer.close();
  });

  it('returns the calls that are not loaded, and shows when a load has begun since', async () => {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { writer, write, stored } = await openWriter({
      beforeLoad: () => {
        reached.resolve();
        return released.promise;
      },
    });
    const encoded = encodeRecords(calls('a1'));
    await writer.write({ account: ACCOUNT, quota: 100, encoded });
    await write(calls('b1'));
    expect(await writer.unloaded(ACCOUNT, { texts: ['c1'] }, 'calls')).toBeNull();
    expect(await writer.unloaded(ACCOUNT + 1, {}, 'calls')).toBeNull();
    const both = await writer.unloaded(ACCOUNT, {}, 'calls');
    expect([idsIn(readFileSync(both?.files.get('calls') ?? ''), 2), both?.isCurrent()]).toEqual([
      ['a1', 'b1'],
      true,
    ]);
    const loading = writer.settle(ACCOUNT);
    await reached.promise;
    expect(both?.isCurrent()).toBe(false);
    both?.end();
    await eventually(() => expect(readdirSync(path.join(root, 'reads'))).toEqual([]));
    // During a load, it is unknown which of its rows the tables have.
    await write(calls('c1'));
    let given: string[] | undefined;
    const next = writer
      .unloaded(ACCOUNT, {}, 'calls')
      .then((found) => (given = found ? idsIn(readFileSync(found.files.get('calls') ?? ''), 1) : []));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([given, stored]).toEqual([undefined, []]);
    released.resolve();
    await Promise.all([loading, next]);
    expect([given, stored]).toEqual([['c1'], ['a1', 'b1']]);
    await writer.close();
  });

  it('stores new rows, counts the others, and frees the memory at once', async () => {
    const { writer, write, stored } = await openWriter();
    await write(calls('b1'));
    const order = { account: ACCOUNT, quota: 1_000, returnFresh: true };
    const encoded = encodeRecords(calls('a1', 'b1', 'c1', 'a1'));
    expect(await writer.write({ ...order, encoded })).toEqual({
      status: 'stored',
      stored: 2,
      duplicates: 2,
      fresh: new Set(['a1', 'c1']),
    });
    // The memory of the rows is freed at once, not when the garbage collector runs.
    expect(encoded.rows.buffer.byteLength).toBe(0);
    await writer.settle(ACCOUNT);
    expect([stored, await writer.usage(ACCOUNT)]).toEqual([['b1', 'a1', 'c1'], 3]);
    await writer.close();
  });

  it('refuses rows of another account before anything is written', async () => {
    const { writer, write, stored } = await openWriter();
    const [ours, other] = calls('a1', 'b1');
    if (!ours || !other) throw new Error('no calls');
    other.row.account = ACCOUNT + 1;
    const foreign = writer.write({
      account: ACCOUNT,
      quota: 1_000,
      encoded: encodeRecords([ours, other]),
    });
    await expect(foreign).rejects.toThrow('another account');
    await write(calls('c1'));
    await writer.settle(ACCOUNT);
    expect([stored, await writer.usage(ACCOUNT)]).toEqual([['c1'], 1]);
    await writer.close();
  });

  it('returns the usage of the month, including the charge of the request, if asked for', async () => {
    const { writer } = await openWriter();
    const write = (...ids: string[]) =>
      writer.write({ account: ACCOUNT, quota: 9, encoded: encodeRecords(calls(...ids)), returnUsed: true });
    const outcomes = await Promise.all([write('a1', 'b1'), write('c1'), write('a1', 'd1')]);
    expect(outcomes).toMatchObject([{ used: 2 }, { used: 3 }, { used: 4 }]);
    await writer.close();
  });

  it('returns the new ids on request, if some were duplicates', async () => {
    const { writer } = await openWriter();
    const write = (...ids: string[]) =>
      writer.write({ account: ACCOUNT, quota: 9, encoded: encodeRecords(calls(...ids)), returnFresh: true });
    expect(await write('a1', 'b1')).toEqual({ status: 'stored', stored: 2, duplicates: 0 });
    expect(await write('a1', 'c1', 'c1')).toEqual({
      status: 'stored',
      stored: 1,
      duplicates: 2,
      fresh: new Set(['c1']),
    });
    await writer.close();
  });

  it('knows an id while its commit runs, when it is committed, and when it is in the engine', async () => {
    const { writer, write, asked } = await openWriter();
    const both = await Promise.all([write(calls('a1')), write(calls('a1', 'b1'))]);
    expect(both).toEqual([
      { status: 'stored', stored: 1, duplicates: 0 },
      { status: 'stored', stored: 1, duplicates: 1 },
    ]);
    expect(await write(calls('a1'))).toMatchObject({ stored: 0, duplicates: 1 });
    expect(asked).toEqual([]);
    await writer.settle(ACCOUNT);
    expect(await write(calls('a1', 'c1'))).toMatchObject({ stored: 1, duplicates: 1 });
    expect(asked).toEqual([['a1']]);
    expect(await writer.usage(ACCOUNT)).toBe(3);
    await writer.close();
  });

  it('stores and charges once what 20 clients send at once, in 50 rounds', async () => {
    const { writer, write, stored } = await openWriter({ maxAgeMs: 5 });
    for (let round = 0; round < 50; round += 1) {
      const ids = Array.from({ length: 10 }, (_, index) => `r${String(round).padStart(2, '0')}-${index}`);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => write(calls(...ids))));
      const total = outcomes.reduce(
        (sum, outcome) => sum + (outcome.status === 'stored' ? outcome.stored : 0),
        0,
      );
      expect(total).toBe(10);
    }
    await writer.settle(ACCOUNT);
    expect(new Set(stored).size).toBe(500);
    expect(stored).toHaveLength(500);
    expect(await writer.usage(ACCOUNT)).toBe(500);
    await writer.close();
  });

  it('never exceeds the quota, not even by one, and refuses a request as a whole', async () => {
    const { writer, write } = await openWriter();
    const requests = Array.from({ length: 50 }, (_, index) => write(calls(`x${index}a`, `x${index}b`), 31));
    const outcomes = await Promise.all(requests);
    expect(outcomes.filter((outcome) => outcome.status === 'stored')).toHaveLength(15);
    expect(await writer.usage(ACCOUNT)).toBe(30);
    expect(await write(calls('y1'), 31)).toMatchObject({ status: 'stored' });
    expect(await write(calls('y2'), 31)).toEqual({ status: 'refused', fresh: 1, remaining: 0 });
    expect(await write(calls('y1'), 31)).toMatchObject({ status: 'stored', duplicates: 1 });
    await writer.close();
  });

  it('takes back the charge and the ids of a failed commit, for every request that waited for it', async () => {
    const { writer, write } = await openWriter();
    vi.spyOn(Segment.prototype, 'commit').mockRejectedValueOnce(new Error('input/output error'));
    const both = await Promise.allSettled([write(calls('a1')), write(calls('a1'))]);
    expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(await writer.usage(ACCOUNT)).toBe(0);
    expect(await write(calls('a1'))).toMatchObject({ stored: 1 });
    await writer.close();
  });

  it('is reconciled with the stored records, including those on disk that are not in the engine yet', async () => {
    const { writer, write, usage } = await openWriter();
    await write(calls('a1', 'b1'));
    usage.correct(ACCOUNT, 5);
    const twice = Promise.all([writer.reconcile(), writer.reconcile()]);
    expect(await twice).toEqual([
      { accounts: 1, corrected: [{ account: ACCOUNT, from: 7, to: 2 }] },
      { accounts: 1, corrected: [{ account: ACCOUNT, from: 7, to: 2 }] },
    ]);
    await Promise.all([write(calls('c1')), writer.reconcile(), write(calls('d1'))]);
    expect(await writer.reconcile()).toEqual({ accounts: 1, corrected: [] });
    expect(await writer.usage(ACCOUNT)).toBe(4);
    await writer.close();
  });

  it('also settles records that are written meanwhile', async () => {
    const loading = Promise.withResolvers<void>();
    const { writer, write, stored } = await openWriter({ beforeLoad: () => loading.promise });
    await write(calls('a'));
    const settling = writer.settle(ACCOUNT);
    await write(calls('b'));
    loading.resolve();
    await settling;
    await writer.settle(ACCOUNT);
    expect(stored).toEqual(['a', 'b']);
    await writer.close();
  });

  it('asks the engine about every new id until all stored ids are known', async () => {
    const { writer, write, asked } = await openWriter({ complete: false });
    await Promise.all([write(calls('a1')), write(calls('a1'))]);
    expect(asked.length).toBeGreaterThan(0);
    expect(await writer.usage(ACCOUNT)).toBe(1);
    await writer.close();
  });
});
