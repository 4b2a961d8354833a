import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { fieldFaults } from './field-faults.ts';
import { closed, Distinct, Nullable } from './schema.ts';

const Short = Distinct(Type.String(), { minItems: 1, maxItems: 3 });

const check = Compile(
  closed({
    ids: Type.Optional(Short),
    maybe: Type.Optional(Nullable(Short)),
    oneOrMany: Type.Optional(Type.Union([Type.String(), Short])),
    either: Type.Optional(
      Type.Union([closed({ few: Short }), closed({ few: Type.Array(Type.String(), { maxItems: 5 }) })]),
    ),
    rows: Type.Optional(Type.Array(closed({ names: Short }), { maxItems: 2 })),
    byName: Type.Optional(Type.Record(Type.String(), Short)),
    anything: Type.Optional(Type.Unknown()),
  }),
);
const faults = (value: unknown) => fieldFaults(check, value);
const letters = (count: number) => Array.from({ length: count }, (_, at) => String.fromCodePoint(97 + at));
const LONG = 'must not have more than 3 items';
const TWICE = 'must not have duplicate items';

describe('lists', () => {
  it.each([
    [{ ids: letters(4) }, 'ids', LONG],
    [{ ids: ['a', 'b', 'a'] }, 'ids', TWICE],
    [{ maybe: letters(4) }, 'maybe', LONG],
    [{ oneOrMany: ['a', 'a'] }, 'oneOrMany', TWICE],
    [{ either: { few: letters(6) } }, 'either.few', LONG],
    [{ rows: [{ names: ['a'] }, { names: letters(4) }] }, 'rows.1.names', LONG],
    [{ rows: letters(3) }, 'rows', 'must not have more than 2 items'],
    [{ byName: { 'x.y': ['a', 'a'] } }, 'byName.x.y', TWICE],
  ])('%j', (value, path, message) => {
    expect(faults(value)).toEqual([{ path, message }]);
  });

  it.each([
    {},
    { ids: letters(3), maybe: null, oneOrMany: 'a', anything: ['a', 'a', 'a', 'a'] },
    { either: { few: letters(5) } },
    { either: { few: ['a', 'a', 'a', 'a'] } },
    { byName: { a: ['a'], b: letters(3) } },
  ])('valid: %j', (value) => {
    expect(faults(value)).toEqual([]);
  });

  it('names the type before equal items', () => {
    expect(faults({ ids: [1, 1] })[0]).toEqual({ path: 'ids.0', message: 'must be string' });
    expect(faults({ ids: {} })[0]).toEqual({ path: 'ids', message: 'must be array' });
  });

  it('does not judge a list that is too long, whatever its items are', () => {
    for (const item of [1, 'a', {}, [], { names: [1] }]) {
      const value = { ids: Array(500_000).fill(item), rows: Array(500_000).fill(item) };
      expect(faults(value)).toEqual([{ path: 'ids', message: LONG }]);
      expect(leastCpuMs(() => faults(value), 1)).toBeLessThan(5);
    }
  });

  it('finds equal items in a time that is linear in their number', () => {
    const wide = Compile(Distinct(Type.Integer(), { maxItems: 1e6 }));
    const list = Array.from({ length: 500_000 }, (_, at) => at >> 1);
    expect(fieldFaults(wide, list)).toEqual([{ path: '', message: TWICE }]);
    // Comparing each with each other takes minutes.
    expect(leastCpuMs(() => fieldFaults(wide, list), 1_000)).toBeLessThan(1_000);
  });
});
