export { safetyEndpoints } from './endpoints.ts';
export { safetyExpiryJob } from './scan/expire.job.ts';
export { safetyScanJob } from './scan/safety-scan.job.ts';
export { flaggedCallIds, flaggedSince, worstFlagged, type FlaggedCall } from './store.ts';
