// Which spans are not counted as calls, because another record reports the same call, and which records may
// report a call that is counted already.
export { KEEP_MERGED_MS, mergedCallsOf } from './merged-calls.ts';
export { forgetMergedCalls, forgetMergedOfAccount } from './store.ts';
