// Tests the comparison with simulated judges: its false alarm rate and its promised power.
import { expect, it } from 'vitest';
import { seededRandom } from '#lib/seeded-random';
import { compareScores } from './compare-scores.ts';
import { ofCalls, ofItems, passes } from './made-scores.ts';

/**
 * Scores from 1 to 5 and a second judgement of each item: one point up or down now and then, and down for a
 * share `drop`.
 */
function judgedTwice(random: () => number, n: number, drop: number): [number[], number[]] {
  const before = Array.from({ length: n }, () => 2 + Math.floor(random() * 3));
  const after = before.map(
    (score) => score + (random() < 0.15 ? 1 : 0) - (random() < 0.15 ? 1 : 0) - (random() < drop ? 1 : 0),
  );
  return [before, after];
}

it('regressed without a change in at most 3.5 % of comparisons, whatever the test', () => {
  const random = seededRandom(21);
  const wrong = { items: 0, passes: 0, calls: 0 };
  const tries = 400;
  for (let i = 0; i < tries; i++) {
    const [before, after] = judgedTwice(random, 40, 0);
    const shuffled = after.toSorted(() => random() - 0.5);
    const asPass = (scores: number[]) => scores.map((score) => (score > 3 ? 1 : 0));
    if (compareScores([ofItems('a', before)], [ofItems('b', after)]).verdict === 'regressed') wrong.items++;
    if (compareScores([passes('a', asPass(before))], [passes('b', asPass(after))]).verdict === 'regressed')
      wrong.passes++;
    if (compareScores([ofCalls('a', before)], [ofCalls('b', shuffled)]).verdict === 'regressed')
      wrong.calls++;
  }
  for (const count of Object.values(wrong)) expect(count / tries).toBeLessThanOrEqual(0.035);
});

it('finds a drop of 0.1 about as often as its power predicts, on scores in steps', () => {
  const random = seededRandom(22);
  for (const n of [15, 30, 60]) {
    let found = 0;
    let promised = 0;
    const tries = 300;
    for (let i = 0; i < tries; i++) {
      const [before, after] = judgedTwice(random, n, 0.4);
      const { verdict, criterionDeltas } = compareScores([ofItems('a', before)], [ofItems('b', after)]);
      if (verdict === 'regressed') found++;
      promised += criterionDeltas[0]!.power!;
    }
    // The prediction comes from the sample and is slightly cautious, never too high.
    expect(found / tries - promised / tries).toBeGreaterThan(-0.05);
    expect(found / tries - promised / tries).toBeLessThan(0.1);
  }
});

it('with as many items as it asks for, misses a drop of 0.1 in no more than a quarter of cases', () => {
  const random = seededRandom(23);
  const needed = [];
  for (let i = 0; i < 100; i++) {
    const [before, after] = judgedTwice(random, 12, 0);
    needed.push(
      compareScores([ofItems('a', before)], [ofItems('b', after)]).criterionDeltas[0]!.itemsNeeded!,
    );
  }
  const typical = needed.sort((a, b) => a - b)[50]!;
  let found = 0;
  for (let i = 0; i < 300; i++) {
    const [before, after] = judgedTwice(random, typical, 0.4);
    if (compareScores([ofItems('a', before)], [ofItems('b', after)]).verdict === 'regressed') found++;
  }
  expect(found / 300).toBeGreaterThan(0.75);
});
