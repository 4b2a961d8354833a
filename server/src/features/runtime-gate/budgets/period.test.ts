import { describe, expect, it } from 'vitest';
import { CurrentPeriods, periodEnd, periodStart, PERIODS } from './period.ts';

const iso = (ms: number) => new Date(ms).toISOString();

describe('periods', () => {
  it.each([
    ['day', '2026-03-01T00:00:00.000Z', '2026-03-01', '2026-03-02'],
    ['day', '2026-02-28T23:59:59.999Z', '2026-02-28', '2026-03-01'],
    ['week', '2026-11-15T23:59:59.999Z', '2026-11-09', '2026-11-16'],
    ['week', '2026-11-16T00:00:00.000Z', '2026-11-16', '2026-11-23'],
    ['week', '2027-01-01T12:00:00.000Z', '2026-12-28', '2027-01-04'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29T10:00:00.000Z', '2028-02-01', '2028-03-01'],
    ['month', '2026-11-01T00:00:00.000Z', '2026-11-01', '2026-12-01'],
  ] as const)('%s of %s', (period, at, start, end) => {
    const ms = Date.parse(at);
    expect([iso(periodStart(period, ms)), iso(periodEnd(period, ms))]).toEqual([
      `${start}T00:00:00.000Z`,
      `${end}T00:00:00.000Z`,
    ]);
  });

  it('of the current time, even if the clock is set back', () => {
    const periods = new CurrentPeriods();
    for (const at of [
      '2026-11-15T23:59:59Z',
      '2026-11-16T00:00:00Z',
      '2026-12-01T00:00:00Z',
      '2026-11-01T00:00:00Z',
    ])
      for (const period of PERIODS) {
        const ms = Date.parse(at);
        expect(periods.start(period, ms)).toBe(periodStart(period, ms));
        for (const days of [-40, -1, 0, 1, 40]) {
          const other = ms + days * 86_400_000;
          expect(periods.startOf(period, other)).toBe(periodStart(period, other));
        }
      }
  });
});
