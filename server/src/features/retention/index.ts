export { retentionChanged } from './note-change.ts';
export { quotaReconcileJob } from './quota-reconcile.job.ts';
export { retentionJob } from './retention.job.ts';
