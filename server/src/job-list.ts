// Every background job, by the features that own them.
import type { JobDefinition } from '#core/jobs/job';
import { contentDeletionJob, recordSealingJob } from '#features/account';
import { accountDeletionJob } from '#features/account-closing';
import { alertExpiryJob, alertsJob } from '#features/alerts';
import { resetMailJob } from '#features/auth';
import { erasureJob, erasurePurgeJob, erasureSweepJob } from '#features/erasure';
import { sealItemsJob } from '#features/eval-datasets';
import { evalRulesJob, scoreExpiryJob } from '#features/eval-rules';
import { evalRunJob } from '#features/eval-runs';
import { judgeProbesJob } from '#features/judge-trust';
import { gateReconcileJob, gateSweepJob } from '#features/gate';
import { findingExpiryJob, guardianJob } from '#features/guardian';
import { housekeepingJob, recordChangesJob } from '#features/housekeeping';
import { callDemotionJob, nestedDoublesJob } from '#features/ingest';
import { budgetSweepJob } from '#services/models';
import { deliveryJob } from '#services/notifications';
import { proposalsJob } from '#features/proposals';
import { quotaReconcileJob, retentionJob, unfinishedWritesJob } from '#services/retention';
import { safetyExpiryJob, safetyScanJob } from '#features/safety';
import { sampleDataRemovalJob } from '#features/sample-data';
import { invitationMailJob } from '#features/team';
import { quotaThresholdJob } from '#features/webhooks';

export const allJobs: readonly JobDefinition[] = [
  housekeepingJob,
  recordChangesJob,
  resetMailJob,
  contentDeletionJob,
  recordSealingJob,
  invitationMailJob,
  retentionJob,
  quotaReconcileJob,
  unfinishedWritesJob,
  nestedDoublesJob,
  callDemotionJob,
  budgetSweepJob,
  gateReconcileJob,
  gateSweepJob,
  evalRunJob,
  judgeProbesJob,
  evalRulesJob,
  scoreExpiryJob,
  alertsJob,
  alertExpiryJob,
  deliveryJob,
  quotaThresholdJob,
  guardianJob,
  findingExpiryJob,
  safetyScanJob,
  safetyExpiryJob,
  proposalsJob,
  sampleDataRemovalJob,
  sealItemsJob,
  erasureJob,
  erasurePurgeJob,
  erasureSweepJob,
  accountDeletionJob,
];
