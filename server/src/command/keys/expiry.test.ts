import { describe, expect, it } from 'vitest';
import { readExpiry } from './expiry.ts';

const NOW = Date.UTC(2026, 5, 15, 12);

describe('readExpiry', () => {
  it('takes lengths and dates', () => {
    expect(readExpiry('90m', NOW)).toBe('2026-06-15T13:30:00.000Z');
    expect(readExpiry('12h', NOW)).toBe('2026-06-16T00:00:00.000Z');
    expect(readExpiry('30d', NOW)).toBe('2026-07-15T12:00:00.000Z');
    expect(readExpiry('8w', NOW)).toBe('2026-08-10T12:00:00.000Z');
    expect(readExpiry('2027-01-31', NOW)).toBe('2027-01-31T00:00:00.000Z');
    expect(readExpiry('2027-01-31T10:00:00+09:00', NOW)).toBe('2027-01-31T01:00:00.000Z');
  });

  it('refuses anything else', () => {
    for (const text of ['soon', '', '30', '30y', '-1d'])
      expect(() => readExpiry(text, NOW)).toThrow('Give a duration');
  });
});
