// Every background job, by the features that own them.
import type { JobDefinition } from '#core/job';
import { resetMailJob } from '#features/auth';
import { housekeepingJob } from '#features/housekeeping';

export const allJobs: readonly JobDefinition[] = [housekeepingJob, resetMailJob];
