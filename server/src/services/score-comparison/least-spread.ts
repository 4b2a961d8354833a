// Scores move in steps, so a mean cannot drop without some variance: with pass or fail, a drop of 0.1 means
// one item in ten failing, never every item a tenth worse. Without this, twenty equal scores would seem to
// detect anything.
import { normalise, roundedScore, type ScoredCriterion } from './scores.ts';

/** The step of the scale, as a share of 1, estimated from the scores; 0 if they are continuous. */
export function scaleStep(...criteria: readonly ScoredCriterion[]): number {
  if (criteria.some(({ scoreType }) => scoreType === 'boolean')) return 1;
  const seen = new Set(
    criteria.flatMap((criterion) => criterion.scores.map(({ score }) => normalise(score, criterion))),
  );
  if (seen.size === 2 && seen.has(0) && seen.has(1)) return 1;
  const whole = criteria.every(
    ({ scaleMin, scaleMax, scores }) =>
      Number.isInteger(scaleMax - scaleMin) &&
      scores.every(({ score }) => Number.isInteger(score - scaleMin)),
  );
  return whole ? Math.max(...criteria.map(({ scaleMin, scaleMax }) => 1 / (scaleMax - scaleMin))) : 0;
}

/** The smallest variance of a mean change by `drop` if changes are whole steps. */
export function leastVariance(drop: number, step: number): number {
  if (step === 0) return 0;
  const part = (drop / step) % 1;
  return step * step * part * (1 - part);
}

/**
 * The differences after a simulated drop: each stays or falls by one step, in the proportion that brings the
 * mean to -drop. Returned as the share of each value.
 */
export function droppedBySteps(
  differences: readonly number[],
  drop: number,
  step: number,
): Map<number, number> {
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  const steps = (drop + mean) / step;
  const whole = Math.floor(roundedScore(steps));
  const part = Math.max(0, steps - whole);
  const shares = new Map<number, number>();
  for (const difference of differences) {
    for (const [down, share] of [
      [whole, 1 - part],
      [whole + 1, part],
    ] as const) {
      // Adding 0 turns -0 into 0, which is a different key.
      const value = roundedScore(difference - down * step) + 0;
      shares.set(value, (shares.get(value) ?? 0) + share / differences.length);
    }
  }
  return shares;
}
