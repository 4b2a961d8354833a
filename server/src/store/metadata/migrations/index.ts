import type { Migration } from 'kysely/migration';
import type { MetadataKind } from '../database.ts';
import { foundation } from './0001-foundation.ts';
import { dataKeys } from './0002-data-keys.ts';
import { modelPrices } from './0003-model-prices.ts';
import { ingestReceipts } from './0004-ingest-receipts.ts';
import { retention } from './0005-retention.ts';
import { prompts } from './0006-prompts.ts';
import { annotations } from './0007-annotations.ts';
import { savedViews } from './0008-saved-views.ts';
import { llmBudget } from './0009-llm-budget.ts';
import { evalCriteria } from './0010-eval-criteria.ts';
import { evalDatasets } from './0011-eval-datasets.ts';
import { evalRuns } from './0012-eval-runs.ts';
import { judgeProbes } from './0013-judge-probes.ts';
import { evalRules } from './0014-eval-rules.ts';
import { alerts } from './0015-alerts.ts';
import { deliveries } from './0016-deliveries.ts';
import { webhooks } from './0017-webhooks.ts';
import { quotaNotices } from './0018-quota-notices.ts';
import { gate } from './0019-gate.ts';
import { safetyAssessments } from './0020-safety-assessments.ts';
import { guardian } from './0021-guardian.ts';
import { proposals } from './0022-proposals.ts';
import { sampleData } from './0023-sample-data.ts';
import { runPromptLinks } from './0024-run-prompt-links.ts';
import { recordChanges } from './0026-record-changes.ts';
import { safetyFigures } from './0027-safety-figures.ts';
import { projectBonds } from './0028-project-bonds.ts';
import { unfinishedWrites } from './0030-unfinished-writes.ts';
import { erasure } from './0031-erasure.ts';
import { findingErrors } from './0032-finding-errors.ts';
import { openDoor } from './0036-open-door.ts';
import { dashboards } from './0037-dashboards.ts';
import { sampleDashboard } from './0038-sample-dashboard.ts';
import { identities } from './0039-identities.ts';
import { exportSchedules } from './0040-export-schedules.ts';
import { modelConnections } from './0041-model-connections.ts';
import { datasetVersions } from './0042-dataset-versions.ts';
import { accountLimits } from './0043-account-limits.ts';
import { loginsAndItems } from './0044-logins-and-items.ts';
import { playgroundDrafts } from './0045-playground-drafts.ts';
import { promptReferences } from './0046-prompt-references.ts';
import { experiments } from './0047-experiments.ts';
import { reviewQueues } from './0048-review-queues.ts';
import { embeddingModel } from './0049-embedding-model.ts';
import { splitsAndSources } from './0050-splits-and-sources.ts';
import { mergedCalls } from './0053-merged-calls.ts';
import { unpricedSpend } from './0054-unpriced-spend.ts';
import { morePrices } from './0055-more-prices.ts';
import { notedChanges } from './0056-noted-changes.ts';
import { receiptCodes } from './0033-receipt-codes.ts';
import { scores } from './0034-scores.ts';
import { promptNumbers } from './0035-prompt-numbers.ts';

/** Forward only, in the order of their names. A released migration is never edited; a new one is added. */
export const migrations = (kind: MetadataKind): Record<string, Migration> => ({
  '0001-foundation': { up: foundation(kind) },
  '0002-data-keys': { up: dataKeys },
  '0003-model-prices': { up: modelPrices },
  '0004-ingest-receipts': { up: ingestReceipts },
  '0005-retention': { up: retention },
  '0006-prompts': { up: prompts(kind) },
  '0007-annotations': { up: annotations(kind) },
  '0008-saved-views': { up: savedViews(kind) },
  '0009-llm-budget': { up: llmBudget },
  '0010-eval-criteria': { up: evalCriteria },
  '0011-eval-datasets': { up: evalDatasets },
  '0012-eval-runs': { up: evalRuns(kind) },
  '0013-judge-probes': { up: judgeProbes(kind) },
  '0014-eval-rules': { up: evalRules(kind) },
  '0015-alerts': { up: alerts(kind) },
  '0016-deliveries': { up: deliveries },
  '0017-webhooks': { up: webhooks },
  '0018-quota-notices': { up: quotaNotices },
  '0019-gate': { up: gate },
  '0020-safety-assessments': { up: safetyAssessments },
  '0021-guardian': { up: guardian },
  '0022-proposals': { up: proposals },
  '0023-sample-data': { up: sampleData },
  '0024-run-prompt-links': { up: runPromptLinks },
  '0026-record-changes': { up: recordChanges },
  '0027-safety-figures': { up: safetyFigures },
  '0028-project-bonds': { up: projectBonds },
  '0030-unfinished-writes': { up: unfinishedWrites },
  '0031-erasure': { up: erasure },
  '0032-finding-errors': { up: findingErrors },
  '0033-receipt-codes': { up: receiptCodes },
  '0034-scores': { up: scores(kind) },
  '0035-prompt-numbers': { up: promptNumbers },
  '0036-open-door': { up: openDoor },
  '0037-dashboards': { up: dashboards(kind) },
  '0038-sample-dashboard': { up: sampleDashboard },
  '0039-identities': { up: identities },
  '0040-export-schedules': { up: exportSchedules },
  '0041-model-connections': { up: modelConnections },
  '0042-dataset-versions': { up: datasetVersions },
  '0043-account-limits': { up: accountLimits },
  '0044-logins-and-items': { up: loginsAndItems },
  '0045-playground-drafts': { up: playgroundDrafts },
  '0046-prompt-references': { up: promptReferences },
  '0047-experiments': { up: experiments },
  '0048-review-queues': { up: reviewQueues(kind) },
  '0049-embedding-model': { up: embeddingModel },
  '0050-splits-and-sources': { up: splitsAndSources },
  '0053-merged-calls': { up: mergedCalls },
  '0054-unpriced-spend': { up: unpricedSpend },
  '0055-more-prices': { up: morePrices },
  '0056-noted-changes': { up: notedChanges },
});
