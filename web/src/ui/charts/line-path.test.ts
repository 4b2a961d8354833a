import { expect, it } from 'vitest';
import { isAlone, isBlank, lineSegments } from './line-path.ts';

it('neighbours are joined, holes are bridged, and nothing is drawn before the first or after the last', () => {
  expect(lineSegments([null, 1, 2, null, null, 3, null])).toEqual([
    { from: 1, to: 2, look: 'solid' },
    { from: 2, to: 5, look: 'bridge' },
  ]);
  expect(lineSegments([null, null])).toEqual([]);
  expect(lineSegments([0, 0])).toEqual([{ from: 0, to: 1, look: 'solid' }]);
});

it('points of fewer than ten calls are faint', () => {
  expect(lineSegments([1, 2, 3], [10, 9, 30]).map(({ look }) => look)).toEqual(['faint', 'faint']);
  expect(lineSegments([1, 2, 3], [10, 10, 30]).map(({ look }) => look)).toEqual(['solid', 'solid']);
});

it('a value between two holes stands alone', () => {
  expect([0, 2, 3].map((at) => isAlone([1, null, 2, 3], at))).toEqual([true, false, false]);
});

it('zeros are data; only unknown values leave a gap', () => {
  expect(isBlank([{ values: [0, 0, null] }])).toBe(false);
  expect(isBlank([{ values: [null, null] }, { values: [] }])).toBe(true);
});
