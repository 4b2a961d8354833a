export { setConsents } from './consents.ts';
export { contentDeletionJob } from './content-deletion.job.ts';
export { accountEndpoints } from './endpoints.ts';
export { recordSealingJob } from './record-sealing.job.ts';
export { Consents } from './schemas.ts';
