export { PRESETS } from './presets/index.ts';
export { CriterionPreset } from './schemas.ts';
