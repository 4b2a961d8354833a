export { evalRunEndpoints } from './endpoints.ts';
export { deleteProjectRuns, forgetScores, forgetTraceScores, selectMadeFrom } from './forget-calls.ts';
export { isGeneratedCall } from './execute/generated-call.ts';
export { evalRunJob } from './execute/run.job.ts';
