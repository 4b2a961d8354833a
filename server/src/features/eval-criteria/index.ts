export { PRESETS, type Preset } from './presets/index.ts';
