import type { Module } from '#core/module';
import { housekeepingJob } from './housekeeping.job.ts';
import { recordChangesJob } from './record-changes.job.ts';

export const housekeepingModule: Module = {
  jobs: [housekeepingJob, recordChangesJob],
};
