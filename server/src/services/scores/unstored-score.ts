// A score that is shown and not stored: the fields of a stored one, and how long it took.
import { Type, type Static } from 'typebox';
import { usd } from '#lib/money';
import { scoreColumns } from './score-columns.ts';
import type { ScoreOutcome } from './score-one.ts';
import { Score } from './score.ts';

const { status, score, normalizedScore, label, reason, reasoning, code, values, judge, costUsd } =
  Score.properties;

/** Fields of an object that names what was scored. */
export const UNSTORED_SCORE = {
  status,
  score,
  normalizedScore,
  label,
  reason,
  reasoning,
  code,
  values,
  judge,
  costUsd,
  durationMs: Type.Integer({ minimum: 0 }),
};
const UnstoredScore = Type.Object(UNSTORED_SCORE);

export function presentUnstored(outcome: ScoreOutcome, durationMs: number): Static<typeof UnstoredScore> {
  const columns = scoreColumns(outcome);
  return {
    status: columns.status,
    score: columns.score,
    normalizedScore: columns.normalized,
    label: columns.label,
    reason: columns.reason,
    reasoning: columns.reasoning,
    code: outcome.reasoning.code,
    values: outcome.reasoning.values,
    judge: columns.judge,
    costUsd: usd(columns.cost_micros),
    durationMs,
  };
}
