import { expect, it } from 'vitest';
import { leastCpuMs } from '#lib/cpu-time';
import { placeholders, warningsFor } from './template.ts';

it('placeholders are what stands between two braces, once each', () => {
  expect(placeholders('{{a}} {{ a }} {{b.c}} {{{d}}} {{ }} {{}} {e} {{f {{g}} {{日本}} {{h\n}}')).toEqual([
    'a',
    'b.c',
    'd',
    'g',
    '日本',
    'h',
  ]);
});

it('names like those of every object are names like any other', () => {
  expect(
    warningsFor('{{constructor}} {{hasOwnProperty}}', { constructor: 'x', hasOwnProperty: 'y' }),
  ).toEqual([]);
  expect(warningsFor('{{toString}}', {})).toHaveLength(1);
  expect(warningsFor('{{toString}}', null)).toHaveLength(1);
});

it('warnings are bounded, and templates of braces alone take no time', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `{{${at}}}`).join('');
  expect(warningsFor(many, null)).toHaveLength(51);
  expect(warningsFor(many, null).at(-1)).toBe('And 4950 more like these.');
  for (const hard of ['{'.repeat(50_000), '{{a'.repeat(16_000), `{{${'a'.repeat(49_990)}`])
    expect(leastCpuMs(() => placeholders(hard), 100)).toBeLessThan(100);
});
