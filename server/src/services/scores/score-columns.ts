// Maps an outcome to the columns of a score, for runs and rules.
import type { EvalScoresTable } from '#metadata';
import type { ScoreOutcome } from './score-one.ts';

const MAX_REASONING = 4_000;

type Columns = Pick<
  EvalScoresTable,
  'score' | 'normalized' | 'label' | 'reasoning' | 'status' | 'reason' | 'judge' | 'cost_micros'
>;

export const scoreColumns = (outcome: ScoreOutcome): Columns => ({
  score: outcome.score,
  normalized: outcome.normalized,
  label: outcome.label,
  reasoning: outcome.reasoning.slice(0, MAX_REASONING),
  status: outcome.score === null ? 'failed' : 'scored',
  reason: outcome.reason,
  judge: outcome.judge,
  cost_micros: outcome.costMicros,
});
