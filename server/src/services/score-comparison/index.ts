export { compareScores, DROP_ASKED_ABOUT, type ScoreComparison } from './compare-scores.ts';
export { VERDICTS, type ComparisonVerdict, type CriterionDelta } from './criterion-delta.ts';
export { CAUTION_CODES } from './gate-caution.ts';
export {
  DEFAULT_MEAN_DROP,
  GATE_VERDICTS,
  gateVerdict,
  VIOLATION_KINDS,
  type GateThresholds,
  type GateVerdict,
  type Violation,
} from './gate-verdict.ts';
export { COMPARISON_FIELDS, GATE_FIELDS } from './schemas.ts';
export { type RunScore, type ScoredCriterion } from './scores.ts';
