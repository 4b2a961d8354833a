import { expect, it } from 'vitest';
import { isMasked, maskSecret, maskUrl } from './mask.ts';

it.each([
  ['abcdefghijkl', '…ijkl'],
  ['abcdefghijk', '…'],
  ['abcd', '…'],
  ['', '…'],
])('a masked secret shows its end, a short one nothing: %s', (secret, shown) => {
  expect(maskSecret(secret)).toBe(shown);
  expect(isMasked(shown)).toBe(true);
});

it.each([
  ['https://hooks.example.com/services/T00/B00/secret', 'https://hooks.example.com/…cret'],
  ['https://hooks.example.com/short', 'https://hooks.example.com/…'],
  ['https://hooks.example.com/?token=abcdefgh', 'https://hooks.example.com/…efgh'],
  ['https://hooks.example.com', 'https://hooks.example.com'],
  ['no url', '…'],
])('a masked URL shows the host and the end of the rest: %s', (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});
