import { describe, expect, it } from 'vitest';
import { draggedOver, durationTicksTo, labelsThatFit, labelX, roomOf, ticksTo } from './scale.ts';

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

describe('the lines of a count', () => {
  it.each([
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [9, [0, 3, 6, 9]],
    [100, [0, 25, 50, 75, 100]],
  ])('to %s are whole', (max, ticks) => expect(ticksTo(max, { whole: true })).toEqual(ticks));
});

it('the lines of a duration are whole minutes where they are minutes', () => {
  expect(durationTicksTo(800)).toEqual(ticksTo(800));
  expect(durationTicksTo(100_000)).toEqual([0, 30_000, 60_000, 90_000, 120_000]);
  expect(durationTicksTo(1_000_000)).toEqual([0, 300_000, 600_000, 900_000, 1_200_000]);
  expect(durationTicksTo(900_000_000).at(-1)).toBeGreaterThanOrEqual(900_000_000);
});

describe('a drag', () => {
  it('covers the points between its ends, either way, and stays within the chart', () => {
    expect(draggedOver(12, 58, 10, 10)).toEqual({ first: 1, last: 5 });
    expect(draggedOver(58, 12, 10, 10)).toEqual({ first: 1, last: 5 });
    expect(draggedOver(-40, 500, 10, 10)).toEqual({ first: 0, last: 9 });
  });

  it('of a few pixels is a click', () => expect(draggedOver(12, 15, 10, 10)).toBeNull());
});

it('a label at the end of an axis does not stick out, in either script', () => {
  expect(labelX(50, 'Nov 17', 100)).toBe(50);
  expect(labelX(99, 'Nov 17', 100)).toBe(100 - roomOf(['Nov 17']) / 2);
  expect(labelX(1, '11月17日', 100)).toBe(roomOf(['11月17日']) / 2);
});
