import { describe, expect, it } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

const overloaded = expect.objectContaining({ status: 503, reason: 'overloaded', retryAfterSeconds: 2 });

describe('bytes in memory', () => {
  it('503 overloaded: beyond the total, and beyond the share of an account', () => {
    const budget = new ByteBudget({ total: 100, perKey: 60 });
    const [one, again, other] = ['a', 'a', 'b'].map((key) => budget.hold(() => key));
    one!.grow(40);
    one!.grow(30);
    again!.grow(20);
    expect(() => again!.grow(21)).toThrow(overloaded);
    other!.grow(40);
    expect(() => other!.grow(41)).toThrow(overloaded);
    expect(budget.inUse).toBe(100);
    one!.close();
    other!.grow(60);
    expect(budget.inUse).toBe(80);
  });

  it('bytes that are not needed are released at once', () => {
    const budget = new ByteBudget({ total: 100 });
    const hold = budget.hold(() => 'a');
    hold.grow(10);
    hold.grow(90);
    hold.shrink(25);
    expect([budget.inUse, hold.held]).toEqual([25, 25]);
    hold.shrink(30);
    expect(budget.inUse).toBe(25);
  });

  it('a request waits for room, and those that wait get it in their order', async () => {
    const budget = new ByteBudget({ total: 100, patienceMs: 1_000 });
    const [first, second, third] = ['a', 'b', 'c'].map((key) => budget.hold(() => key));
    expect(first!.growSoon(80)).toBeUndefined();
    const order: string[] = [];
    const waits = [
      Promise.resolve(second!.growSoon(70)).then(() => order.push('second')),
      Promise.resolve(third!.growSoon(60)).then(() => order.push('third')),
    ];
    first!.close();
    await waits[0];
    expect([order, budget.inUse]).toEqual([['second'], 70]);
    second!.close();
    await waits[1];
    expect([order, budget.inUse]).toEqual([['second', 'third'], 60]);
  });

  it('503 overloaded: without room within the patience; a request that ends no longer waits', async () => {
    const budget = new ByteBudget({ total: 100, patienceMs: 5 });
    const [first, second, gone] = ['a', 'b', 'c'].map((key) => budget.hold(() => key));
    first!.grow(80);
    await expect(second!.growSoon(30)).rejects.toEqual(overloaded);
    const waits = gone!.growSoon(30);
    gone!.close();
    first!.close();
    await expect(waits).rejects.toThrow('ended');
    expect(budget.inUse).toBe(0);
  });

  it('a request that has ended takes nothing more', () => {
    const budget = new ByteBudget({ total: 100 });
    const hold = budget.hold(() => 'a');
    hold.grow(10);
    hold.close();
    expect(() => hold.grow(20)).toThrow('ended');
    hold.shrink(5);
    expect([budget.inUse, hold.isClosed]).toEqual([0, true]);
  });
});
