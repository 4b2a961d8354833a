import type { Criterion } from './criterion.ts';

/** The score as a share of the criterion's scale, from 0 to 1. */
export const normalizedScore = (
  { scaleMin, scaleMax }: Pick<Criterion, 'scaleMin' | 'scaleMax'>,
  score: number,
): number => Math.min(1, Math.max(0, (score - scaleMin) / (scaleMax - scaleMin)));
