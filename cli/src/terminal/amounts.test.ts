import { expect, it } from 'vitest';
import { dollarText, durationText, countText } from './amounts.ts';

it('money is as in the dashboard, and what is unknown is a dash', () => {
  expect([0.012_345, 1_234.5, null].map(dollarText)).toEqual(['$0.0123', '$1,234.50', '-']);
});

it('durations have the unit that people read', () => {
  const times = [0, 0.4, 12, 999.4, 1_000, 12_340, 99_900, 100_000, 3_599_000, 3_600_000, 200_000_000, null];
  expect(times.map(durationText)).toEqual([
    '0 ms',
    '<1 ms',
    '12 ms',
    '999 ms',
    '1.0 s',
    '12.3 s',
    '99.9 s',
    '1m 40s',
    '59m 59s',
    '1h 0m',
    '2d 7h',
    '-',
  ]);
  expect(countText(1_234_567.4)).toBe('1,234,567');
});
