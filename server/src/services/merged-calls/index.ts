// Lists spans that are not counted as calls because another record reports the same call, and records that may
// repeat a counted call.
export { KEEP_MERGED_MS, mergedCallsOf } from './merged-calls.ts';
export { forgetMergedCalls, forgetMergedOfAccount } from './store.ts';
