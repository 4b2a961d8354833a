// Made-up experiments: variants that are equal, or better by a known amount, over the same items. For the test
// of the winner and proofs/gate-verdict.ts.
import { SHAPES, type ShapeName } from '../../src/services/score-comparison/simulated-runs.ts';
import type { CellFigures } from '../../src/features/experiments/cells.ts';
import { rankVariants } from '../../src/features/experiments/leaderboard.ts';
import type { Leaderboard } from '../../src/features/experiments/leaderboard-schemas.ts';

const normalsOf = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface MadeExperiment {
  shape: ShapeName;
  variants: number;
  items: number;
  /** The gain of each variant in the quality of an answer, in standard deviations; 0 unless given. */
  gains?: readonly number[];
}

/** Normalised scores of each variant, item by item: the quality of the item stays, the noise is new. */
export function madeVariants(
  { shape, variants, items, gains = [] }: MadeExperiment,
  random: () => number,
): number[][] {
  const { scaleMin, scaleMax, score } = SHAPES[shape];
  const normal = normalsOf(random);
  const levels = Array.from({ length: items }, normal);
  return Array.from({ length: variants }, (_, variant) =>
    levels.map((level) => {
      const given = score(level + (gains[variant] ?? 0), normal());
      return (given - scaleMin) / (scaleMax - scaleMin);
    }),
  );
}

/** The leaderboard of these scores; the first variant is the baseline. */
export function madeLeaderboard(shape: ShapeName, scores: readonly (readonly number[])[]): Leaderboard {
  const { scaleMin, scaleMax, scoreType } = SHAPES[shape];
  const criterion = { id: 1, name: 'Right', scaleMin, scaleMax, scoreType };
  const cells = scores.flatMap((own, variant) =>
    own.map((normalized, position): CellFigures => ({
      experiment_id: 'exp_1',
      position,
      variant,
      repetition: 0,
      status: 'done',
      reason: null,
      cost_micros: 10,
      latency_ms: 100,
      output_digest: `${variant} ${position}`,
      output_valid: null,
      verdict: null,
      input_tokens: 1,
      output_tokens: 1,
      scores: JSON.stringify([[1, scaleMin + normalized * (scaleMax - scaleMin), normalized]]),
    })),
  );
  const names = scores.map((_, variant) => `variant ${variant}`);
  return rankVariants(names, [criterion], 0, cells);
}
