import { describe, expect, it } from 'vitest';
import type { CellFigures, CellScoreTriple } from './cells.ts';
import { itemFigures } from './item-figures.ts';
import { rankVariants } from './leaderboard.ts';

const cell = (
  variant: number,
  scores: CellScoreTriple[],
  changes: Partial<CellFigures> = {},
): CellFigures => ({
  experiment_id: 'exp_1',
  position: 0,
  variant,
  repetition: 0,
  status: 'done',
  reason: null,
  output_digest: `of ${variant}`,
  output_valid: null,
  scores: JSON.stringify(scores),
  cost_micros: 10,
  latency_ms: 100 + variant,
  input_tokens: 1,
  output_tokens: 2,
  verdict: null,
  ...changes,
});

describe('the figures of an item', () => {
  it.each([
    ['one variant', [cell(0, [[1, 1, 1]])], -1],
    [
      'the largest distance over the criteria',
      [
        cell(0, [
          [1, 5, 1],
          [2, 3, 0.5],
        ]),
        cell(1, [
          [1, 4, 0.75],
          [2, 1, 0],
        ]),
      ],
      0.5,
    ],
    [
      'the mean of repetitions',
      [cell(0, [[1, 1, 1]]), cell(0, [[1, 0, 0]], { repetition: 1 }), cell(1, [[1, 0, 0]])],
      0.5,
    ],
    ['a variant that failed', [cell(0, [[1, 1, 1]]), cell(1, [], { status: 'failed' })], 1],
    ['all failed', [cell(0, [], { status: 'failed' }), cell(1, [], { status: 'failed' })], 0],
    [
      'without scores, other outputs',
      [cell(0, []), cell(1, []), cell(2, [], { output_digest: 'of 0' })],
      0.5,
    ],
    ['without scores, the same output', [cell(0, []), cell(1, [], { output_digest: 'of 0' })], 0],
    [
      'a score that could not be made',
      [cell(0, [[1, null, null]]), cell(1, [[1, 1, 1]], { output_digest: 'of 0' })],
      0,
    ],
  ])('disagreement: %s', (_, cells, expected) => {
    expect(itemFigures(cells).disagreement).toBe(expected);
  });

  it('adds costs, takes the slowest answer and the mean score', () => {
    expect(itemFigures([cell(0, [[1, 1, 1]]), cell(3, [[1, 0, 0]])])).toMatchObject({
      score: 0.5,
      cost_micros: 20,
      latency_ms: 103,
    });
    expect(itemFigures([])).toEqual({ disagreement: -1, score: -1, cost_micros: 0, latency_ms: 0 });
  });
});

describe('the leaderboard', () => {
  const criterion = { id: 1, name: 'Right', scaleMin: 1, scaleMax: 5, scoreType: 'numeric' } as never;
  const answers = (variant: number, normalized: (position: number) => number) =>
    Array.from({ length: 40 }, (_, position) => {
      const share = normalized(position);
      return cell(variant, [[1, 1 + 4 * share, share]], {
        position,
        output_digest: `${variant} ${position}`,
      });
    });

  it('compares item by item with the baseline: a small, even drop is found and fails the gate', () => {
    const wavy = (position: number) => (position % 4) / 4 + 0.25;
    const cells = [
      ...answers(0, wavy),
      ...answers(1, (position) => wavy(position) - 0.25),
      ...answers(2, wavy),
    ];
    const { entries, winner, verdict } = rankVariants(['a', 'b', 'c'], [criterion], 0, cells);
    const of = (variant: number) => entries.find((entry) => entry.variant === variant);
    expect([winner, verdict]).toEqual([null, 'no_difference']);
    expect(of(1)?.comparison).toMatchObject({
      verdict: 'regressed',
      gate: { pass: false, verdict: 'fail' },
      overall: { test: 'sign_flip', pairedCount: 40, effect: -0.25 },
    });
    expect(of(2)?.comparison).toMatchObject({ verdict: 'unchanged', gate: { pass: true } });
    const score = of(0)?.score;
    expect(score?.mean).toBeCloseTo(0.625, 9);
    expect([score && score.low < 0.625, score && score.high > 0.625]).toEqual([true, true]);
  });

  it('has no verdict without criteria, and no winner without scores', () => {
    const { entries, winner, verdict } = rankVariants(['a', 'b'], [], 0, [cell(0, []), cell(1, [])]);
    expect([winner, verdict, entries.map(({ comparison }) => comparison)]).toEqual([
      null,
      null,
      [null, null],
    ]);
  });

  it('orders equal scores by cost, the cheaper one first', () => {
    const wavy = (position: number) => (position % 4) / 4 + 0.25;
    const priced = (variant: number, micros: number) =>
      answers(variant, wavy).map((each) => Object.assign(each, { cost_micros: micros }));
    const cells = [...priced(0, 20), ...priced(1, 30), ...priced(2, 10)];
    const { entries } = rankVariants(['a', 'b', 'c'], [criterion], 0, cells);
    expect(entries.map(({ variant }) => variant)).toEqual([2, 0, 1]);
  });
});
