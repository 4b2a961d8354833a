import type { Module } from '#core/module';
import { scheduledExportEndpoints } from './endpoints.ts';
import { dailyExportsJob, exportRunJob } from './export.job.ts';

export const scheduledExportsModule: Module = {
  endpoints: scheduledExportEndpoints,
  jobs: [dailyExportsJob, exportRunJob],
};
