import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FairConnectionPool,
  CONNECTION_LIMITS,
  type Requester,
  type ConnectionLimits,
} from './fair-connection-pool.ts';

/** Named work that runs until the test ends it. */
class Stage {
  readonly running: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly #seats: FairConnectionPool<string>;

  constructor(size: number, limits: Partial<ConnectionLimits> = {}) {
    const items = Array.from({ length: size }, (_, at) => `connection ${at}`);
    this.#seats = new FairConnectionPool(items, { ...CONNECTION_LIMITS, ...limits });
  }

  ask(name: string, requester: Requester | null): Promise<void> {
    return this.#seats.run(requester, async () => {
      this.running.push(name);
      await new Promise<void>((resolve) => this.#ends.set(name, resolve));
      this.running.splice(this.running.indexOf(name), 1);
    });
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await settled();
  }

  close = (): Promise<void> => this.#seats.close();
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
const heavy = (account: number): Requester => ({ account, heavy: true });
const quick = (account: number): Requester => ({ account, heavy: false });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('FairConnectionPool', () => {
  it('leaves a connection for other accounts, however many questions one of them asks', async () => {
    const stage = new Stage(3);
    for (const name of ['a1', 'a2', 'a3', 'a4']) void stage.ask(name, quick(1));
    await settled();
    expect(stage.running).toEqual(['a1', 'a2']);
    void stage.ask('b1', quick(2));
    await settled();
    expect(stage.running).toEqual(['a1', 'a2', 'b1']);
    await stage.end('a1');
    expect(stage.running).toEqual(['a2', 'b1', 'a3']);
  });

  it('keeps heavy questions from blocking each other and from taking all connections', async () => {
    const stage = new Stage(3);
    for (const account of [1, 2, 3]) void stage.ask(`heavy ${account}`, heavy(account));
    void stage.ask('heavy 1 again', heavy(1));
    await settled();
    expect(stage.running).toEqual(['heavy 1', 'heavy 2']);
    void stage.ask('quick 1', quick(1));
    await settled();
    expect(stage.running).toEqual(['heavy 1', 'heavy 2', 'quick 1']);
    await stage.end('heavy 2');
    expect(stage.running).toEqual(['heavy 1', 'quick 1', 'heavy 3']);
  });

  it('serves the account with the fewest running questions first, then the longest wait', async () => {
    const stage = new Stage(2);
    void stage.ask('a1', quick(1));
    void stage.ask('own', null);
    for (const name of ['a2', 'a3']) void stage.ask(name, quick(1));
    void stage.ask('b1', quick(2));
    await settled();
    expect(stage.running).toEqual(['a1', 'own']);
    await stage.end('own');
    expect(stage.running).toEqual(['a1', 'b1']);
    await stage.end('a1');
    expect(stage.running).toEqual(['b1', 'a2']);
  });

  it('answers questions of the service itself before all that wait', async () => {
    const stage = new Stage(1);
    void stage.ask('a1', quick(1));
    void stage.ask('b1', quick(2));
    void stage.ask('own', null);
    await settled();
    await stage.end('a1');
    expect(stage.running).toEqual(['own']);
  });

  it('429 too_many_queries beyond the queue limit of an account; others still get in', async () => {
    const stage = new Stage(2, { waitingPerAccount: 2 });
    for (const name of ['a1', 'a2', 'a3']) void stage.ask(name, quick(1));
    await expect(stage.ask('a4', quick(1))).rejects.toMatchObject({
      code: 'too_many_requests',
      reason: 'too_many_queries',
      retryAfterSeconds: 1,
    });
    void stage.ask('b1', quick(2));
    await settled();
    expect(stage.running).toEqual(['a1', 'b1']);
  });

  it('503 records_busy beyond the queue limit of all accounts, and after waiting too long', async () => {
    const stage = new Stage(1, { maxWaiting: 1, patienceMs: 1_000 });
    void stage.ask('a1', quick(1));
    const late = stage.ask('b1', quick(2)).catch((error: unknown) => error);
    await expect(stage.ask('c1', quick(3))).rejects.toMatchObject({ reason: 'records_busy' });
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(late).resolves.toMatchObject({ reason: 'records_busy' });
    void stage.ask('c2', quick(3));
    await stage.end('a1');
    expect(stage.running).toEqual(['c2']);
  });

  it('takes the connection back from work that failed', async () => {
    const seats = new FairConnectionPool(['a']);
    await expect(seats.run(heavy(1), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(seats.run(heavy(1), (item) => Promise.resolve(item))).resolves.toBe('a');
  });

  it('closes when the accepted work is done, and accepts no more', async () => {
    const stage = new Stage(1);
    const done: string[] = [];
    const work = [stage.ask('a1', quick(1)), stage.ask('a2', quick(1))].map((asked) =>
      asked.then(() => done.push('work')),
    );
    await settled();
    const closing = stage.close().then(() => done.push('closed'));
    await expect(stage.ask('a3', quick(1))).rejects.toMatchObject({ code: 'unavailable' });
    await stage.end('a1');
    await stage.end('a2');
    await Promise.all([...work, closing]);
    expect(done).toEqual(['work', 'work', 'closed']);
  });

  it('never exceeds its limits and serves every waiter, over random work', async () => {
    vi.useRealTimers();
    const size = 5;
    const seats = new FairConnectionPool(
      Array.from({ length: size }, (_, at) => at),
      { ...CONNECTION_LIMITS, waitingPerAccount: 300 },
    );
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const running: (Requester | null)[] = [];
    const most = { all: 0, heavy: 0, ofOne: 0 };
    const asked = Array.from({ length: 300 }, async () => {
      const requester = random(10) === 0 ? null : { account: random(12), heavy: random(2) === 0 };
      const rounds = random(20);
      await seats.run(requester, async () => {
        running.push(requester);
        const askers = running.filter((other) => other !== null);
        most.all = Math.max(most.all, running.length);
        most.heavy = Math.max(most.heavy, askers.filter(({ heavy: isHeavy }) => isHeavy).length);
        const own = askers.filter(({ account }) => account === requester?.account);
        most.ofOne = Math.max(most.ofOne, own.length);
        for (let round = 0; round < rounds; round++) await Promise.resolve();
        running.splice(running.indexOf(requester), 1);
      });
    });
    await Promise.all(asked);
    expect(most).toEqual({ all: size, heavy: size - 1, ofOne: expect.any(Number) });
    expect(most.ofOne).toBeLessThan(size);
    expect(running).toEqual([]);
  });
});
