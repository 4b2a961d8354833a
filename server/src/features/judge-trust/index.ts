export { trustEndpoints } from './endpoints.ts';
export { judgeProbesJob } from './probe.job.ts';
export { trustOf } from './trust.ts';
