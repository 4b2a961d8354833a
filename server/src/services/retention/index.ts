// How long records are kept, and the counts of stored records.
export { retentionChanged } from './note-change.ts';
export { selectAccountIds } from './store.ts';
