import { describe, expect, it } from 'vitest';
import { tidy } from './tidy.ts';

describe('tidy', () => {
  it('shows the sum as a person would write it', () => {
    let backAndForth = 0;
    for (let at = 0; at < 400; at += 1) backAndForth += 0.0125 + (at % 2 === 0 ? 0.1 : -0.1);
    expect(backAndForth).not.toBe(5);
    expect([tidy(backAndForth), tidy(5.000000000000037), tidy(0.1 + 0.2)]).toEqual([5, 5, 0.3]);
  });

  it('keeps whole, small and large numbers', () => {
    for (const value of [0, 1, -2.5, 1e-9, 123456.789012, 999_999_999_999, 1.25e15])
      expect(tidy(value)).toBe(value);
  });
});
