export { selectExperimentCallsFrom } from './forget.ts';
export { ExperimentReply } from './schemas.ts';
export { experimentsOfPrompt, experimentsOnDatasets } from './uses.ts';
