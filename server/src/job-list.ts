// Every background job, by the features that own them.
import type { JobDefinition } from '#core/job';
import { contentDeletionJob } from '#features/account';
import { alertsJob } from '#features/alerts';
import { resetMailJob } from '#features/auth';
import { evalRulesJob, scoreExpiryJob } from '#features/eval-rules';
import { evalRunJob, judgeProbesJob } from '#features/eval-runs';
import { housekeepingJob } from '#features/housekeeping';
import { callDemotionJob, nestedDoublesJob } from '#features/ingest';
import { budgetSweepJob } from '#features/llm-budget';
import { deliveryJob } from '#features/notifications';
import { quotaReconcileJob, retentionJob } from '#features/retention';
import { invitationMailJob } from '#features/team';
import { quotaThresholdJob } from '#features/webhooks';

export const allJobs: readonly JobDefinition[] = [
  housekeepingJob,
  resetMailJob,
  contentDeletionJob,
  invitationMailJob,
  retentionJob,
  quotaReconcileJob,
  nestedDoublesJob,
  callDemotionJob,
  budgetSweepJob,
  evalRunJob,
  judgeProbesJob,
  evalRulesJob,
  scoreExpiryJob,
  alertsJob,
  deliveryJob,
  quotaThresholdJob,
];
