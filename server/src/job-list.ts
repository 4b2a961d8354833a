// Every background job, by the features that own them.
import type { JobDefinition } from '#core/job';
import { contentDeletionJob } from '#features/account';
import { resetMailJob } from '#features/auth';
import { housekeepingJob } from '#features/housekeeping';
import { callDemotionJob, nestedDoublesJob } from '#features/ingest';
import { quotaReconcileJob, retentionJob } from '#features/retention';
import { invitationMailJob } from '#features/team';

export const allJobs: readonly JobDefinition[] = [
  housekeepingJob,
  resetMailJob,
  contentDeletionJob,
  invitationMailJob,
  retentionJob,
  quotaReconcileJob,
  nestedDoublesJob,
  callDemotionJob,
];
