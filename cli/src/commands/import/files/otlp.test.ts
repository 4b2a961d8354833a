import { expect, it } from 'vitest';
import { seenOf } from './otlp.ts';

it.each([
  ['1794200000123000000', 1_794_200_000_123],
  // As a number it would round up to the next millisecond.
  ['1794200000122999999', 1_794_200_000_122],
  ['999999', 0],
  [1_794_200_000_500_000_000, 1_794_200_000_500],
  ['1.5e18', 1_500_000_000_000],
  ['0', null],
  ['-1', null],
  ['x', null],
  ['99999999999999999999', null],
  [null, null],
])('a start of %j is at %j ms', (startTimeUnixNano, timeMs) => {
  expect(seenOf({ startTimeUnixNano, attributes: [] }, 'an id').timeMs).toBe(timeMs);
});
