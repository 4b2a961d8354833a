export { createRun } from './create.ts';
export { isGeneratedCall } from './execute/load-calls.ts';
export { selectCallsOfRunsFrom } from './forget-calls.ts';
export { Run } from './schemas.ts';
export { runsOfPrompt, runsOnDatasets } from './uses.ts';
