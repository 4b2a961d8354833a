import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashNumber, TextTable, textNumber } from './text-table.ts';

const text = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  'ba',
  'é',
  '0af7651916cd43dd',
  '0af7651916cd43de',
  '__proto__',
);

/** With two numbers, most texts share theirs with others. */
const colliding = (one: string): number => one.length % 2;

it.each([
  ['by their own numbers', textNumber],
  ['where many have the same number', colliding],
])('holds texts as a Map does, %s', (_case, number) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('set', 'delete', 'get'), text)), (steps) => {
      const table = new TextTable<number>();
      const model = new Map<string, number>();
      steps.forEach(([step, one], at) => {
        if (step === 'set') {
          table.set(one, number(one), at);
          model.set(one, at);
        } else if (step === 'delete') {
          table.delete(one, number(one));
          model.delete(one);
        }
        expect(table.get(one, number(one))).toBe(model.get(one));
        expect(table.size).toBe(model.size);
      });
      for (const [one, value] of model) expect(table.get(one, number(one))).toBe(value);
    }),
  );
});

it('numbers are integers, depend on each character, and seldom collide', () => {
  const ids = Array.from(
    { length: 20_000 },
    (_, at) => `5b8efff798038103d269b633813fc60c-${at.toString(16)}`,
  );
  const numbers = ids.map(textNumber);
  expect(numbers.every((number) => number === (number | 0))).toBe(true);
  expect(new Set(numbers).size).toBeGreaterThan(19_980);
  expect(textNumber('ab')).not.toBe(textNumber('ba'));
  const hashes = Array.from({ length: 20_000 }, (_, at) => hashNumber(at, at % 7));
  expect(new Set(hashes).size).toBeGreaterThan(19_980);
});
