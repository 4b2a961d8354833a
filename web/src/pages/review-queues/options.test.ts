import { expect, it } from 'vitest';
import { firstOpen, isComplete, optionsOf } from './options.ts';
import type { DimensionData } from './types.ts';

const dimension = (changes: Partial<DimensionData>): DimensionData => ({
  name: 'a',
  description: null,
  kind: 'number',
  min: null,
  max: null,
  step: null,
  tolerance: null,
  categories: null,
  optional: false,
  ...changes,
});
const keysOf = (changes: Partial<DimensionData>) =>
  optionsOf(dimension(changes))?.map(({ value, key }) => `${key}=${value}`);

it('a digit chooses itself on a scale of digits, and its place elsewhere', () => {
  expect(keysOf({ min: 1, max: 3, step: 1 })).toEqual(['1=1', '2=2', '3=3']);
  expect(keysOf({ min: 0, max: 2, step: 1 })).toEqual(['0=0', '1=1', '2=2']);
  expect(keysOf({ min: 0, max: 0.3, step: 0.1 })).toEqual(['1=0', '2=0.1', '3=0.2', '4=0.3']);
  expect(keysOf({ min: 1, max: 10, step: 1 })?.at(-1)).toBe('0=10');
  expect(keysOf({ min: 0, max: 10, step: 1 })?.at(-1)).toBe('null=10');
  expect(keysOf({ min: 0, max: 100, step: 1 })).toBeUndefined();
  expect(keysOf({ kind: 'category', categories: ['x', 'y'] })).toEqual(['1=x', '2=y']);
  expect(keysOf({ kind: 'boolean' })).toEqual(['1=true', '2=false']);
});

it('the next dimension is the first without a value; optional ones may stay empty', () => {
  const all = [dimension({ name: 'a' }), dimension({ name: 'b', optional: true }), dimension({ name: 'c' })];
  expect(firstOpen(all, {})).toBe(0);
  expect(firstOpen(all, { a: false, b: 'x' })).toBe(2);
  expect(firstOpen(all, { a: 1, b: 2, c: 3 })).toBe(2);
  expect([isComplete(all, { a: 1 }), isComplete(all, { a: 0, c: 0 })]).toEqual([false, true]);
});
