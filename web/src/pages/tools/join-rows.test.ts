import { expect, it } from 'vitest';
import { joinRows, sortRows } from './join-rows.ts';

const group = (key: string, value: number | null, count: number) => ({
  key,
  value,
  count,
  lastSeen: '2026-11-19T00:00:00.000Z',
});
const rows = joinRows({
  count: { groups: [group('search', 6, 6), group('refund', 3, 3), group('idle', 1, 1), group('', 9, 9)] },
  rate: { groups: [group('search', 0, 6), group('refund', 2 / 3, 3)] },
  mean: { groups: [group('search', 120, 6), group('refund', 5_000, 3)] },
  cost: undefined,
});

it('has a row for each name, with its share of all named spans and its failed ones', () => {
  expect(rows).toMatchObject([
    { name: 'search', count: 6, share: 0.6, errors: 0, rate: 0, meanMs: 120, costUsd: null },
    { name: 'refund', count: 3, share: 0.3, errors: 2, meanMs: 5_000 },
    { name: 'idle', count: 1, share: 0.1, errors: 0, rate: null, meanMs: null },
  ]);
});

it('sorts either way, and what has no value comes last', () => {
  const names = (...by: Parameters<typeof sortRows> extends [unknown, ...infer Rest] ? Rest : never) =>
    sortRows(rows, ...by).map(({ name }) => name);
  expect(names('errors', 'desc')).toEqual(['refund', 'idle', 'search']);
  expect(names('mean', 'desc')).toEqual(['refund', 'search', 'idle']);
  expect(names('mean', 'asc')).toEqual(['search', 'refund', 'idle']);
  expect(names('name', 'asc')).toEqual(['idle', 'refund', 'search']);
});
