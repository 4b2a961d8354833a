import { expect, it } from 'vitest';
import { fillPlaceholders, placeholders } from './placeholders.ts';

it('placeholders are the names between double braces, once each', () => {
  expect(placeholders('{{a}} {{ a }} {{b.c}} {{{d}}} {{ }} {{}} {e} {{f {{g}} {{日本}} {{h\n}}')).toEqual([
    'a',
    'b.c',
    'd',
    'g',
    '日本',
    'h',
  ]);
});

it('are filled once: a value is not a template, and unknown names stay', () => {
  const values = new Map([
    ['a', '{{b}} $& $1'],
    ['b', 'no'],
    ['日本', 'x'],
  ]);
  expect(fillPlaceholders('{{a}} {{ 日本 }} {{toString}} {{}}', (name) => values.get(name))).toBe(
    '{{b}} $& $1 x {{toString}} {{}}',
  );
});
