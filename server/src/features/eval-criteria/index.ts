export { evalCriterionEndpoints } from './endpoints.ts';
export { evaluate } from './evaluate.ts';
export {
  DETERMINISTIC_TYPES,
  type DeterministicType,
  type Subject,
  type UnscoredReason,
} from './evaluators/evaluator.ts';
export type { Check, Verdict } from './evaluators/index.ts';
export { ruleSentences } from './evaluators/sentences.ts';
export { normalizedScore } from './normalized-score.ts';
export { PRESETS, type Preset } from './presets/index.ts';
export { Criterion, CriterionPreset } from './schemas.ts';
export { criteriaOf, existingCriteria, selectCriterion } from './store.ts';
