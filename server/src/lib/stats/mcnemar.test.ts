import { expect, it } from 'vitest';
import { mcnemarExact, pairedProportionsInterval } from './mcnemar.ts';

// Armitage and Berry, Statistical Methods in Medical Research (1994), p. 127: two media for tubercle bacilli.
it('Armitage and Berry: 12 against 2 gives 0.0129', () => {
  expect(mcnemarExact(12, 2)).toBeCloseTo(0.012_939, 6);
  expect(mcnemarExact(2, 12)).toBe(mcnemarExact(12, 2));
});

// Fagerland, Lydersen, Laake, BMC Medical Research Methodology 13:91 (2013) for the test, Statistics in
// Medicine 33:2850 (2014) for Tango's interval: airways of 21 children before and after a transplant.
it('Fagerland et al.: 1 against 7 of 21 gives 0.0703, Tango -0.517 to -0.026', () => {
  expect(mcnemarExact(7, 1)).toBeCloseTo(0.0703, 4);
  const { low, high } = pairedProportionsInterval(7, 1, 21)!;
  expect(low).toBeCloseTo(-0.517, 3);
  expect(high).toBeCloseTo(-0.026, 3);
});

it('needs six changes of one kind to be significant', () => {
  expect(mcnemarExact(5, 0)).toBeCloseTo(2 / 32, 12);
  expect(mcnemarExact(6, 0)).toBeCloseTo(2 / 64, 12);
});

it('is 1 if nothing changed, or if gains equal losses', () => {
  expect([mcnemarExact(0, 0), mcnemarExact(1, 0), mcnemarExact(4, 4)]).toEqual([1, 1, 1]);
});

it('keeps the interval inside -1..1, symmetric, and wide if nothing changed', () => {
  // Tango (1998): with no change the limits are z² / (n + z²).
  const z2 = 1.959_963_984_540_054 ** 2;
  expect(pairedProportionsInterval(0, 0, 50)!.high).toBeCloseTo(z2 / (50 + z2), 9);
  expect(pairedProportionsInterval(5, 0, 5)!.low).toBe(-1);
  expect(pairedProportionsInterval(0, 5, 5)!.high).toBe(1);
  for (const [losses, gains, n] of [
    [1, 0, 1],
    [3, 9, 30],
    [0, 1, 44],
    [5_000, 5_000, 10_000],
  ] as const) {
    const one = pairedProportionsInterval(losses, gains, n)!;
    const mirror = pairedProportionsInterval(gains, losses, n)!;
    const difference = (gains - losses) / n;
    expect(one.low).toBeCloseTo(-mirror.high, 9);
    expect(one.low).toBeGreaterThanOrEqual(-1);
    expect(one.low).toBeLessThanOrEqual(difference);
    expect(one.high).toBeGreaterThanOrEqual(difference);
  }
  expect(pairedProportionsInterval(0, 0, 0)).toBeNull();
});
