// The input of a comparison: the scores of one run for each criterion. Pure values; the verbs around this
// folder load them.

export interface RunScore {
  /** The dataset item. Null, or the same as callId, in a run over calls. */
  itemKey?: string | null;
  callId?: string | null;
  score: number;
}

export interface ScoredCriterion {
  criterionId: number;
  name: string;
  scaleMin: number;
  scaleMax: number;
  scoreType: 'numeric' | 'boolean' | 'categorical';
  scores: readonly RunScore[];
  /** Items that the criterion applies to but that have no score. */
  unscored?: number;
}

/**
 * Maps a score to 0-1 of the scale. Rounded, because the tests need exact ties and zeros, and 0.8 - 0.7 is
 * not 0.7 - 0.6.
 */
export const normalise = (score: number, scale: { scaleMin: number; scaleMax: number }): number =>
  roundedScore((score - scale.scaleMin) / (scale.scaleMax - scale.scaleMin));

export const roundedScore = (value: number): number => Math.round(value * 1e9) / 1e9;

/** Scores below the middle of the scale. */
export const countFailures = (criterion: ScoredCriterion): number =>
  criterion.scores.filter(({ score }) => normalise(score, criterion) < 0.5).length;

export function meanScore({ scores }: ScoredCriterion): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, { score }) => sum + score, 0) / scores.length;
}
