import type { Module } from '#core/module';
import { accountDeletionJob } from './deletion.job.ts';
import { accountClosingEndpoints } from './endpoints.ts';

export const accountClosingModule: Module = {
  endpoints: accountClosingEndpoints,
  jobs: [accountDeletionJob],
};
