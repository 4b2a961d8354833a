// How often chance makes a winner, and how often a better variant is found. Seeded, so it is deterministic.
import { expect, it } from 'vitest';
import { seededRandom } from '#lib/seeded-random';
import { madeLeaderboard, madeVariants } from '#test/support/made-variants';
import { compareScores, gateVerdict } from '#services/score-comparison';
import { ofItems, passes } from '../../services/score-comparison/made-scores.ts';
import { SHAPES, type ShapeName } from '../../services/score-comparison/simulated-runs.ts';

const TRIES = process.env['TEST_ALL'] === '1' ? 200 : 25;
const PATIENCE_MS = 600_000;
const limit = (tries: number): number => 0.05 + 3 * Math.sqrt((0.05 * 0.95) / tries);

it.each([2, 4, 6])(
  '%d equal variants: chance makes a winner in at most 5 %',
  (variants) => {
    let [all, tries] = [0, 0];
    for (const [at, shape] of (Object.keys(SHAPES) as ShapeName[]).entries())
      for (const items of [20, 50]) {
        const random = seededRandom(1_000 * variants + 10 * at + items);
        let winners = 0;
        for (let i = 0; i < TRIES; i++) {
          const { winner, verdict } = madeLeaderboard(
            shape,
            madeVariants({ shape, variants, items }, random),
          );
          if (winner !== null) winners++;
          expect(verdict === 'better').toBe(winner !== null);
        }
        expect(winners / TRIES).toBeLessThanOrEqual(limit(TRIES));
        all += winners;
        tries += TRIES;
      }
    expect(all / tries).toBeLessThanOrEqual(limit(tries));
  },
  PATIENCE_MS,
);

it(
  'finds a better variant at least as often as the gate finds an equal drop',
  () => {
    for (const shape of ['continuous 0-1', '1-5', 'pass/fail'] as const)
      for (const items of [20, 50]) {
        const random = seededRandom(77 + items);
        let [won, failed] = [0, 0];
        for (let i = 0; i < TRIES; i++) {
          const [worse = [], better = []] = madeVariants(
            { shape, variants: 2, items, gains: [-0.9, 0] },
            random,
          );
          if (madeLeaderboard(shape, [worse, better]).winner === 1) won++;
          const kind = shape === 'pass/fail' ? passes : ofItems;
          const scale = { scaleMin: 0, scaleMax: 1 };
          const compared = compareScores([kind('a', better, scale)], [kind('b', worse, scale)]);
          if (!gateVerdict(compared).pass) failed++;
        }
        expect(won).toBeGreaterThanOrEqual(failed);
        expect(won / TRIES).toBeGreaterThan(shape === 'pass/fail' && items === 20 ? 0.15 : 0.4);
      }
  },
  PATIENCE_MS,
);

it('says no_difference only if the data could have shown one', () => {
  const flat = (n: number, score: number) => Array.from({ length: n }, () => score);
  const wavy = (n: number, shift: number) =>
    Array.from({ length: n }, (_, at) => 0.3 + (at % 5) / 10 + shift);
  const verdictOf = (...scores: number[][]) => {
    const { winner, verdict } = madeLeaderboard('continuous 0-1', scores);
    return [winner, verdict];
  };
  expect(verdictOf(wavy(60, 0), wavy(60, 0))).toEqual([null, 'no_difference']);
  // Five equal scores can hide anything.
  expect(verdictOf(flat(5, 0.8), flat(5, 0.8))).toEqual([null, 'inconclusive']);
  // A variant that is worse is no winner, and rules a gain out.
  expect(verdictOf(wavy(60, 0.2), wavy(60, 0))).toEqual([null, 'no_difference']);
  expect(verdictOf(wavy(60, 0), wavy(60, 0.05))).toEqual([1, 'better']);
  expect(verdictOf(wavy(60, 0))).toEqual([null, null]);
});

it('adjusts for the number of variants', () => {
  const base = Array.from({ length: 20 }, (_, at) => 0.5 + (at % 3) / 10);
  // Four items rose by the same amount, and none fell.
  const up = base.map((score, at) => (at < 4 ? score + 0.1 : score));
  const alone = madeLeaderboard('continuous 0-1', [base, up]);
  expect([alone.winner, alone.entries[0]?.comparison?.pBetter]).toEqual([1, 1 / 32]);
  const among = madeLeaderboard('continuous 0-1', [base, up, base, base]);
  expect([among.winner, among.entries[0]?.comparison?.pBetter]).toEqual([null, 3 / 32]);
});
