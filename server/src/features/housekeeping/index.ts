export { housekeepingJob } from './housekeeping.job.ts';
