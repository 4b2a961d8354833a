// Tests the gate's promise: with nothing changed it fails in at most 5 % of comparisons, for any distribution
// of scores. proofs/gate-verdict.ts is the long version. Seeded, so it is deterministic. With 200 tries a cell
// that fails in 15 % of comparisons instead of 5 passes with a probability of 1.5 %; all cells together, if
// they fail in 6 %, with one of 1 %.
import { expect, it } from 'vitest';
import { compareScores } from './compare-scores.ts';
import { gateVerdict, type GateThresholds } from './gate-verdict.ts';
import { SHAPES, simulateRuns, type Cell, type ShapeName } from './simulated-runs.ts';

/** Comparisons of one cell. */
const TRIES = process.env['TEST_ALL'] === '1' ? 500 : 200;
const shapes = Object.keys(SHAPES) as ShapeName[];

interface Rates {
  fails: number;
  regressed: number;
}

function rates(cell: Cell, tries: number, seed: number, thresholds: GateThresholds = {}): Rates {
  const next = simulateRuns(cell, seed);
  let [fails, regressed] = [0, 0];
  for (let i = 0; i < tries; i++) {
    const compared = compareScores(...next());
    if (!gateVerdict(compared, thresholds).pass) fails++;
    if (compared.verdict === 'regressed') regressed++;
  }
  return { fails: fails / tries, regressed: regressed / tries };
}

/** 5 % plus three standard errors. */
const limit = (tries: number): number => 0.05 + 3 * Math.sqrt((0.05 * 0.95) / tries);

const CELLS: Omit<Cell, 'shape' | 'paired'>[] = [
  { n: 5, criteria: 1 },
  { n: 20, criteria: 1 },
  { n: 20, criteria: 3, correlation: 0.6 },
];

it.each([true, false])('fails in at most 5 % of comparisons without a change (same items: %s)', (paired) => {
  const over: string[] = [];
  let all = 0;
  for (const [at, shape] of shapes.entries())
    for (const [row, cell] of CELLS.entries()) {
      const { fails, regressed } = rates({ shape, paired, ...cell }, TRIES, 100 * at + 10 * row + 1);
      all += fails / (shapes.length * CELLS.length);
      if (Math.max(fails, regressed) > limit(TRIES))
        over.push(`${shape} ${JSON.stringify(cell)}: ${fails}, ${regressed}`);
    }
  expect(over).toEqual([]);
  // All cells together are 3,000 comparisons or more: one standard error is 0.4 points.
  expect(all).toBeLessThanOrEqual(0.05);
});

it('holds for two samples of very unequal size', () => {
  for (const [at, shape] of shapes.entries())
    for (const [n, candidateN] of [
      [5, 50],
      [50, 5],
    ] as const) {
      const { fails, regressed } = rates({ shape, n, candidateN, criteria: 1, paired: false }, TRIES, at + n);
      expect(Math.max(fails, regressed)).toBeLessThanOrEqual(limit(TRIES));
    }
});

it('holds for eight criteria, in the verdict and with a threshold for each if significance is required', () => {
  // Eight criteria take ten times as long. A cell that fails in 20 % passes with a probability of 1.3 %.
  const tries = TRIES / 2;
  const thresholds = { maxCriterionDrop: 0.05, requireSignificance: true };
  for (const [at, shape] of shapes.entries())
    for (const paired of [true, false]) {
      const { fails, regressed } = rates({ shape, n: 20, criteria: 8, paired }, tries, at + 50, thresholds);
      expect(Math.max(fails, regressed)).toBeLessThanOrEqual(limit(tries));
    }
});

it('detects a real drop of 0.2 over twenty items', () => {
  for (const [shape, least] of [
    ['continuous 0-1', 0.9],
    ['1-5', 0.8],
    ['pass/fail', 0.15],
    ['skewed 0-100', 0.8],
    ['1-10, ceiling', 0.95],
  ] as const)
    expect(rates({ shape, n: 20, criteria: 1, paired: true, drop: 0.2 }, 120, 9).fails).toBeGreaterThan(
      least,
    );
});
