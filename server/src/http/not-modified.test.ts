import { expect, it } from 'vitest';
import { isNotModified } from './not-modified.ts';

it.each([
  ['W/"a"', 'W/"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', '"a"', true],
  ['"b", W/"a"', 'W/"a"', true],
  ['"b","a"', 'W/"a"', true],
  ['*', 'W/"a"', true],
  ['"b"', 'W/"a"', false],
  ['a', 'W/"a"', false],
  ['', 'W/"a"', false],
  [undefined, 'W/"a"', false],
  ['"a"', undefined, false],
  ['*', undefined, false],
])('If-None-Match %s, ETag %s: %s', (asked, etag, expected) => {
  expect(isNotModified(asked, etag)).toBe(expected);
});
