import { describe, expect, it } from 'vitest';
import { probeFigures } from './probe-figures.ts';
import { missingFor, requirementSentence, type TrustFigures } from './requirements.ts';

const kind = (probes: number, detected: number) => ({ probes, detected, inverted: 0 });
const KINDS = {
  truncated: kind(4, 4),
  shuffled: kind(4, 4),
  swapped: kind(4, 4),
  negated: kind(4, 2),
  emptied: kind(2, 0),
  off_language: kind(2, 2),
};

/** Just enough of everything. */
const ENOUGH: TrustFigures = {
  probe: {
    probes: 20,
    uncounted: 0,
    detectedPct: 80,
    stablePct: 60,
    repeatDiffPct: 5,
    repeatDiffHigh: 10,
    invertedCount: 3,
    byKind: KINDS,
  },
  human: {
    pairedCalls: 30,
    agreementPctWithin1: 70,
    meanAbsDiff: 1,
    meanDiff: -0.3,
    meanDiffLow: -0.5,
    meanDiffHigh: -0.1,
    kappa: 0.5,
    kappaLow: 0.301,
    kappaHigh: 0.6,
  },
};

const changed = (
  probe: Partial<TrustFigures['probe']>,
  human: Partial<TrustFigures['human']> = {},
): TrustFigures => ({
  probe: { ...ENOUGH.probe, ...probe },
  human: { ...ENOUGH.human, ...human },
});

describe('trust', () => {
  it('is established by just enough of everything', () => expect(missingFor(ENOUGH)).toEqual([]));

  it.each<[TrustFigures, object, RegExp]>([
    [
      changed({ probes: 19 }),
      { code: 'probes', state: 'too_few', value: 19, needed: 20 },
      /^19 of the 20 probes/,
    ],
    [
      changed({ detectedPct: 79.999 }),
      { code: 'detected', state: 'failed', value: 79.999, bound: null, needed: 80 },
      /^79\.99 % .* scored lower; 80 %/,
    ],
    [
      changed({ byKind: { ...KINDS, negated: kind(5, 2) } }),
      { code: 'detected_kind', kind: 'negated', state: 'failed', value: 40, needed: 50 },
      /^40 % of answers that were negated/,
    ],
    [
      changed({ repeatDiffHigh: 10.01 }),
      { code: 'stable', state: 'uncertain', value: 5, bound: 10.01, needed: 10 },
      /^Two scores .* 5 % .*at most 10\.1 %/,
    ],
    [
      changed({ repeatDiffPct: 12, repeatDiffHigh: 15 }),
      { code: 'stable', state: 'failed', value: 12, bound: 15, needed: 10 },
      /^Two scores .* 12 %/,
    ],
    [
      changed({}, { pairedCalls: 29, kappaLow: null, kappaHigh: null }),
      { code: 'pairs', state: 'too_few', value: 29, needed: 30 },
      /^29 of the 30 calls/,
    ],
    [
      changed({}, { agreementPctWithin1: 69.99 }),
      { code: 'agreement', state: 'failed', value: 69.99, needed: 70 },
      /^69\.99 % .* within one point/,
    ],
    [
      changed({}, { meanDiff: 0.4, meanDiffLow: 0.2, meanDiffHigh: 0.6 }),
      { code: 'shift', state: 'uncertain', value: 0.4, bound: 0.6, needed: 0.5 },
      /^The judge gives 0\.4 points more than people on average \(up to 0\.6 points more\)/,
    ],
    [
      changed({}, { meanDiff: -0.8, meanDiffLow: -1, meanDiffHigh: -0.6 }),
      { code: 'shift', state: 'failed', value: -0.8, bound: -1, needed: 0.5 },
      /^The judge gives 0\.8 points less than people/,
    ],
    [
      changed({}, { kappaLow: 0 }),
      { code: 'kappa', state: 'uncertain', value: 0.5, bound: 0, needed: 0.3 },
      /^Kappa is 0\.5, at least 0: more than 0\.3 is needed/,
    ],
    [
      changed({}, { kappa: -0.2, kappaLow: -0.5 }),
      { code: 'kappa', state: 'failed', value: -0.2, bound: -0.5, needed: 0.3 },
      /^Kappa is -0\.2, at least -0\.5:/,
    ],
    [
      changed({}, { kappa: 0, kappaLow: null, kappaHigh: null }),
      { code: 'kappa', state: 'uncertain', value: 0, bound: null, needed: 0.3 },
      /is not known/,
    ],
  ])('lacks one thing: %#', (figures, expected, sentence) => {
    const missing = missingFor(figures);
    expect(missing).toEqual([{ kind: null, bound: null, ...expected }]);
    expect(missing.map(requirementSentence)).toEqual([expect.stringMatching(sentence)]);
  });

  it('uses the lower end of the interval from 50 probes and 50 pairs on', () => {
    // Wilson, one-sided, 90 %: 43 of 50 show more than 78.6 %, 44 of 50 more than 80.9 %.
    const of = (probes: number, detected: number) => {
      const tally = {
        kind: 'truncated',
        probes,
        canFall: probes,
        detected,
        inverted: 0,
        stable: probes,
        apart: 0,
        apartSquares: 0,
      };
      return missingFor({ ...ENOUGH, probe: probeFigures([tally]) });
    };
    expect(of(49, 40)).toEqual([]);
    expect(of(50, 44)).toEqual([]);
    expect(of(50, 43)).toEqual([
      {
        code: 'detected',
        kind: null,
        state: 'uncertain',
        value: 86,
        bound: expect.closeTo(78.56, 2),
        needed: 80,
      },
    ]);
    expect(of(50, 39)).toMatchObject([{ code: 'detected', state: 'failed' }]);
    const human = { pairedCalls: 50, agreementPctWithin1: 76 };
    expect(missingFor(changed({}, human))).toMatchObject([{ code: 'agreement', state: 'uncertain' }]);
    expect(missingFor(changed({}, { ...human, pairedCalls: 49 }))).toEqual([]);
    expect(missingFor(changed({}, { ...human, agreementPctWithin1: 80 }))).toEqual([]);
  });

  it('lacks probes and people if there is no data', () => {
    const human = {
      ...ENOUGH.human,
      pairedCalls: 0,
      agreementPctWithin1: null,
      meanDiff: null,
      kappa: null,
      kappaLow: null,
    };
    expect(missingFor({ probe: probeFigures([]), human })).toMatchObject([
      { code: 'probes' },
      { code: 'pairs' },
    ]);
  });
});
