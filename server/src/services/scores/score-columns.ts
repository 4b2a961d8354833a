// Maps an outcome to the columns of a score, for runs and rules.
import { storedFigures } from '#lib/figures';
import type { EvalScoresTable } from '#metadata';
import type { ScoreOutcome } from './score-one.ts';

const MAX_REASONING = 4_000;

type Columns = Pick<
  EvalScoresTable,
  'score' | 'normalized' | 'label' | 'reasoning' | 'figures' | 'status' | 'reason' | 'judge' | 'cost_micros'
>;

export const scoreColumns = (outcome: ScoreOutcome): Columns => ({
  score: outcome.score,
  normalized: outcome.normalized,
  label: outcome.label,
  reasoning: outcome.reasoning.message.slice(0, MAX_REASONING),
  figures: storedFigures(outcome.reasoning),
  status: outcome.score === null ? 'failed' : 'scored',
  reason: outcome.reason,
  judge: outcome.judge,
  cost_micros: outcome.costMicros,
});
