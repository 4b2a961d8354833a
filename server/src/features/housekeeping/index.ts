export { housekeepingJob } from './housekeeping.job.ts';
export { recordChangesJob } from './record-changes.job.ts';
