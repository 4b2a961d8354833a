export { sampleDataEndpoints } from './endpoints.ts';
export { sampleDataRemovalJob } from './removal.job.ts';
