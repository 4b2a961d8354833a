// How long records are kept, and the counts of stored records.
export { retentionChanged } from './note-change.ts';
export { quotaReconcileJob } from './quota-reconcile.job.ts';
export { unfinishedWritesJob } from './unfinished-writes.job.ts';
export { retentionJob } from './retention.job.ts';
