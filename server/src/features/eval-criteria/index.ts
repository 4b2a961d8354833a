export { PRESETS, type Preset } from './presets/index.ts';
export { CriterionPreset } from './schemas.ts';
export { criteriaOf, existingCriteria, selectCriterion } from './store.ts';
