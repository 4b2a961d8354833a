import { expect, it } from 'vitest';
import { holm } from './holm.ts';

it('multiplies the smallest by m, the next by m - 1, and never decreases', () => {
  // The worked example of the Wikipedia article "Holm-Bonferroni method": 0.01, 0.04, 0.03, 0.005.
  const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
  for (const [i, wanted] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[i]).toBeCloseTo(wanted, 12);
});

it('stays a probability and skips tests that were not made', () => {
  expect(holm([0.7, 0.9])).toEqual([1, 1]);
  expect(holm([null, 0.03, null])).toEqual([null, 0.03, null]);
  expect(holm([])).toEqual([]);
});
