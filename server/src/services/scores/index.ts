// Scores one criterion on one call, by a rule or by the judge, for runs and for rules.
export { Criterion, normalizedScore } from './criterion.ts';
export { evaluate, requireRubric } from './evaluate.ts';
export { loadCodeEngine } from './evaluators/code/engine.ts';
export { compile } from './evaluators/index.ts';
export { objectIn, type JudgeCriterion } from './judge/answer-form.ts';
export { judge, JUDGE_TOKENS } from './judge/judge.ts';
export { missing, noExpectedOutput, type LoadedCall } from './loaded-call.ts';
export { EvalReasonCode, type EvalReason } from './reasons.ts';
export { scoreColumns } from './score-columns.ts';
export { scoreOne, type ScoreOutcome } from './score-one.ts';
export { presentScore, Score, type ScoreRow } from './score.ts';
export { say, ScoreFigureValues, type Reasoning } from './sentences.ts';
export { loadStoredCalls } from './stored-calls.ts';
export { textCall } from './text-call.ts';
export { presentUnstored, UNSTORED_SCORE } from './unstored-score.ts';
