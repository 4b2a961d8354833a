// Every background job, by the features that own them.
import type { JobDefinition } from '#core/job';
import { contentDeletionJob } from '#features/account';
import { resetMailJob } from '#features/auth';
import { housekeepingJob } from '#features/housekeeping';
import { invitationMailJob } from '#features/team';

export const allJobs: readonly JobDefinition[] = [
  housekeepingJob,
  resetMailJob,
  contentDeletionJob,
  invitationMailJob,
];
