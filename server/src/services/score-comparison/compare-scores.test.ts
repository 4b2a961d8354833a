import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { compareScores } from './compare-scores.ts';
import { fourTimes, JUDGED, ofCalls, ofItems, passes, repeatTimes } from './made-scores.ts';
import { type ScoredCriterion } from './scores.ts';

function only(baseline: ScoredCriterion, candidate: ScoredCriterion) {
  const comparison = compareScores([baseline], [candidate]);
  return { ...comparison, delta: comparison.criterionDeltas[0]! };
}

describe('which test', () => {
  it('McNemar for pass or fail on the same items', () => {
    const before = [...repeatTimes(18, 1), ...repeatTimes(7, 0)];
    const after = [...repeatTimes(10, 1), ...repeatTimes(8, 0), ...repeatTimes(6, 0), 1];
    const { delta, verdict, explanation } = only(passes('a', before), passes('b', after));
    expect(delta).toMatchObject({
      test: 'mcnemar',
      pairedCount: 25,
      baselineCount: 25,
      candidateCount: 25,
      newFailures: 7,
      significant: true,
      direction: 'down',
    });
    // 8 lost, 1 won: 2 * (1 + 9) / 2^9
    expect(delta.pValue).toBeCloseTo(20 / 512, 12);
    expect(delta.effect).toBeCloseTo(-7 / 25, 9);
    expect(verdict).toBe('regressed');
    expect(explanation).toBe(
      'Is JSON fell by 0.280 of its scale (p = 0.039, 95 % interval -0.490 to -0.054, 25 items).',
    );
  });

  it('Wilcoxon for other scores on the same items', () => {
    const { delta, verdict } = only(
      ofItems('a', JUDGED),
      ofItems(
        'b',
        JUDGED.map((score) => Math.max(1, score - 1)),
      ),
    );
    expect(delta).toMatchObject({
      test: 'wilcoxon',
      pairedCount: 20,
      delta: -1,
      normalizedDelta: -0.25,
      effect: -0.25,
    });
    expect(delta.baselineMean).toBeCloseTo(4.1, 12);
    expect(verdict).toBe('regressed');
  });

  it('Welch for different calls, and for overlapping windows of calls', () => {
    const other = JUDGED.map((score) => 6 - score);
    expect(only(ofCalls('x', JUDGED), ofCalls('y', other)).delta).toMatchObject({
      test: 'welch',
      pairedCount: null,
    });
    const early = ofCalls('x', JUDGED);
    const late = { ...early, scores: [...early.scores.slice(8), ...ofCalls('y', repeatTimes(8, 1)).scores] };
    expect(only(early, late)).toMatchObject({ verdict: 'regressed', delta: { test: 'welch' } });
  });

  it('Welch if one window of calls lies inside a larger one, because the rest is new', () => {
    const early = ofCalls('x', fourTimes);
    const late = { ...early, scores: [...early.scores, ...ofCalls('y', repeatTimes(80, 1)).scores] };
    for (const [one, other] of [
      [early, late],
      [late, early],
    ] as const)
      expect(only(one, other).delta).toMatchObject({ test: 'welch', pairedCount: null });
    expect(only(early, late).verdict).toBe('regressed');
  });

  it('finds a gain between samples of very unequal size as well as a drop', () => {
    const turned = (scores: readonly number[]) => scores.map((score) => 6 - score);
    expect(only(ofCalls('x', turned(fourTimes)), ofCalls('y', JUDGED)).verdict).toBe('improved');
    expect(only(ofCalls('x', fourTimes), ofCalls('y', turned(JUDGED))).verdict).toBe('regressed');
  });

  it('is unchanged if one of two criteria rose significantly only without adjustment', () => {
    const risen = fourTimes.map((score, at) => (score === 4 && at < 14 ? 5 : score));
    const other = { criterionId: 3, name: 'Other' };
    const { criterionDeltas, verdict } = compareScores(
      [ofItems('a', fourTimes), ofItems('a', fourTimes, other)],
      [ofItems('b', risen), ofItems('b', fourTimes, other)],
    );
    expect(criterionDeltas[0]).toMatchObject({ significant: true, direction: 'up' });
    expect(criterionDeltas[0]?.pAdjusted).toBeGreaterThan(0.05);
    expect(verdict).toBe('unchanged');
  });

  it('pairs the very same calls that were judged twice', () => {
    expect(only(ofCalls('x', JUDGED), ofCalls('x', JUDGED)).delta).toMatchObject({
      test: 'wilcoxon',
      pairedCount: 20,
    });
  });

  it('compares only shared items if a dataset grew by hard ones, and says so', () => {
    const { delta, verdict } = only(ofItems('a', JUDGED), ofItems('b', [...JUDGED, ...repeatTimes(20, 1)]));
    expect(delta).toMatchObject({ pairedCount: 20, candidateCount: 40, effect: 0, significant: false });
    expect(delta.normalizedDelta).toBeLessThan(-0.3);
    expect(delta.note).toBe('Compared on the 20 items that both runs scored (baseline 20, candidate 40).');
    expect(verdict).toBe('unchanged');
  });

  it('takes the mean of an item that was scored several times', () => {
    const twice = {
      ...ofItems('a', JUDGED),
      scores: [...ofItems('a', JUDGED).scores, ...ofItems('c', JUDGED).scores],
    };
    expect(only(twice, ofItems('b', JUDGED)).delta).toMatchObject({
      pairedCount: 20,
      baselineCount: 40,
      effect: 0,
    });
  });
});

it('pass or fail judged twice, once each way, is neither lost nor won', () => {
  const twice = (run: string, first: number[], second: number[]) => ({
    ...passes(run, first),
    scores: [...passes(run, first).scores, ...passes(`${run}2`, second).scores],
  });
  const passing = passes('a', repeatTimes(10, 1));
  const half = twice('b', repeatTimes(10, 1), repeatTimes(10, 0));
  // A half counts as a pass in both runs.
  expect(only(passing, half).delta).toMatchObject({ test: 'mcnemar', effect: 0, pValue: 1 });
  expect(only(half, passing).delta).toMatchObject({ test: 'mcnemar', effect: 0, pValue: 1 });
  expect(only(half, passes('c', repeatTimes(10, 0))).delta).toMatchObject({ effect: -1, direction: 'down' });
});

describe('verdict', () => {
  it('unchanged: a candidate equal to its baseline over enough items', () => {
    const { delta, verdict, explanation } = only(ofItems('a', JUDGED), ofItems('b', JUDGED));
    expect(delta).toMatchObject({
      delta: 0,
      effect: 0,
      pValue: 1,
      pAdjusted: 1,
      significant: false,
      newFailures: 0,
    });
    expect(delta.power).toBeGreaterThan(0.8);
    expect(verdict).toBe('unchanged');
    expect(explanation).toBe(
      'No significant change in 1 criterion, and a drop of 0.1 of the scale would have shown.',
    );
    expect(only(passes('a', repeatTimes(50, 1)), passes('b', repeatTimes(50, 1))).verdict).toBe('unchanged');
  });

  it('inconclusive: equal, but over too few items; says how many are needed', () => {
    const few = JUDGED.slice(0, 5);
    const { delta, verdict, explanation } = only(ofItems('a', few), ofItems('b', few));
    expect(verdict).toBe('inconclusive');
    expect(delta).toMatchObject({ power: 0, conclusive: false });
    expect(explanation).toBe(
      `No significant change, but the data could not rule out a drop of 0.1 of the scale: Helpfulness had 5 items, about ${delta.itemsNeeded} would do.`,
    );
    const small = compareScores([ofItems('a', few)], [ofItems('b', few)], { itemsAllowed: 20 });
    expect(small.explanation).not.toContain('at most');
    const full = compareScores([passes('a', repeatTimes(20, 1))], [passes('b', repeatTimes(20, 1))], {
      itemsAllowed: 20,
    });
    expect(full.explanation).toMatch(
      /would do\. These runs can have 20 items at most, so they cannot show it\.$/,
    );
    const again = fourTimes.slice(0, delta.itemsNeeded!);
    expect(only(ofItems('a', again), ofItems('b', again)).verdict).toBe('unchanged');
  });

  it('inconclusive: ten passes out of ten are not enough', () => {
    const { verdict, delta } = only(passes('a', repeatTimes(10, 1)), passes('b', repeatTimes(10, 1)));
    expect(verdict).toBe('inconclusive');
    expect(delta.itemsNeeded).toBeGreaterThan(60);
    expect(delta.ciLow).toBeLessThan(-0.2);
  });

  it('improved, and a drop beside a gain is a regression', () => {
    const better = JUDGED.map((score) => Math.min(5, score + 1));
    const gain = only(ofItems('a', JUDGED), ofItems('b', better));
    expect(gain.verdict).toBe('improved');
    expect(gain.explanation).toContain('Helpfulness rose by');
    const mixed = compareScores(
      [ofItems('a', JUDGED), passes('a', repeatTimes(20, 1))],
      [ofItems('b', better), passes('b', [...repeatTimes(10, 1), ...repeatTimes(10, 0)])],
    );
    expect(mixed.verdict).toBe('regressed');
    expect(mixed.explanation).toMatch(/^Is JSON fell .* Helpfulness rose /);
  });

  it('uses the p adjusted for the number of criteria; an unadjusted finding is neither worse nor unchanged', () => {
    const drop = [...repeatTimes(6, 0), ...repeatTimes(94, 1)];
    const criteria = [1, 2, 3, 4].map((criterionId) => ({ criterionId, name: `C${criterionId}` }));
    const compared = (after: number[]) =>
      compareScores(
        criteria.map((one) => passes('a', repeatTimes(100, 1), one)),
        criteria.map((one) => passes('b', one.criterionId === 1 ? after : repeatTimes(100, 1), one)),
      );
    const { criterionDeltas, explanation, verdict } = compared(drop);
    expect(criterionDeltas[0]).toMatchObject({ significant: true, conclusive: true, direction: 'down' });
    expect(criterionDeltas[0]!.pAdjusted).toBeCloseTo(4 * (2 / 64), 9);
    expect(verdict).toBe('inconclusive');
    expect(explanation).toBe(
      'No change beyond what the number of criteria explains. C1 fell by 0.060 of its scale (p = 0.031, adjusted p = 0.125): among 4 criteria that could be chance.',
    );
    expect(compared([...repeatTimes(8, 0), ...repeatTimes(92, 1)]).verdict).toBe('regressed');
    expect(compareScores([passes('a', repeatTimes(100, 1))], [passes('b', drop)]).verdict).toBe('regressed');
  });

  it('takes no side if many items rise a little and a few pull the mean down', () => {
    const before = repeatTimes(40, 4);
    const after = [...repeatTimes(34, 5), ...repeatTimes(6, -5)];
    const { delta, verdict } = only(
      ofItems('a', before, { scaleMin: -5 }),
      ofItems('b', after, { scaleMin: -5 }),
    );
    expect(delta).toMatchObject({ direction: 'mixed', significant: true });
    expect(delta.note).toContain('look at the items');
    expect(verdict).toBe('inconclusive');
    // Twelve items rise a little and three fall far: the ranks rise, the mean falls, and the test finds
    // neither.
    const noise = only(
      ofItems('a', repeatTimes(15, 4), { scaleMin: -5 }),
      ofItems('b', [...repeatTimes(12, 5), ...repeatTimes(3, -5)], { scaleMin: -5 }),
    );
    expect(noise.delta).toMatchObject({ direction: 'down', significant: false });
  });
});

describe('missing scores', () => {
  it('names a criterion that only one run scored; a lost one is not unchanged, a new one is', () => {
    const lost = compareScores(
      [ofItems('a', JUDGED), passes('a', repeatTimes(40, 1))],
      [ofItems('b', JUDGED)],
    );
    expect(lost.criterionDeltas[1]).toMatchObject({
      name: 'Is JSON',
      candidateMean: null,
      candidateCount: 0,
      delta: null,
      pValue: null,
      test: null,
      note: 'Scored in the baseline only: there is nothing to compare it with.',
    });
    expect(lost.verdict).toBe('inconclusive');
    expect(lost.explanation).toContain('Is JSON was not scored by the candidate');

    const gained = compareScores(
      [ofItems('a', JUDGED)],
      [ofItems('b', JUDGED), passes('b', repeatTimes(40, 0))],
    );
    expect(gained.criterionDeltas[1]).toMatchObject({ baselineMean: null, candidateMean: 0, newFailures: 0 });
    expect(gained.verdict).toBe('unchanged');
  });

  it('compares nothing without a common criterion or without scores', () => {
    expect(compareScores([ofItems('a', JUDGED)], [passes('b', [1])]).explanation).toContain(
      'nothing was compared',
    );
    expect(compareScores([], [])).toMatchObject({ criterionDeltas: [], verdict: 'inconclusive' });
    expect(compareScores([ofItems('a', [])], [ofItems('b', [])]).criterionDeltas).toEqual([]);
  });

  it('a single score on one side has no test, and nothing is NaN', () => {
    const { delta, verdict } = only(ofCalls('x', [4]), ofCalls('y', JUDGED));
    expect(delta).toMatchObject({
      test: 'welch',
      pValue: null,
      pAdjusted: null,
      significant: false,
      ciLow: null,
    });
    expect(delta.note).toContain('no test is possible');
    expect(delta.itemsNeeded).toBeGreaterThan(100);
    expect(verdict).toBe('inconclusive');
    expect(JSON.stringify(only(ofItems('a', [3]), ofItems('b', [5])))).not.toContain('NaN');
  });

  it('counts new failures below the middle of the scale, never below zero', () => {
    const low = ofItems('b', [1, 2, 2.9, 3, 5]);
    expect(only(ofItems('a', [1, 5, 5, 5, 5]), low).delta.newFailures).toBe(2);
    expect(only(low, ofItems('b', [1, 5, 5, 5, 5])).delta.newFailures).toBe(0);
  });

  it('normalises each run on its own scale and says that they differ', () => {
    const { delta } = only(
      ofItems('a', JUDGED),
      ofItems(
        'b',
        JUDGED.map((score) => (score - 1) * 25),
        { scaleMin: 0, scaleMax: 100 },
      ),
    );
    expect(delta).toMatchObject({ normalizedDelta: 0, effect: 0 });
    expect(delta.note).toContain('scale differs');
  });
});

it('ignores floating-point noise: equal scores computed differently are equal', () => {
  const scale = { scaleMin: 0, scaleMax: 1 };
  const { delta } = only(
    ofItems('a', repeatTimes(30, 0.1 + 0.2), scale),
    ofItems('b', repeatTimes(30, 0.3), scale),
  );
  expect(delta).toMatchObject({ pValue: 1, effect: 0, direction: 'none', significant: false });
});

it('compares 10,000 items within 50 ms for each test', () => {
  const before = Array.from({ length: 10_000 }, (_, i) => JUDGED[(i * 7) % 20]!);
  const after = Array.from({ length: 10_000 }, (_, i) => JUDGED[(i * 7 + (i % 3)) % 20]!);
  const passed = (scores: number[]) => scores.map((score) => (score > 3 ? 1 : 0));
  for (const [one, other] of [
    [ofItems('a', before), ofItems('b', after)],
    [passes('a', passed(before)), passes('b', passed(after))],
    [ofCalls('a', before), ofCalls('b', after)],
  ] as const) {
    expect(leastCpuMs(() => compareScores([one], [other]), 50)).toBeLessThan(50);
  }
});
