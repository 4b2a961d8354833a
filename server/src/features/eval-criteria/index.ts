export { PRESETS } from './presets/index.ts';
export { CriterionPreset } from './schemas.ts';
export { criteriaOf, existingCriteria, selectCriterion } from './store.ts';
