import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { comparisonTokens, coveredDays, judgementTokens, ruleFigures } from './figures.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const traffic = { calls: 7_000, days: 7, samplePct: 5, contentShare: 1 };

describe('figures of an estimate', () => {
  it('cover the days since the first call, one at least', () => {
    expect(coveredDays(null, NOW)).toBe(7);
    expect(coveredDays(NOW - 60_000, NOW)).toBe(1);
    expect(coveredDays(NOW - 2.5 * DAY_MS, NOW)).toBe(2.5);
    expect(coveredDays(NOW - 9 * DAY_MS, NOW)).toBe(7);
  });

  it('multiply calls a day, sample and cost, and divide the budget by them', () => {
    expect(ruleFigures(traffic, { costMicros: 400, leftMicros: 1_000_000 })).toEqual({
      matchingPerDay: 1_000,
      scoredPerDay: 50,
      dayMicros: 20_000,
      monthMicros: 600_000,
      lastsDays: 50,
    });
  });

  it('leave out calls without content, and what a rule cannot keep up with', () => {
    const money = { costMicros: 1, leftMicros: null };
    expect(ruleFigures({ ...traffic, contentShare: 0.2 }, money).scoredPerDay).toBe(10);
    const flood = { ...traffic, calls: 7_000_000, samplePct: 100 };
    expect(ruleFigures(flood, money)).toMatchObject({ matchingPerDay: 1_000_000, scoredPerDay: 288_000 });
  });

  it('keep an unknown cost unknown, and a free one free', () => {
    expect(ruleFigures(traffic, { costMicros: null, leftMicros: 5 })).toMatchObject({
      dayMicros: null,
      monthMicros: null,
      lastsDays: null,
    });
    expect(ruleFigures(traffic, { costMicros: 0, leftMicros: 5 })).toMatchObject({
      dayMicros: 0,
      monthMicros: 0,
      lastsDays: null,
    });
  });

  it('count the tokens of a judgement: rubric, question and calls, each call up to what a judge reads', () => {
    const calls = [{ totalTokens: 400 }, { totalTokens: 600 }, { totalTokens: 0 }];
    expect(judgementTokens(100, calls)).toEqual({ input: 1_200, output: 150 });
    expect(judgementTokens(0, [{ totalTokens: 1_000_000 }])).toEqual({ input: 16_600, output: 150 });
    expect(judgementTokens(0, [])).toEqual({ input: 1_600, output: 150 });
  });

  it('count the tokens of a comparison: two texts, each cut', () => {
    const calls = [{ completionTokens: 100 }, { completionTokens: 50_000 }];
    expect(comparisonTokens(40, calls)).toEqual({ input: 1_090, output: 0 });
    expect(comparisonTokens(90_000, [])).toEqual({ input: 2_300, output: 0 });
  });
});
