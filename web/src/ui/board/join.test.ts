import { describe, expect, it } from 'vitest';
import { windowSteps, stretchesOf } from '#lib/time-window';
import { joinAggregates, joinPercentiles, splitDays } from './join.ts';

const at = '2026-10-25T12:00:00.000Z';
const group = (key: string, value: number | null, count: number) => ({ key, value, count, lastSeen: at });
const answer = (groups: ReturnType<typeof group>[], value: number | null, count: number) => ({
  groups,
  total: { value, count },
});

describe('sums', () => {
  const parts = [
    answer([group('2026-10-24', 5, 2), group('2026-10-25', 1, 1)], 6, 3),
    answer([group('2026-10-25', 2, 4), group('2026-10-26', 7, 7)], 9, 11),
  ];

  it('of a day in both parts are added, and the total is the sum of the days', () => {
    const { byKey, total } = joinAggregates(false, parts);
    expect([...byKey]).toEqual([
      ['2026-10-24', { value: 5, count: 2 }],
      ['2026-10-25', { value: 3, count: 5 }],
      ['2026-10-26', { value: 7, count: 7 }],
    ]);
    expect(total).toEqual({ value: 15, count: 14 });
    expect([...byKey.values()].reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(total.value);
  });

  it('of one part stay unchanged', () => {
    const { byKey, total } = joinAggregates(false, parts.slice(0, 1));
    expect([byKey.get('2026-10-25')?.value, total.value]).toEqual([1, 6]);
  });
});

describe('a rate', () => {
  it('is the rate of all calls together, not the mean of two rates', () => {
    const { byKey, total } = joinAggregates(true, [
      answer([group('2026-10-25', 0.5, 10)], 0.5, 10),
      answer([group('2026-10-25', 0, 90), group('2026-10-26', 1, 100)], 100 / 190, 190),
    ]);
    expect(byKey.get('2026-10-25')?.value).toBeCloseTo(0.05, 12);
    expect(total.value).toBeCloseTo(105 / 200, 12);
  });

  it('of no calls is what the service returns', () => {
    expect(joinAggregates(true, [answer([], 0, 0), answer([], 0, 0)]).total.value).toBe(0);
    expect(joinAggregates(true, [answer([], null, 0)]).total.value).toBeNull();
    const half = joinAggregates(true, [answer([], 0, 0), answer([], 0.25, 8)]);
    expect(half.total.value).toBe(0.25);
  });
});

describe('percentiles', () => {
  const ranks = (p50: number) => ({ p50, p95: p50 * 2, p99: p50 * 3, p999: p50 * 4, max: p50 * 5, count: 9 });

  it('of a day in two parts are those of the whole day', () => {
    const byKey = joinPercentiles(
      [
        {
          metric: 'latency',
          byDay: [
            { key: '2026-10-24', ...ranks(1) },
            { key: '2026-10-25', ...ranks(2) },
          ],
        },
        { metric: 'latency', byDay: [{ key: '2026-10-25', ...ranks(9) }] },
      ],
      new Map([['2026-10-25', { metric: 'latency' as const, ...ranks(4) }]]),
    );
    expect([...byKey].map(([key, { p50, p95 }]) => [key, p50, p95])).toEqual([
      ['2026-10-24', 1, 2],
      ['2026-10-25', 4, 8],
    ]);
  });
});

describe('days in two stretches', () => {
  const DAYS = { axis: 'day', every: 1 } as const;
  const berlin = (time: number) => (time < Date.parse('2026-10-25T01:00:00Z') ? 120 : 60);
  const window = { startTime: '2026-10-10T09:00:00.000Z', endTime: '2026-11-09T09:00:00.000Z' };

  it('are those with a clock change', () => {
    const split = splitDays(windowSteps(window, DAYS, berlin), stretchesOf(window, berlin));
    expect(split).toEqual([
      { key: '2026-10-25', startTime: '2026-10-24T22:00:00.000Z', endTime: '2026-10-25T23:00:00.000Z' },
    ]);
  });

  it('are clipped to the window', () => {
    const short = { startTime: '2026-10-24T23:30:00.000Z', endTime: '2026-10-25T12:00:00.000Z' };
    expect(splitDays(windowSteps(short, DAYS, berlin), stretchesOf(short, berlin))).toEqual([
      { key: '2026-10-25', ...short },
    ]);
  });

  it('do not exist if the clock changes at midnight, or not at all', () => {
    const midnight = (time: number) => (time < Date.parse('2026-10-25T00:00:00Z') ? 0 : 60);
    expect(splitDays(windowSteps(window, DAYS, midnight), stretchesOf(window, midnight))).toEqual([]);
    const tokyo = () => 540;
    expect(splitDays(windowSteps(window, DAYS, tokyo), stretchesOf(window, tokyo))).toEqual([]);
  });
});
