import { expect, it } from 'vitest';
import { formatDollars } from './dollars.ts';

it.each([
  [0, '$0.00'],
  [0.000_000_4, '<$0.000001'],
  [0.000_004_2, '$0.0000042'],
  [0.000_225, '$0.000225'],
  [0.012_345, '$0.0123'],
  [0.05, '$0.05'],
  [0.0999, '$0.0999'],
  [0.1, '$0.10'],
  [12.345, '$12.35'],
  [9_999.99, '$9,999.99'],
  [12_345.6, '$12,346'],
  [1_234_567, '$1.235M'],
  [-3.5, '-$3.50'],
])('%s reads %s', (value, shown) => expect(formatDollars(value, 'en')).toBe(shown));

it('is dollars in Japanese too', () => expect(formatDollars(1234.5, 'ja')).toBe('$1,234.50'));
