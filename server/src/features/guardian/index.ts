// The inbox of problems that the service detects in the records.
export { guardianEndpoints } from './endpoints.ts';
export { guardianJob } from './scan/guardian.job.ts';
export { findingExpiryJob } from './scan/expire.job.ts';
export { deleteProjectFindings, forgetEvidence } from './store.ts';
