import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { agreementFigures, onFive, outcomeOf } from './figures.ts';
import { weekStart } from './probe-account.ts';
import { probeFigures } from './probe-figures.ts';

const pairs = (...given: [human: number, judge: number][]) =>
  given.map(([human, judge], at) => ({ callId: `call-${at}`, human, judge }));

describe('agreement', () => {
  it('is empty without data', () => {
    const { pairedCalls, ...figures } = agreementFigures([]);
    expect(pairedCalls).toBe(0);
    expect(new Set(Object.values(figures))).toEqual(new Set([null]));
  });

  it('counts exactly one point as within one point, despite floating point', () => {
    const figures = agreementFigures(pairs([5, 4], [3, 4.1], [1.1 + 2.2, 2.3], [2, 2]));
    expect(figures).toMatchObject({ pairedCalls: 4, agreementPctWithin1: 75 });
    expect(figures.meanAbsDiff).toBeCloseTo((1 + 1.1 + 1 + 0) / 4);
    expect(figures.meanHuman).toBeCloseTo((5 + 3 + 3.3 + 2) / 4);
    // Wilson, 3 of 4, as in any table.
    expect(figures.agreementLow).toBeCloseTo(30.06, 1);
    expect(figures.agreementHigh).toBeCloseTo(95.44, 1);
  });

  it('has the kappa of the rounded ratings', () => {
    // By hand: 1 minus the mean squared difference, as a share of that over all combinations of ratings.
    const figures = agreementFigures(pairs([1, 1.2], [5, 4.4], [2, 3.5], [4, 4]));
    const all = [1, 2, 4, 5].flatMap((human) => [1, 4, 4, 4].map((judge) => (human - judge) ** 2));
    const chance = all.reduce((sum, square) => sum + square, 0) / 16;
    const seen = (0 + 1 + 4 + 0) / 4;
    expect(figures.kappa).toBeCloseTo(1 - seen / chance);
    expect(figures).toMatchObject({ kappaLow: null, kappaHigh: null });
  });

  it('has a kappa interval from 30 pairs on', () => {
    const ratings = (n: number) =>
      pairs(
        ...Array.from({ length: n }, (_, at): [number, number] => [(at % 5) + 1, ((at + (at % 3)) % 5) + 1]),
      );
    expect(agreementFigures(ratings(29))).toMatchObject({
      kappaLow: null,
      kappaHigh: null,
      kappa: expect.any(Number),
    });
    const { kappa, kappaLow, kappaHigh } = agreementFigures(ratings(30));
    expect(kappaLow).toBeLessThan(kappa ?? 0);
    expect(kappaHigh).toBeGreaterThan(kappa ?? 0);
  });

  it('has a kappa of 0 and no interval if one side always gives the same rating', () => {
    const one = pairs(...Array.from({ length: 40 }, (_, at): [number, number] => [(at % 3) + 3, 4]));
    expect(agreementFigures(one)).toMatchObject({ kappa: 0, kappaLow: null, kappaHigh: null });
  });

  it('has no kappa if both sides always give the same rating', () => {
    expect(agreementFigures(pairs([4, 4], [4, 4]))).toMatchObject({
      kappa: null,
      kappaLow: null,
      agreementPctWithin1: 100,
    });
  });

  it('a scale ends at 1 and 5', () => {
    expect([0, 0.25, 1].map(onFive)).toEqual([1, 2, 5]);
  });
});

describe('a probe', () => {
  const outcome = (original: number, again: number, degraded: number) =>
    Object.entries(outcomeOf({ original, again, degraded }))
      .filter(([name, value]) => value && name !== 'canFall')
      .map(([name]) => name)
      .join(' ');
  it.each([
    [1, 1, 0.75, 'detected stable'],
    [0.75, 0.75, 0.75, 'stable'],
    [0.25, 0.25, 1, 'inverted stable'],
    [0.5, 1, 0.25, 'detected'],
    [0.5, 1, 0.75, ''],
    [1, 0.5, 0.5, ''],
    [0.7, 0.8, 0.1, 'detected stable'],
    [0.1 + 0.2, 0.3, 0.3, 'stable'],
  ])('%f, again %f, spoilt %f: %s', (original, again, degraded, expected) => {
    expect(outcome(original, again, degraded)).toBe(expected);
  });

  it('is counted by kind', () => {
    const figures = probeFigures([
      {
        kind: 'emptied',
        probes: 3,
        canFall: 3,
        detected: 3,
        inverted: 0,
        stable: 3,
        apart: 0,
        apartSquares: 0,
      },
      {
        kind: 'negated',
        probes: 5,
        canFall: 5,
        detected: 2,
        inverted: 1,
        stable: 3,
        apart: 0.5,
        apartSquares: 0.125,
      },
    ]);
    expect(figures).toMatchObject({ probes: 8, detectedPct: 62.5, stablePct: 75, invertedCount: 1 });
    expect(figures.repeatDiffPct).toBeCloseTo(6.25);
    // Student, 7 degrees of freedom: 2.365 standard errors of 0, 0, 0, 0, 0, 0, 0.25, 0.25.
    expect(figures.repeatDiffHigh).toBeCloseTo(6.25 + 2.3646 * 100 * Math.sqrt(0.013_392_857 / 8), 2);
    expect(figures.byKind.negated).toEqual({ probes: 5, detected: 2, inverted: 1 });
    expect(figures.byKind.swapped).toEqual({ probes: 0, detected: 0, inverted: 0 });
    expect(probeFigures([])).toMatchObject({
      probes: 0,
      detectedPct: null,
      stablePct: null,
      repeatDiffPct: null,
      repeatDiffHigh: null,
    });
    const steady = {
      kind: 'emptied',
      probes: 20,
      canFall: 20,
      detected: 20,
      inverted: 0,
      stable: 20,
      apart: 0,
      apartSquares: 0,
    };
    // 20 probes could have missed 16.8 % of a step of the scale.
    expect(probeFigures([steady])).toMatchObject({
      repeatDiffPct: 0,
      repeatDiffHigh: expect.closeTo(4.21, 1),
    });
  });
});

it('a probe of an answer with the worst score counts for stability only', () => {
  const tally = {
    kind: 'emptied',
    probes: 10,
    canFall: 8,
    detected: 8,
    inverted: 0,
    stable: 9,
    apart: 0.25,
    apartSquares: 0.0625,
  };
  const { byKind, ...figures } = probeFigures([tally]);
  expect(figures).toMatchObject({ probes: 8, uncounted: 2, detectedPct: 100, stablePct: 90 });
  expect(byKind.emptied).toEqual({ probes: 8, detected: 8, inverted: 0 });
  expect([0, 0.25].map((score) => outcomeOf({ original: score, again: 0.5, degraded: 0 }).canFall)).toEqual([
    false,
    true,
  ]);
});

it('the mean difference has the interval of two one-sided tests', () => {
  const flatter = pairs(
    ...Array.from({ length: 30 }, (_, at): [number, number] => [(at % 4) + 1, (at % 4) + 2 - (at % 2)]),
  );
  const { meanDiff, meanDiffLow, meanDiffHigh } = agreementFigures(flatter);
  expect(meanDiff).toBe(0.5);
  // Student, 29 degrees of freedom, 90 %: 1.699 standard errors of 15 zeros and 15 ones.
  const half = 1.699_127 * Math.sqrt(0.258_620_69 / 30);
  expect(meanDiffLow).toBeCloseTo(0.5 - half, 5);
  expect(meanDiffHigh).toBeCloseTo(0.5 + half, 5);
});

it('a week starts on Monday', () => {
  const monday = Date.parse('2026-06-15T00:00:00Z');
  for (let day = 0; day < 7; day += 1) expect(weekStart(monday + day * DAY_MS + 5)).toBe(monday);
  expect(weekStart(monday - 1)).toBe(monday - 7 * DAY_MS);
});
