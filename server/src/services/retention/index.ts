// How long records are kept, and the counts of stored records.
export { retentionChanged } from './retention.job.ts';
export { selectAccountIds } from './store.ts';
