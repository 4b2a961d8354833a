import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

it('decodes to the encoded values', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger(), (text, number) => {
      const cursor = encodeCursor([text, number]);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor(cursor, ['string', 'integer'])).toEqual([text, number === 0 ? 0 : number]);
    }),
    { seed: 3 },
  );
});

it('is null for anything but a cursor of this list', () => {
  const raw = (text: string) => Buffer.from(text).toString('base64url');
  for (const text of [
    '',
    '%%%',
    'abc',
    raw('{}'),
    raw('null'),
    raw('[]'),
    raw('["1"]'),
    raw('[1,2]'),
    raw('[null]'),
  ]) {
    expect([text, decodeCursor(text, ['integer'])]).toEqual([text, null]);
  }
  expect(decodeCursor(raw('['.repeat(50_000)), ['integer'])).toBeNull();
});

it('accepts only safe integers for an integer key', () => {
  for (const number of ['1.5', '1e300', '-1e16', '1e16', '9007199254740993']) {
    expect(decodeCursor(Buffer.from(`[${number}]`).toString('base64url'), ['integer'])).toBeNull();
  }
  expect(decodeCursor(encodeCursor([1.5]), ['number'])).toEqual([1.5]);
  expect(decodeCursor(Buffer.from('[1e400]').toString('base64url'), ['number'])).toBeNull();
});
