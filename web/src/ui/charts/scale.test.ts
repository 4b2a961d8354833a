import { describe, expect, it } from 'vitest';
import { labelsThatFit, roomOf, ticksTo } from './scale.ts';

describe('the lines of an axis', () => {
  it.each([
    [0, [0, 1]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [0.000_3, [0, 0.0001, 0.0002, 0.0003]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('to %s are round', (max, ticks) => expect(ticksTo(max)).toEqual(ticks));

  it('end at or above the highest value', () => {
    for (let max = 0.013; max < 1e9; max *= 1.7) {
      const ticks = ticksTo(max);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});

it('labels do not touch, and empty ones are not written', () => {
  expect(labelsThatFit(['a', 'b', 'c', 'd'], 30, 60)).toEqual([0, 2]);
  expect(labelsThatFit(['', 'b', '', 'd'], 100, 60)).toEqual([1, 3]);
});

it('the room for labels is that of the widest, in either script', () => {
  expect(roomOf([])).toBe(0);
  expect(roomOf(['0 ms', '1 min 20 s'])).toBe(65);
  expect(roomOf(['0 ms', '1 分 20 秒'])).toBeGreaterThan(roomOf(['1 s 20 s']));
});
