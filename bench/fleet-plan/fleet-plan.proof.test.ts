// The simulation against what is known about queues, and its writer against the one of the service.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { random } from '../ingest/made-up.ts';
import {
  DirectWriter,
  FLUSH_LANES,
  FLUSH_LIMITS,
} from '../../server/src/store/records/writer/direct/direct-writer.ts';
import type { HeldWork, Turn } from '../../server/src/store/records/writer/direct/usage-ledger.ts';
import { incomingCall } from '../../server/test/support/incoming.ts';
import { freeHold } from '../../server/test/support/free-hold.ts';
import { capacity, simulate, type Scenario } from './cell.ts';
import { between, type Costs } from './constants.ts';
import { Process, type Cell } from './process.ts';
import { Cores, Level, Simulation } from './simulation.ts';
import { ClickHouse, Locks } from './stores.ts';
import { encodeRecords } from '../../server/src/store/records/index.ts';

/** Everything is free, unless a test says otherwise. */
const FREE: Costs = {
  lanes: FLUSH_LANES,
  flush: FLUSH_LIMITS,
  largeRows: 5_000,
  askAtOnce: 2_000,
  lockPatienceMs: 2_000,
  prepareMs: () => 0.001,
  ledgerMs: () => 1,
  completeMs: 300,
  askMs: () => 0.01,
  insertMs: () => 0.01,
  syncMs: 1,
  mergeMs: () => 0.01,
  mergeParts: 5,
  mergeThreads: 16,
  bufferMs: 50,
  bufferBytes: 10 * 1_048_576,
  delayParts: 1_000,
  throwParts: 3_000,
  waitingBytes: 600,
  rowBytes: 300,
};

const SCENARIO: Scenario = {
  accounts: 20,
  recordsPerSecond: 20_000,
  recordsPerRequest: 100,
  processes: 3,
  routing: 'any',
  clickhouseCores: 8,
  seconds: 40,
};

/** The machines of a real cell, roughly. */
const REAL: Costs = {
  ...FREE,
  prepareMs: (records) => records * 0.04,
  ledgerMs: between([
    [0, 2],
    [10_000, 27],
  ]),
  askMs: (rows) => 2 + rows * 0.01,
  insertMs: (rows) => 5 + rows * 0.004,
  syncMs: 20,
  mergeMs: (rows) => rows * 0.01,
  bufferMs: 200,
};

/** By which part a value differs. */
const off = (value: number, expected: number): number => Math.abs(value / expected - 1);

afterEach(() => vi.useRealTimers());

describe('cores', () => {
  it('make jobs wait as long as the formula for a queue with random arrivals and equal jobs says', () => {
    const simulation = new Simulation();
    const cores = new Cores(simulation, 1);
    const r = random(3);
    const [jobMs, load] = [2, 0.8];
    const waits: number[] = [];
    const arrive = (): void => {
      const at = simulation.now;
      cores.run(jobMs, () => waits.push(simulation.now - at - jobMs));
      simulation.after((-Math.log(1 - r()) * jobMs) / load, arrive);
    };
    arrive();
    simulation.run(1_000_000);
    const mean = waits.reduce((sum, each) => sum + each, 0) / waits.length;
    expect(off(mean, (load * jobMs) / (2 * (1 - load)))).toBeLessThan(0.05);
    expect(off(cores.utilisation, load)).toBeLessThan(0.02);
  });

  it('work on several jobs at once, and fail those that run or wait when the machine is gone', () => {
    const simulation = new Simulation();
    const cores = new Cores(simulation, 2);
    const ends: [number, boolean][] = [];
    for (let job = 0; job < 5; job += 1) cores.run(10, (ok) => ends.push([simulation.now, ok]));
    simulation.after(15, () => cores.fail());
    simulation.run(100);
    expect(ends).toEqual([
      [10, true],
      [10, true],
      [15, false],
      [20, false],
      [20, false],
    ]);
  });
});

describe('locks', () => {
  it('are held by one at a time, in order, and a waiter takes what is free when its time is over', () => {
    const simulation = new Simulation();
    const locks = new Locks(simulation, 2_000);
    const first = locks.takeFree([1, 2]);
    expect([...first]).toEqual([1, 2]);
    expect([...locks.takeFree([2, 3])]).toEqual([3]);
    const got: [number, number[]][] = [];
    locks.takeAll([2, 1], (held) => got.push([simulation.now, [...held]]));
    locks.takeAll([4, 3], (held) => got.push([simulation.now, [...held]]));
    simulation.after(500, () => locks.release(first));
    simulation.run(3_000);
    expect(got).toEqual([
      [500, [1, 2]],
      [2_000, [4]],
    ]);
  });
});

describe('a cell', () => {
  it("obeys Little's law", () => {
    const { inside, answeredPerSecond, meanMs, answers } = simulate(REAL, {
      ...SCENARIO,
      recordsPerSecond: 10_000,
    });
    expect(answers.stored).toBeGreaterThan(2_500);
    expect(off(inside, (answeredPerSecond * meanMs) / 1_000)).toBeLessThan(0.02);
  });

  it.each([
    ['within what it carries', { ...SCENARIO }],
    ['beyond what it carries', { ...SCENARIO, recordsPerSecond: 200_000, seconds: 20 }],
    [
      'with an outage and clients that try again',
      {
        ...SCENARIO,
        recordsPerSecond: 5_000,
        seconds: 200,
        retries: true,
        outage: { what: 'clickhouse', from: 20, seconds: 60 },
      },
    ],
  ] as const)('loses no record from its books, %s', (_name, scenario) => {
    const { offered, stored, lost, pending } = simulate(REAL, scenario);
    expect(stored + lost + pending).toBe(offered);
    expect(stored).toBeGreaterThan(0);
  });

  it('is saturated where the thread of its process is', () => {
    const costs = { ...FREE, prepareMs: (records: number) => records * 0.05 };
    expect(off(capacity(costs, { ...SCENARIO, processes: 1 }), 20_000)).toBeLessThan(0.06);
    expect(off(capacity(costs, { ...SCENARIO, processes: 4, recordsPerRequest: 500 }), 80_000)).toBeLessThan(
      0.1,
    );
  });

  it('is saturated where the cores of ClickHouse are', () => {
    // 1 ms for each 100 records, in queries of 100, on 2 cores: 200,000 records/s.
    const costs = { ...FREE, askMs: (rows: number) => rows * 0.01 };
    const cell = { ...SCENARIO, processes: 8, routing: 'account', clickhouseCores: 2 } as const;
    expect(off(capacity(costs, { ...cell, recordsPerRequest: 500 }, 8), 200_000)).toBeLessThan(0.1);
  });

  it('writes an account in one flush at a time, however many processes there are', () => {
    // A full flush takes half a second, so 20,000 records/s.
    const costs = { ...FREE, ledgerMs: () => 500, largeRows: 1 };
    for (const processes of [1, 4]) {
      const { stored, offered } = simulate(costs, {
        ...SCENARIO,
        accounts: 1,
        processes,
        recordsPerSecond: 40_000,
        recordsPerRequest: 500,
        seconds: 40,
      });
      expect(stored / 40).toBeLessThan(21_000);
      expect(stored).toBeLessThan(offered);
    }
  });

  it('keeps its memory bound and refuses while ClickHouse is slow, and stores all of it when clients try again', () => {
    const down = { what: 'clickhouse', from: 20, seconds: 60 } as const;
    const { mostWaitingBytes, answers, lost, drainSeconds } = simulate(REAL, {
      ...SCENARIO,
      recordsPerSecond: 5_000,
      seconds: 300,
      retries: true,
      outage: down,
    });
    expect(mostWaitingBytes).toBeLessThanOrEqual(FLUSH_LIMITS.maxWaitingBytes);
    expect(answers.failed).toBeGreaterThan(100);
    expect(lost).toBe(0);
    expect(drainSeconds).toBeGreaterThan(0);
    // The longest pause between two attempts of a client is 45 s.
    expect(drainSeconds).toBeLessThan(100);
  });
});

describe('the writer of the simulation', () => {
  const ARRIVALS = 400;
  const DELAYS = { ledgerMs: 5, askMs: 10, insertMs: 120 };
  const PATIENCE_MS = 2_000;

  interface Answered {
    ms: number;
    isStored: boolean;
  }

  /** Requests of 50 records, of some accounts, at random times, each to one of the processes. */
  function arrivals(processes: number) {
    const r = random(11);
    let at = 0;
    return Array.from({ length: ARRIVALS }, () => {
      at += Math.ceil(r() * 16);
      return { at, account: 1 + Math.floor(r() * 6), process: Math.floor(r() * processes) };
    });
  }

  function simulated(processes: number): Answered[] {
    const simulation = new Simulation();
    const costs: Costs = {
      ...FREE,
      prepareMs: () => 0,
      ledgerMs: () => DELAYS.ledgerMs,
      askMs: () => DELAYS.askMs,
      insertMs: () => DELAYS.insertMs - 1,
      syncMs: 1,
      largeRows: 1,
      askAtOnce: FLUSH_LIMITS.maxRows,
    };
    const cell: Cell = {
      simulation,
      costs,
      locks: new Locks(simulation, PATIENCE_MS),
      clickhouse: new ClickHouse(simulation, costs, 100),
      unfinished: new Set(),
      connections: new Level(simulation),
      postgresUp: () => true,
      count: { flushes: 0, rows: 0, transactions: 0 },
    };
    const all = Array.from({ length: processes }, () => new Process(cell));
    const answers: Answered[] = [];
    for (const [index, { at, account, process }] of arrivals(processes).entries())
      simulation.after(at, () =>
        all[process]?.receive({
          account,
          records: 50,
          bytes: 50 * 600,
          stored: () => undefined,
          answer: (what) => (answers[index] = { ms: simulation.now - at, isStored: what === 'stored' }),
        }),
      );
    simulation.run(60_000);
    return answers;
  }

  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  function realWriter(locks: Locks): DirectWriter {
    const held = (accounts: readonly number[], turn: Turn): Promise<ReadonlySet<number>> =>
      turn === 'free'
        ? Promise.resolve(locks.takeFree(accounts))
        : new Promise((resolve) => locks.takeAll(accounts, resolve));
    const hold = async <Result>(accounts: readonly number[], turn: Turn, work: HeldWork<Result>) => {
      const taken = await held(accounts, turn);
      await pause(DELAYS.ledgerMs);
      const { result } = await work(new Map([...taken].map((account) => [account, 0])), '2026-11', freeHold);
      locks.release(taken);
      return result;
    };
    return new DirectWriter({
      ledger: { hold, used: async () => 0, unfinished: async () => [], whileUnchanged: async () => false },
      ask: async (records) => {
        if (records.length > 0) await pause(DELAYS.askMs);
        return new Set();
      },
      askIds: async () => new Set(),
      insert: async () => pause(DELAYS.insertMs),
      complete: async () => new Map(),
      reconcile: async () => ({ accounts: 0, corrected: [] }),
    });
  }

  async function real(processes: number): Promise<Answered[]> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance', 'Date'] });
    const time = { after: (ms: number, run: () => void) => void setTimeout(run, ms) };
    const locks = new Locks(time, PATIENCE_MS);
    const all = Array.from({ length: processes }, () => realWriter(locks));
    const answers: Answered[] = [];
    const began = Date.now();
    for (const [index, { at, account, process }] of arrivals(processes).entries())
      setTimeout(() => {
        const records = Array.from({ length: 50 }, (_, record) =>
          incomingCall(account, `${index}-${record}`),
        );
        const note = (isStored: boolean) => () => {
          answers[index] = { ms: Date.now() - began - at, isStored };
        };
        void all[process]
          ?.write({ account, quota: 1e9, encoded: encodeRecords(records) })
          .then(note(true), note(false));
      }, at);
    await vi.advanceTimersByTimeAsync(60_000);
    return answers;
  }

  const mean = (answers: readonly Answered[]) =>
    answers.reduce((sum, { ms }) => sum + ms, 0) / answers.length;
  const stored = (answers: readonly Answered[]) => answers.filter(({ isStored }) => isStored).length;

  it('answers each request when the writer of the service does', async () => {
    const [ours, theirs] = [simulated(1), await real(1)];
    expect([stored(ours), stored(theirs)]).toEqual([ARRIVALS, ARRIVALS]);
    expect(off(mean(ours), mean(theirs))).toBeLessThan(0.02);
    // Requests that arrive in the same millisecond as the end of a flush may join it or the next one.
    const apart = ours.filter(({ ms }, index) => Math.abs(ms - (theirs[index]?.ms ?? 0)) > 5).length;
    expect(apart).toBeLessThan(ARRIVALS / 20);
  });

  it.each([2, 4])('makes requests wait for locks like %i writers of the service', async (processes) => {
    const [ours, theirs] = [simulated(processes), await real(processes)];
    expect([ours.length, theirs.length]).toEqual([ARRIVALS, ARRIVALS]);
    expect(mean(theirs)).toBeGreaterThan(1.5 * mean(simulated(1)));
    expect(off(mean(ours), mean(theirs))).toBeLessThan(0.1);
    expect(Math.abs(stored(ours) - stored(theirs))).toBeLessThan(ARRIVALS / 20);
  });
});
