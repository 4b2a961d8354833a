import { describe, expect, it } from 'vitest';
import { ExperimentPurse } from './experiment-purse.ts';

const never = new AbortController().signal;
const purse = (limit: number | null, spent = 0) =>
  new ExperimentPurse({ limit_micros: limit, spent_micros: spent });

describe('the money limit of an experiment', () => {
  it('is never exceeded by answers under way: the next one waits for what they leave', async () => {
    const money = purse(100, 10);
    expect(await money.hold(60, never)).toBeNull();
    let isHeld = false;
    const second = money.hold(60, never).then((refusal) => {
      isHeld = true;
      return refusal;
    });
    await Promise.resolve();
    expect(isHeld).toBe(false);
    money.settle(60, 5);
    expect(await second).toBeNull();
    money.settle(60, 60);
    expect(await money.hold(25, never)).toBeNull();
    money.settle(25, 25);
    expect(await money.hold(1, never)).toMatchObject({ reason: 'limit_reached' });
  });

  it('refuses what has no price, and nothing without a limit', async () => {
    expect(await purse(100).hold(null, never)).toMatchObject({ reason: 'no_price' });
    expect(await purse(null).hold(null, never)).toBeNull();
    expect(await purse(null).hold(10 ** 12, never)).toBeNull();
  });

  it('does not wait any more once the experiment is aborted', async () => {
    const ending = new AbortController();
    const money = purse(100);
    await money.hold(100, never);
    const waiting = money.hold(1, ending.signal);
    ending.abort();
    expect(await waiting).toBeNull();
  });
});
