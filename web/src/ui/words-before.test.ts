import { expect, it } from 'vitest';
import { wordsBefore } from './words-before.ts';

it('keeps the last words before a hit, and whole characters', () => {
  expect(wordsBefore('It left ')).toBe('It left ');
  expect(wordsBefore('…and the parcel of this morning left ')).toBe('…morning left ');
  expect(wordsBefore('x'.repeat(40))).toBe(`…${'x'.repeat(18)}`);
  expect(wordsBefore(`${'x'.repeat(40)} `)).toBe(`…${'x'.repeat(17)} `);
  expect(wordsBefore('📦'.repeat(20))).toBe(`…${'📦'.repeat(18)}`);
});
