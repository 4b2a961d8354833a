import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const middle = () => 0.5;

it('doubles from the first wait to the cap', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempt) => backoffMs(attempt, 1_000, 10_000, middle));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

it('spreads by a fifth each way and no further', () => {
  expect(backoffMs(1, 1_000, 10_000, () => 0)).toBe(800);
  expect(backoffMs(1, 1_000, 10_000, () => 0.999_999)).toBe(1_200);
});

it('stays a number after any number of attempts', () => {
  for (const attempt of [-5, 0, 1, 100, 5_000]) {
    const wait = backoffMs(attempt, 5_000, 3_600_000);
    expect(wait).toBeGreaterThanOrEqual(4_000);
    expect(wait).toBeLessThanOrEqual(4_320_000);
  }
});
