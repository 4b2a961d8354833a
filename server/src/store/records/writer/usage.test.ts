import { describe, expect, it } from 'vitest';
import { FakeClock } from '#test/support/clock';
import { MonthlyUsage } from './usage.ts';

const ACCOUNT = 7;
const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59);
const DECEMBER = Date.UTC(2026, 11, 1);

describe('the usage of a month', () => {
  it('starts at zero with each month, and is not restored when the clock is set back', () => {
    const clock = new FakeClock(NOVEMBER);
    const usage = new MonthlyUsage(clock, [[ACCOUNT, 90]]);
    expect(usage.of(ACCOUNT)).toBe(90);
    clock.set(DECEMBER);
    expect([usage.month, usage.of(ACCOUNT)]).toEqual(['2026-12', 0]);
    usage.charge(ACCOUNT, 5);
    clock.set(NOVEMBER);
    expect([usage.month, usage.of(ACCOUNT), usage.clockIsBehind]).toEqual(['2026-12', 5, true]);
  });

  it('is not changed by a commit that was charged to the previous month', () => {
    const clock = new FakeClock(NOVEMBER);
    const usage = new MonthlyUsage(clock, []);
    const stored = usage.charge(ACCOUNT, 10);
    const failed = usage.charge(ACCOUNT, 20);
    clock.set(DECEMBER);
    usage.charge(ACCOUNT, 3);
    usage.confirm(ACCOUNT, 10, stored);
    usage.release(ACCOUNT, 20, failed);
    expect(usage.of(ACCOUNT)).toBe(3);
    // It is charged and not confirmed, so nothing of it is on disk.
    expect(usage.onDisk().get(ACCOUNT)).toBe(0);
  });
});
