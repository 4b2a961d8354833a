export { GRACE_MS, closeAccount, restoreAccount } from './close.ts';
export { accountDeletionJob } from './deletion.job.ts';
export { accountClosingEndpoints } from './endpoints.ts';
