export { startExperiment } from './control.ts';
export { createExperiment } from './create.ts';
export { selectExperimentCallsFrom } from './forget.ts';
export { ExperimentReply } from './schemas.ts';
export { experimentsOfPrompt, experimentsOnDatasets } from './uses.ts';
