import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { agreementFigures, lackingFor, onFive, outcomeOf } from './figures.ts';
import { weekStart } from './probe-account.ts';
import { probeFigures } from './trust.ts';

const pairs = (...given: [human: number, judge: number][]) =>
  given.map(([human, judge], at) => ({ callId: `call-${at}`, human, judge }));

describe('agreement', () => {
  it('is nothing over nothing', () => {
    const { pairedCalls, ...figures } = agreementFigures([]);
    expect(pairedCalls).toBe(0);
    expect(new Set(Object.values(figures))).toEqual(new Set([null]));
  });

  it('is within one point up to and with one point, whatever binary makes of it', () => {
    const figures = agreementFigures(pairs([5, 4], [3, 4.1], [1.1 + 2.2, 2.3], [2, 2]));
    expect(figures).toMatchObject({ pairedCalls: 4, agreementPctWithin1: 75 });
    expect(figures.meanAbsDiff).toBeCloseTo((1 + 1.1 + 1 + 0) / 4);
    expect(figures.meanHuman).toBeCloseTo((5 + 3 + 3.3 + 2) / 4);
    // Wilson, 3 of 4, as in any table.
    expect(figures.agreementLow).toBeCloseTo(30.06, 1);
    expect(figures.agreementHigh).toBeCloseTo(95.44, 1);
  });

  it('has the kappa of the rounded ratings', () => {
    // By hand: 1 less the mean squared miss, as a share of that of every rating of one with every rating of the other.
    const figures = agreementFigures(pairs([1, 1.2], [5, 4.4], [2, 3.5], [4, 4]));
    const all = [1, 2, 4, 5].flatMap((human) => [1, 4, 4, 4].map((judge) => (human - judge) ** 2));
    const chance = all.reduce((sum, square) => sum + square, 0) / 16;
    const seen = (0 + 1 + 4 + 0) / 4;
    expect(figures.kappa).toBeCloseTo(1 - seen / chance);
    expect(figures.kappaLow).toBeLessThan(figures.kappa ?? 0);
    expect(figures.kappaHigh).toBeGreaterThan(figures.kappa ?? 0);
  });

  it('has no kappa where everybody always says the same', () => {
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
      .filter(([, value]) => value)
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
      { kind: 'emptied', probes: 3, detected: 3, inverted: 0, stable: 3 },
      { kind: 'negated', probes: 5, detected: 2, inverted: 1, stable: 3 },
    ]);
    expect(figures).toMatchObject({ probes: 8, detectedPct: 62.5, stablePct: 75, invertedCount: 1 });
    expect(figures.byKind.negated).toEqual({ probes: 5, detected: 2, inverted: 1 });
    expect(figures.byKind.swapped).toEqual({ probes: 0, detected: 0, inverted: 0 });
    expect(probeFigures([])).toMatchObject({ probes: 0, detectedPct: null, stablePct: null });
  });
});

describe('trust', () => {
  const enough = {
    probe: { probes: 20, detectedPct: 80, stablePct: 80 },
    human: { pairedCalls: 10, agreementPctWithin1: 70 },
  };

  it('is established by just enough of everything', () => expect(lackingFor(enough)).toEqual([]));

  it.each([
    [{ ...enough, probe: { ...enough.probe, probes: 19 } }, /^19 of the 20 probes/],
    [{ ...enough, probe: { ...enough.probe, detectedPct: 79.99 } }, /^79\.9 % .* scored lower/],
    [{ ...enough, probe: { ...enough.probe, stablePct: 75 } }, /^75 % .* same twice/],
    [{ ...enough, human: { ...enough.human, pairedCalls: 9 } }, /^9 of the 10 calls/],
    [{ ...enough, human: { ...enough.human, agreementPctWithin1: 69 } }, /^69 % .* within one point/],
  ])('lacks one thing: %#', (figures, sentence) => {
    expect(lackingFor(figures)).toEqual([expect.stringMatching(sentence)]);
  });

  it('lacks probes and people where there is nothing', () => {
    const nothing = {
      probe: { probes: 0, detectedPct: null, stablePct: null },
      human: { pairedCalls: 0, agreementPctWithin1: null },
    };
    expect(lackingFor(nothing)).toHaveLength(2);
  });
});

it('a week begins on Monday', () => {
  const monday = Date.parse('2026-06-15T00:00:00Z');
  for (let day = 0; day < 7; day += 1) expect(weekStart(monday + day * DAY_MS + 5)).toBe(monday);
  expect(weekStart(monday - 1)).toBe(monday - 7 * DAY_MS);
});
