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
