import { expect, it } from 'vitest';
import { compareScores } from './compare-scores.ts';
import { JUDGED, ofCalls, ofItems, passes, repeatTimes } from './made-scores.ts';
import { type ScoredCriterion } from './scores.ts';

const overall = (baseline: ScoredCriterion[], candidate: ScoredCriterion[]) =>
  compareScores(baseline, candidate).overall;

it('one-sided: mid-p for equal changes, near 1 for a gain, half of the two-sided p for samples', () => {
  const after = JUDGED.map((score, i) => (i < 9 ? score - 1 : score));
  const down = compareScores([ofItems('a', JUDGED)], [ofItems('b', after)]);
  expect(down.overall).toMatchObject({ test: 'sign_flip', criteria: 1, pairedCount: 20, itemsNeeded: null });
  expect(down.overall!.effect).toBeCloseTo(-9 / 80, 12);
  expect(down.overall!.pValue).toBeCloseTo(1 / 1_024, 12);
  expect(down.overall!.pGain).toBeCloseTo(1 - 1 / 1_024, 12);
  expect(overall([ofItems('a', after)], [ofItems('b', JUDGED)])).toMatchObject({
    pValue: down.overall!.pGain,
    pGain: down.overall!.pValue,
    ciLow: -down.overall!.ciHigh!,
    ciHigh: -down.overall!.ciLow!,
  });
  const welch = compareScores([ofCalls('x', JUDGED)], [ofCalls('y', after)]);
  expect(welch.overall).toMatchObject({ test: 'welch', pairedCount: null, baselineCount: 20 });
  expect(welch.overall!.pValue).toBeCloseTo(welch.criterionDeltas[0]!.pValue! / 2, 12);
});

it('is the mean of the criteria’s differences, even if some score fewer items', () => {
  const half = (run: string, scores: number[]) => {
    const all = passes(run, scores);
    return { ...all, scores: all.scores.slice(0, 10) };
  };
  const before = [ofItems('a', JUDGED), half('a', repeatTimes(20, 1))];
  const after = [
    ofItems(
      'b',
      JUDGED.map((score, i) => (i === 19 ? score - 2 : score)),
    ),
    half('b', [0, 0, 0, 0, ...repeatTimes(16, 1)]),
  ];
  const { criterionDeltas, overall: all } = compareScores(before, after);
  expect(criterionDeltas.map(({ effect }) => effect)).toEqual([-0.025, -0.4]);
  expect(all).toMatchObject({ criteria: 2, pairedCount: 20 });
  expect(all!.effect).toBeCloseTo((-0.025 - 0.4) / 2, 12);
});

it('an item without a score in a hard criterion does not look better', () => {
  const hard = { criterionId: 2, name: 'Hard', scoreType: 'numeric' as const };
  const before = [ofCalls('x', repeatTimes(40, 5)), ofCalls('x', repeatTimes(40, 2), hard)];
  const after = [ofCalls('y', repeatTimes(40, 5)), ofCalls('y', repeatTimes(20, 2), hard)];
  expect(overall(before, after)).toMatchObject({ test: 'welch', effect: 0 });
  expect(overall(after, before)).toMatchObject({ test: 'welch', effect: 0 });
});

it('leaves out criteria that only one run scored, and is null without any', () => {
  const both = [ofItems('a', JUDGED), passes('a', repeatTimes(20, 1))];
  expect(overall(both, [ofItems('b', JUDGED)])).toMatchObject({ criteria: 1, effect: 0, pValue: 1 });
  expect(overall([ofItems('a', JUDGED)], [passes('b', [1])])).toBeNull();
  expect(overall([], [])).toBeNull();
});

it('treats thirds as ties in both directions', () => {
  const three = [1, 2, 3].map((criterionId) => ({ criterionId, scaleMin: 1, scaleMax: 10 }));
  const run = (name: string, shift: (item: number, criterion: number) => number) =>
    three.map((one, at) =>
      ofItems(
        name,
        repeatTimes(12, 5).map((score, i) => score + shift(i, at)),
        one,
      ),
    );
  // As many items fall by one point in one criterion as rise by one in another.
  const moved = run('b', (item, at) =>
    item % 2 === 0 && at === 0 ? 1 : item % 2 === 1 && at === 2 ? -1 : 0,
  );
  const same = overall(
    run('a', () => 0),
    moved,
  )!;
  const turned = overall(
    moved,
    run('a', () => 0),
  )!;
  expect(same.effect).toBeCloseTo(0, 9);
  expect(same.pValue).toBeCloseTo(turned.pValue!, 12);
});

it('asks for more items than there are, even if the spread of few items looks small', () => {
  const needed = (before: readonly number[], after: readonly number[]) =>
    compareScores([ofCalls('a', before)], [ofCalls('b', after)]).overall!.itemsNeeded;
  expect(needed([5, 4], [2, 1])).toBe(3);
  expect(needed([3, 5, 4], [2, 2, 1])).toBe(4);
});

it('is never NaN: one item, two, all equal', () => {
  for (const scored of [ofItems, ofCalls])
    for (const [before, after] of [
      [[3], [5]],
      [[5], [3]],
      [
        [3, 3],
        [3, 3],
      ],
      [
        [3, 3],
        [2, 2],
      ],
      [repeatTimes(30, 4), repeatTimes(30, 4)],
    ] as const) {
      const compared = compareScores([scored('a', before)], [scored('b', after)]);
      expect(Object.values(compared.overall!).some(Number.isNaN)).toBe(false);
      expect(JSON.stringify(compared)).not.toContain('NaN');
    }
});
