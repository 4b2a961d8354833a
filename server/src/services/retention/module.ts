import type { Module } from '#core/module';
import { quotaReconcileJob } from './quota-reconcile.job.ts';
import { retentionJob } from './retention.job.ts';
import { unfinishedWritesJob } from './unfinished-writes.job.ts';

export const retentionModule: Module = {
  jobs: [retentionJob, quotaReconcileJob, unfinishedWritesJob],
};
