import { expect, it } from 'vitest';
import { seededRandom } from '#lib/seeded-random';
import { reviewAgreement, type AnswerPair } from './agreement.ts';
import { readDimensions } from './dimensions.ts';

const [helpful, tone, correct] = readDimensions([
  { name: 'helpful', kind: 'number', min: 1, max: 5, tolerance: 1 },
  { name: 'tone', kind: 'category', categories: ['kind', 'plain', 'rude'] },
  { name: 'correct', kind: 'boolean' },
]) as [Dimension, Dimension, Dimension];
type Dimension = ReturnType<typeof readDimensions>[number];

const pairOf = (
  name: string,
  one: number | string | boolean,
  other: number | string | boolean,
): AnswerPair => ({
  reviewers: ['ann', 'ben'],
  values: [{ [name]: one }, { [name]: other }],
});
const fromTable = (name: string, values: readonly (string | boolean)[], table: number[][]): AnswerPair[] =>
  table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => pairOf(name, values[i]!, values[j]!))),
  );

it('categories: the table 13.1 of Fleiss (1981) has kappa 0.676', () => {
  const pairs = fromTable(
    'tone',
    ['kind', 'plain', 'rude'],
    [
      [75, 1, 4],
      [5, 4, 1],
      [0, 0, 10],
    ],
  );
  const [figures] = reviewAgreement([tone], pairs);
  expect(figures).toMatchObject({
    name: 'tone',
    weights: 'none',
    n: 100,
    agreementPct: 89,
    disagreements: 11,
  });
  expect(figures!.kappa).toBeCloseTo(0.676, 3);
  expect(figures!.kappaLow).toBeGreaterThan(0.5);
  expect(figures!.kappaHigh).toBeLessThan(0.85);
});

it('yes or no: 20, 5, 10 and 15 of 50 have kappa 0.4, in either order of the answers', () => {
  const table = fromTable(
    'correct',
    [true, false],
    [
      [20, 5],
      [10, 15],
    ],
  );
  const swapped = table.map(({ values: [one, other] }, at): AnswerPair =>
    at % 2 === 0
      ? { reviewers: ['ann', 'ben'], values: [one, other] }
      : { reviewers: ['ben', 'ann'], values: [other, one] },
  );
  const [figures] = reviewAgreement([correct], swapped);
  expect(figures!.kappa).toBeCloseTo(0.4, 10);
  expect(figures!.pairs).toHaveLength(1);
  expect(figures!.pairs[0]).toMatchObject({ reviewers: ['ann', 'ben'], n: 50, agreementPct: 70 });
});

it('numbers: quadratic weights, as in R package irr (0.2520325), and a tolerance counts as agreement', () => {
  const second = [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4];
  const third = [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2];
  const level = (rating: number) => (rating === 6 ? 5 : rating);
  const pairs = second.map((rating, at) => pairOf('helpful', level(rating), level(third[at]!)));
  const [figures] = reviewAgreement([helpful], pairs);
  expect(figures!.kappa).toBeCloseTo(0.252_032_5, 6);
  const far = second.filter((rating, at) => Math.abs(level(rating) - level(third[at]!)) > 1).length;
  expect(figures).toMatchObject({ n: 20, disagreements: far, kappaLow: null, kappaHigh: null });
});

it('simulation: reviewers who guess a known share of the time come close to the kappa that follows from it', () => {
  const random = seededRandom(7);
  const pick = () => ['kind', 'plain', 'rude'][Math.floor(random() * 3)]!;
  for (const sure of [0, 0.5, 0.9]) {
    // Each knows the truth in a share of the cases and guesses otherwise: kappa is the square of the share.
    let covered = 0;
    let sum = 0;
    for (let round = 0; round < 200; round += 1) {
      const pairs = Array.from({ length: 200 }, () => {
        const truth = pick();
        const rate = () => (random() < sure ? truth : pick());
        return pairOf('tone', rate(), rate());
      });
      const [figures] = reviewAgreement([tone], pairs);
      sum += figures!.kappa!;
      if (figures!.kappaLow! <= sure ** 2 && sure ** 2 <= figures!.kappaHigh!) covered += 1;
    }
    expect(sum / 200).toBeCloseTo(sure ** 2, 1);
    expect(covered).toBeGreaterThan(180);
  }
});

it('no pairs, one value only, an optional dimension that one left out, and several pairs of people', () => {
  expect(reviewAgreement([tone], [])).toMatchObject([{ n: 0, agreementPct: null, kappa: null, pairs: [] }]);
  expect(reviewAgreement([tone], [pairOf('tone', 'kind', 'kind')])).toMatchObject([
    { n: 1, agreementPct: 100, kappa: null, disagreements: 0 },
  ]);
  const left: AnswerPair = { reviewers: ['ann', 'ben'], values: [{ tone: 'kind' }, {}] };
  expect(reviewAgreement([tone], [left])).toMatchObject([{ n: 0 }]);
  const others: AnswerPair = { reviewers: ['cid', 'ann'], values: [{ tone: 'kind' }, { tone: 'rude' }] };
  const [figures] = reviewAgreement([tone], [others, others, pairOf('tone', 'kind', 'kind')]);
  expect(figures!.pairs.map(({ reviewers, n }) => [reviewers.join(), n])).toEqual([
    ['ann,cid', 2],
    ['ann,ben', 1],
  ]);
});
