export { setConsents } from './consents.ts';
export { contentDeletionJob } from './content-deletion.job.ts';
export { accountEndpoints } from './endpoints.ts';
export { recordSealingJob } from './record-sealing.job.ts';
export { openAccount } from './open-account.ts';
export { Consents } from './schemas.ts';
export { lockAccount } from './store.ts';
