export { deleteProjectRuns, forgetScores, forgetTraceScores, selectMadeFrom } from './forget-calls.ts';
export { isGeneratedCall } from './execute/generated-call.ts';
