import { expect, it } from 'vitest';
import { ArrivalCounts } from './arrival-counts.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

it('counts by account and UTC day, up to a segment', () => {
  const counts = new ArrivalCounts([
    [1, '2026-11-15', 10],
    [2, '2026-11-16', 5],
  ]);
  counts.add(1, 1, [at('2026-11-15T23:59:59.999'), at('2026-11-16T00:00:00'), at('2026-11-15T23:59:59')]);
  counts.add(2, 3, [at('2026-11-16T12:00:00'), at('2026-11-16T12:00:00')]);
  counts.addDays(3, 1, new Map([['2026-11-16', 7]]));
  const sorted = (through: number) => counts.through(through).toSorted();
  expect(sorted(0)).toEqual([
    [1, '2026-11-15', 10],
    [2, '2026-11-16', 5],
  ]);
  const second = [
    [1, '2026-11-15', 12],
    [1, '2026-11-16', 1],
    [2, '2026-11-16', 5],
    [3, '2026-11-16', 2],
  ];
  expect(sorted(2)).toEqual(second);
  // A failed checkpoint is taken again.
  expect(sorted(2)).toEqual(second);
  expect(sorted(3)).toContainEqual([1, '2026-11-16', 8]);
});

it('keeps two days', () => {
  const counts = new ArrivalCounts([[1, '2026-11-15', 10]]);
  counts.add(1, 1, [at('2026-11-16T00:00:00')]);
  expect(counts.through(1)).toHaveLength(2);
  counts.add(2, 1, [at('2026-11-17T00:00:00')]);
  expect(counts.through(2)).toEqual([
    [1, '2026-11-16', 1],
    [1, '2026-11-17', 1],
  ]);
  expect(new ArrivalCounts([]).through(9)).toEqual([]);
});
