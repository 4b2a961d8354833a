import { expect, it } from 'vitest';
import { pairedMean, separationPValue, welch } from './mean-difference.ts';
import { moments } from './moments.ts';

// Student (1908): extra hours of sleep under two drugs, the example of R's t.test.
const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
const RANGE = 100;

it("Welch on Student's sleep data: df 17.776, p 0.07939, -3.3654832 to 0.2054832", () => {
  const result = welch(moments(second), moments(first), RANGE)!;
  expect(result.difference).toBeCloseTo(-1.58, 12);
  expect(result.df).toBeCloseTo(17.776, 3);
  expect(result.pValue).toBeCloseTo(0.079_394, 6);
  expect(result.interval!.low).toBeCloseTo(-3.365_483_2, 7);
  expect(result.interval!.high).toBeCloseTo(0.205_483_2, 7);
});

it("the paired mean on Student's sleep data: -2.4598858 to -0.7001142", () => {
  const result = pairedMean(
    first.map((hours, i) => hours - second[i]!),
    RANGE,
  )!;
  expect(result.difference).toBeCloseTo(-1.58, 12);
  expect(result.interval!.low).toBeCloseTo(-2.459_885_8, 7);
  expect(result.interval!.high).toBeCloseTo(-0.700_114_2, 7);
});

it('never NaN: no spread, one value, no value', () => {
  const of = (...values: number[]) => moments(values);
  expect(welch(of(), of(1, 2), 1)).toBeNull();
  expect(welch(of(1), of(1, 2, 3), 1)).toMatchObject({ difference: 1, pValue: null, interval: null });
  expect(welch(of(1, 1, 1), of(1, 1), 1)).toMatchObject({ difference: 0, pValue: 1 });
  expect(welch(of(1, 1, 1), of(0.2, 0.5, 0.9), 1)!.df).toBeCloseTo(2, 12);
  expect(pairedMean([], 1)).toBeNull();
  expect(moments([0.1, 0.1, 0.1]).variance).toBe(0);
});

it('two constant samples are not certain: the permutation test decides', () => {
  const of = (value: number, n: number) => moments(Array.from({ length: n }, () => value));
  // 2 / C(6, 3) and 2 / C(8, 4)
  expect(welch(of(1, 3), of(0, 3), 1)!.pValue).toBeCloseTo(0.1, 12);
  expect(welch(of(1, 4), of(0, 4), 1)!.pValue).toBeCloseTo(2 / 70, 12);
  expect(separationPValue(2, 2)).toBeCloseTo(1 / 3, 12);
  expect(separationPValue(1, 1)).toBe(1);
  expect(separationPValue(5_000, 5_000)).toBe(0);
});

it('without variance the interval covers what could have been missed', () => {
  const { low, high } = pairedMean([0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1)!.interval!;
  // Clopper and Pearson's upper limit of 0 in 10: 0.3085
  expect(high).toBeCloseTo(0.3085, 4);
  expect(low).toBeCloseTo(-0.3085, 4);
  expect(pairedMean([-1], 1)!.interval!.low).toBe(-1);
  // Each sample may have missed as much: 0 in 10 and 0 in 20, 0.3085 + 0.1684.
  const alike = (n: number) => moments(Array.from({ length: n }, () => 0.5));
  expect(welch(alike(10), alike(20), 1)!.interval!.high).toBeCloseTo(0.4769, 4);
  expect(welch(alike(20), alike(10), 1)!.interval!.low).toBeCloseTo(-0.4769, 4);
});
