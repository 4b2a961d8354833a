import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usd } from '#lib/money';
import { microsOfCents } from './money.ts';

describe('amounts', () => {
  it('accepts every whole number of cents and returns the same number', () => {
    const wrong: string[] = [];
    for (let cents = 500; cents <= 50_000; cents += 1) {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const micros = microsOfCents(Number(text));
      if (micros !== cents * 10_000 || usd(micros) !== Number(text)) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  it('rejects fractions of a cent', () => {
    const between = fc.tuple(fc.integer({ min: 500, max: 49_999 }), fc.integer({ min: 1, max: 99_999_999 }));
    fc.assert(
      fc.property(between, ([cents, rest]) => {
        const fraction = String(rest).padStart(8, '0');
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${fraction}`;
        expect(microsOfCents(Number(amount))).toBeNull();
      }),
    );
    expect([5.005, 8.2 + 1e-13, 0.1 + 0.2, 499.999].map(microsOfCents)).toEqual([null, null, null, null]);
  });
});
