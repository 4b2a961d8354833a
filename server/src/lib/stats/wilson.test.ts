import { expect, it } from 'vitest';
import { wilson } from './wilson.ts';

// Newcombe, Statistics in Medicine 17:857-872 (1998), table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%d of %d', (successes, n, low, high) => {
  expect(wilson(successes, n)!.low).toBeCloseTo(low, 4);
  expect(wilson(successes, n)!.high).toBeCloseTo(high, 4);
  expect(wilson(n - successes, n)!.high).toBeCloseTo(1 - low, 4);
});

it('no data gives null', () => {
  expect(wilson(0, 0)).toBeNull();
});
