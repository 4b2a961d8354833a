import { expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { placeholders } from '#lib/placeholders';
import { warningsFor } from './template.ts';

it('names of the object prototype are ordinary names', () => {
  expect(
    warningsFor('{{constructor}} {{hasOwnProperty}}', { constructor: 'x', hasOwnProperty: 'y' }),
  ).toEqual([]);
  expect(warningsFor('{{toString}}', {})).toHaveLength(1);
  expect(warningsFor('{{toString}}', null)).toHaveLength(1);
});

it('warnings are limited, and templates of braces alone are fast', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `{{${at}}}`).join('');
  expect(warningsFor(many, null)).toHaveLength(51);
  expect(warningsFor(many, null).at(-1)).toBe('And 4950 more like these.');
  for (const hard of ['{'.repeat(50_000), '{{a'.repeat(16_000), `{{${'a'.repeat(49_990)}`])
    expect(leastCpuMs(() => placeholders(hard), 100)).toBeLessThan(100);
});
