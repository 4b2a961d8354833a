import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { base62 } from './base62.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function valueOf(text: string): bigint {
  let value = 0n;
  for (const char of text) value = value * 62n + BigInt(ALPHABET.indexOf(char));
  return value;
}

it('has a fixed width per number of bytes', () => {
  for (const [length, width] of [
    [0, 0],
    [4, 6],
    [15, 21],
    [32, 43],
  ] as const) {
    for (const fill of [0, 1, 255]) expect(base62(new Uint8Array(length).fill(fill))).toHaveLength(width);
  }
});

it('encodes the bytes as a number', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = base62(bytes);
      expect(text).toMatch(/^[0-9A-Za-z]+$/);
      expect(valueOf(text)).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
    }),
    { seed: 1 },
  );
});

it('sorts like the bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      (left, right) => {
        const order = Math.sign(Buffer.compare(left, right));
        expect(Math.sign(Buffer.compare(Buffer.from(base62(left)), Buffer.from(base62(right))))).toBe(order);
      },
    ),
    { seed: 2 },
  );
});
