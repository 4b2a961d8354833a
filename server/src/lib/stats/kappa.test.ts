import { expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { cohenKappa } from './kappa.ts';

const fromTable = (table: number[][]): [number, number][] =>
  table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, (): [number, number] => [i, j])),
  );

// A SAS PROC FREQ example with its printout, also the one that statsmodels is checked against.
const SAS = fromTable([
  [0, 4, 1],
  [0, 8, 0],
  [0, 1, 5],
]);

it('SAS: simple kappa 0.4842, 0.2137 to 0.7547', () => {
  const { kappa, interval } = cohenKappa(SAS)!;
  expect(kappa).toBeCloseTo(0.4842, 4);
  expect(interval!.low).toBeCloseTo(0.2137, 4);
  expect(interval!.high).toBeCloseTo(0.7547, 4);
});

it('SAS: linear weights 0.4701, 0.1845 to 0.7558', () => {
  const { kappa, interval } = cohenKappa(SAS, 'linear')!;
  expect(kappa).toBeCloseTo(0.4701, 4);
  expect(interval!.low).toBeCloseTo(0.1845, 4);
  expect(interval!.high).toBeCloseTo(0.7558, 4);
});

it('Fleiss, Statistical Methods for Rates and Proportions (1981), table 13.1: 0.676', () => {
  const table = fromTable([
    [75, 1, 4],
    [5, 4, 1],
    [0, 0, 10],
  ]);
  expect(cohenKappa(table)!.kappa).toBeCloseTo(0.676, 3);
});

it('quadratic weights: the anxiety ratings of R package irr, raters 2 and 3, over their five levels: 0.2520325', () => {
  const second = [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4];
  const third = [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2];
  // irr numbers the levels that occur; 5 does not.
  const level = (rating: number) => (rating === 6 ? 5 : rating);
  const pairs = second.map((rating, i): [number, number] => [level(rating), level(third[i]!)]);
  expect(cohenKappa(pairs, 'quadratic')!.kappa).toBeCloseTo(0.252_032_5, 6);
  expect(cohenKappa(pairs, 'linear')!.kappa).toBeCloseTo(0.145_907_5, 6);
  expect(cohenKappa(pairs)!.kappa).toBeCloseTo(-0.006_289_308, 6);
});

it('full agreement is 1, but three pairs are not certain', () => {
  const few = cohenKappa(
    fromTable([
      [2, 0],
      [0, 1],
    ]),
  )!;
  const many = cohenKappa(
    fromTable([
      [200, 0],
      [0, 100],
    ]),
  )!;
  expect([few.kappa, many.kappa]).toEqual([1, 1]);
  expect(few.interval!.low).toBeLessThan(0);
  expect(many.interval!.low).toBeGreaterThan(0.95);
});

it('a rater with a constant rating agrees by chance and has no interval', () => {
  const constant = fromTable([
    [0, 7, 0],
    [0, 9, 0],
    [0, 24, 0],
  ]);
  const swapped = constant.map(([a, b]): [number, number] => [b, a]);
  for (const table of [constant, swapped])
    for (const weights of ['none', 'linear', 'quadratic'] as const)
      expect(cohenKappa(table, weights)).toMatchObject({ kappa: 0, interval: null });
});

it('a single category, no pairs, and too many categories', () => {
  expect(cohenKappa(fromTable([[9]]))).toMatchObject({ observed: 1, kappa: null, interval: null });
  expect(cohenKappa([])).toBeNull();
  expect(() => cohenKappa(Array.from({ length: 2_000 }, (_, i) => [i, i]))).toThrow(RangeError);
});

it('takes 10,000 pairs within 50 ms', () => {
  const pairs = Array.from({ length: 10_000 }, (_, i): [number, number] => [i % 5, (i * 7 + (i >> 3)) % 5]);
  expect(cohenKappa(pairs, 'quadratic')!.kappa).toBeLessThan(0.2);
  expect(leastCpuMs(() => cohenKappa(pairs, 'quadratic'), 50)).toBeLessThan(50);
});
