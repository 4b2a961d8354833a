export { evalRunEndpoints } from './endpoints.ts';
export { storedCalls } from './execute/load-calls.ts';
export type { LoadedCall } from './execute/loaded-call.ts';
export { evalRunJob } from './execute/run.job.ts';
export { scoreColumns } from './execute/score-columns.ts';
export { scoreOne, type Outcome } from './execute/score-one.ts';
export { Score } from './schemas.ts';
export { presentScore } from './store.ts';
export { judgeProbesJob } from './trust/probe.job.ts';
