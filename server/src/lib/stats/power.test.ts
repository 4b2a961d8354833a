import { expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { itemsNeeded, mcnemarPower, welchPower, wilcoxonPower } from './power.ts';

// Cohen, Statistical Power Analysis for the Behavioral Sciences (1988), table 2.4.1: two samples, two-sided 5
// %, power 0.80 takes 64 each for d = 0.5, 26 for 0.8, 393 for 0.2.
it.each([
  [0.8, 26],
  [0.5, 64],
  [0.2, 393],
])('two samples, d = %d: %d each', (d, n) => {
  const needed = itemsNeeded((items) => welchPower(items, 1, items, 1, d))!;
  expect(Math.abs(needed - n)).toBeLessThanOrEqual(Math.max(1, n / 100));
  expect(welchPower(n, 1, n, 1, d)).toBeCloseTo(0.8, 1);
});

// 34 pairs for the paired t test at d = 0.5 (G*Power 3.1), over Wilcoxon's efficiency of 3/pi.
it('pairs, d = 0.5: 34 for the t test, 36 for Wilcoxon', () => {
  const needed = itemsNeeded((items) => wilcoxonPower(items, 1, 0.5))!;
  expect(needed).toBeGreaterThanOrEqual(35);
  expect(needed).toBeLessThanOrEqual(37);
});

// The exact test by hand: if every change is a loss, six changes suffice, so the power is P(Binomial(n, drop)
// >= 6).
it('McNemar with losses only is a binomial tail', () => {
  expect(mcnemarPower(50, 0.1, 0.1)).toBeCloseTo(0.383_877, 6);
  expect(mcnemarPower(50, 0, 0.1)).toBeCloseTo(0.383_877, 6);
  expect(mcnemarPower(5, 1, 1)).toBe(0);
  expect(mcnemarPower(6, 1, 1)).toBeCloseTo(1, 12);
});

it('McNemar gives the same with and without the approximation', () => {
  for (const [changed, drop] of [
    [0.3, 0.05],
    [0.8, 0.1],
    [0.1, 0.02],
  ] as const) {
    const border = Math.floor(400 / changed);
    const [below, above] = [mcnemarPower(border, changed, drop), mcnemarPower(border + 1, changed, drop)];
    expect(Math.abs(below - above)).toBeLessThan(0.01);
  }
});

it('too few items can never be significant, however small the variance', () => {
  expect(wilcoxonPower(5, 0, 0.1)).toBe(0);
  expect(wilcoxonPower(6, 0, 0.1)).toBe(1);
  expect(welchPower(1, 0, 50, 0, 0.1)).toBe(0);
  expect([welchPower(3, 0, 3, 0, 0.1), welchPower(4, 0, 4, 0, 0.1)]).toEqual([0, 1]);
});

it('gives up if a million items would not be enough', () => {
  expect(itemsNeeded((items) => wilcoxonPower(items, 1, 0.000_1))).toBeNull();
});

it('plans for 10,000 pairs within 50 ms of processor time', () => {
  const plan = () => {
    mcnemarPower(10_000, 0.5, 0.01);
    mcnemarPower(2_000, 0.15, 0.05);
    wilcoxonPower(10_000, 0.1, 0.01);
  };
  expect(leastCpuMs(plan, 50)).toBeLessThan(50);
});
