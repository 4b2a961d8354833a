import { expect, it } from 'vitest';
import { seededRandom } from '#lib/seeded-random';
import { permutationPDown } from './permutation.ts';

const times = (n: number, value: number) => Array.from({ length: n }, () => value);

// Fisher's exact test, one-sided, is the permutation test of pass or fail. The lady tasting tea: 17 of 70; 3
// of 4 right and 1 of 4.
it("is Fisher's exact test on pass or fail", () => {
  expect(permutationPDown([1, 1, 1, 0], [1, 0, 0, 0])).toBeCloseTo(17 / 70, 1);
  expect(permutationPDown(times(4, 1), times(4, 0))).toBeCloseTo(1 / 70, 2);
  expect(permutationPDown(times(4, 0), times(4, 1))).toBe(1);
});

it('gives the same p from either side for samples of different size', () => {
  const few = [0.1, 0.2, 0.3];
  const many = [0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  // There are 120 ways to choose 3 of 10: one has a sum of 0.55 and one of 0.6.
  expect(permutationPDown(many, few)).toBeCloseTo(2 / 120, 2);
  const turned = (values: number[]) => values.map((value) => 1 - value);
  expect(permutationPDown(turned(few), turned(many))).toBeCloseTo(2 / 120, 2);
});

it('gives the same result for the same data in any order', () => {
  const random = seededRandom(3);
  const [a, b] = [Array.from({ length: 30 }, random), Array.from({ length: 20 }, random)];
  expect(permutationPDown(a.toReversed(), b.toReversed())).toBe(permutationPDown(a, b));
});

it('keeps its level for a small and a large sample with rare failures', () => {
  const random = seededRandom(4);
  const passes = (n: number) => Array.from({ length: n }, () => (random() < 0.95 ? 1 : 0));
  let alarms = 0;
  for (let i = 0; i < 400; i++) if (permutationPDown(passes(60), passes(8)) < 0.05) alarms++;
  expect(alarms / 400).toBeLessThanOrEqual(0.06);
});
