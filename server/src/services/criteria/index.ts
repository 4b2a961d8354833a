// The criteria of an account, for everything that scores or shows scores. Creating and changing them is
// features/eval-criteria.
export {
  chosenCriteria,
  MAX_RUN_CRITERIA,
  namedCriteria,
  requireCriterion,
  requireDefinition,
  type CriterionDefinition,
} from './require-criterion.ts';
export { FIRST_OWN_ID } from './global-criteria.ts';
export { CriterionInput, criterionDefinition } from './input.ts';
export { fiveLevels, presetCheck, yesOrNo, type Preset } from './preset.ts';
export { criteriaOf, existingCriteria, selectCriterion, selectOwnCriterion } from './store.ts';
