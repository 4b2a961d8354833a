export { erasureEndpoints } from './endpoints.ts';
export { erasureJob } from './erasure.job.ts';
export { erasurePurgeJob } from './purge.job.ts';
export { erasureSweepJob } from './sweep.job.ts';
