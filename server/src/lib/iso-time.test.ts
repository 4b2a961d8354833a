import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIsoTime } from './iso-time.ts';

describe('ISO times', () => {
  it('parses every time that Date writes', () => {
    const range = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        expect(parseIsoTime(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  it.each([
    ['2026-02-28T23:59:59+09:00', Date.UTC(2026, 1, 28, 14, 59, 59)],
    ['2024-02-29T00:00:00-00:30', Date.UTC(2024, 1, 29, 0, 30)],
    ['2026-11-15T01:02:03.123456789Z', Date.UTC(2026, 10, 15, 1, 2, 3, 123)],
    ['2026-11-15T01:02:03Z', Date.UTC(2026, 10, 15, 1, 2, 3)],
  ])('takes %s', (text, ms) => {
    expect(parseIsoTime(text)).toBe(ms);
  });

  it.each([
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+05:60',
    '1893456000',
    '',
  ])('refuses %s', (text) => {
    expect(parseIsoTime(text)).toBeNull();
  });
});
