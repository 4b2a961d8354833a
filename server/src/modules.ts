// Every module of the service, in the order in which the docs show their endpoints. A new feature is added
// here.
import type { Module } from '#core/module';
import { scheduledExportsModule } from './archive/scheduled/module.ts';
import { dataTransferModule } from './archive/transfer/module.ts';
import { langfuseModule } from './compat/langfuse/module.ts';
import { accountModule } from './features/account/module.ts';
import { accountClosingModule } from './features/account-closing/module.ts';
import { alertsModule } from './features/alerts/module.ts';
import { annotationsModule } from './features/annotations/module.ts';
import { apiKeysModule } from './features/api-keys/module.ts';
import { commentsModule } from './features/comments/module.ts';
import { attentionModule } from './features/attention/module.ts';
import { auditModule } from './features/audit/module.ts';
import { authModule } from './features/auth/module.ts';
import { dashboardsModule } from './features/dashboards/module.ts';
import { diagnosticsModule } from './features/diagnostics/module.ts';
import { erasureModule } from './features/erasure/module.ts';
import { evalCriteriaModule } from './features/eval-criteria/module.ts';
import { evalDatasetsModule } from './features/eval-datasets/module.ts';
import { evalRulesModule } from './features/eval-rules/module.ts';
import { evalRunsModule } from './features/eval-runs/module.ts';
import { experimentsModule } from './features/experiments/module.ts';
import { gateModule } from './features/runtime-gate/module.ts';
import { guardianModule } from './features/guardian/module.ts';
import { healthModule } from './features/health/module.ts';
import { housekeepingModule } from './features/housekeeping/module.ts';
import { ingestModule } from './features/ingest/module.ts';
import { judgeTrustModule } from './features/judge-trust/module.ts';
import { lineageModule } from './features/lineage/module.ts';
import { llmBudgetModule } from './features/llm-budget/module.ts';
import { mediaModule } from './features/media/module.ts';
import { modelConnectionsModule } from './features/model-connections/module.ts';
import { modelPricesModule } from './features/model-prices/module.ts';
import { operatorModule } from './features/operator/module.ts';
import { playgroundModule } from './features/playground/module.ts';
import { projectsModule } from './features/projects/module.ts';
import { promptsModule } from './features/prompts/module.ts';
import { proposalsModule } from './features/proposals/module.ts';
import { publicDataModule } from './features/public-data/module.ts';
import { queryModule } from './features/query/module.ts';
import { reviewQueuesModule } from './features/review-queues/module.ts';
import { safetyModule } from './features/safety/module.ts';
import { sampleDataModule } from './features/sample-data/module.ts';
import { savedViewsModule } from './features/saved-views/module.ts';
import { scoresModule } from './features/scores/module.ts';
import { teamModule } from './features/team/module.ts';
import { webhooksModule } from './features/webhooks/module.ts';
import { langsmithModule } from './compat/langsmith/module.ts';
import { openSpansModule } from './compat/open-spans/module.ts';
import { heliconeModule } from './compat/helicone/module.ts';
import { litellmModule } from './compat/litellm/module.ts';
import { opikModule } from './compat/opik/module.ts';
import { phoenixModule } from './compat/phoenix/module.ts';
import { traceloopModule } from './compat/traceloop/module.ts';
import { modelsModule } from './services/models/module.ts';
import { notificationsModule } from './services/notifications/module.ts';
import { mediaFilesModule } from './services/media/module.ts';
import { mergedCallsModule } from './services/merged-calls/module.ts';
import { runsModule } from './services/runs/module.ts';
import { pricesModule } from './services/prices/module.ts';
import { receiptsModule } from './services/receipts/module.ts';
import { retentionModule } from './services/retention/module.ts';

export const modules: readonly Module[] = [
  authModule,
  ingestModule,
  diagnosticsModule,
  queryModule,
  mediaModule,
  erasureModule,
  evalCriteriaModule,
  evalDatasetsModule,
  judgeTrustModule,
  evalRunsModule,
  experimentsModule,
  evalRulesModule,
  annotationsModule,
  commentsModule,
  reviewQueuesModule,
  scoresModule,
  safetyModule,
  savedViewsModule,
  dashboardsModule,
  accountModule,
  accountClosingModule,
  llmBudgetModule,
  modelConnectionsModule,
  scheduledExportsModule,
  dataTransferModule,
  modelPricesModule,
  promptsModule,
  lineageModule,
  playgroundModule,
  alertsModule,
  gateModule,
  guardianModule,
  attentionModule,
  webhooksModule,
  proposalsModule,
  apiKeysModule,
  projectsModule,
  sampleDataModule,
  teamModule,
  auditModule,
  healthModule,
  publicDataModule,
  operatorModule,
  langfuseModule,
  housekeepingModule,
  modelsModule,
  notificationsModule,
  retentionModule,
  pricesModule,
  receiptsModule,
  mergedCallsModule,
  mediaFilesModule,
  runsModule,
  openSpansModule,
  litellmModule,
  phoenixModule,
  heliconeModule,
  opikModule,
  traceloopModule,
  langsmithModule,
];

export const allEndpoints = modules.flatMap(({ endpoints = [] }) => endpoints);
export const allJobs = modules.flatMap(({ jobs = [] }) => jobs);

/** The tags of the interface, with their descriptions for the docs. */
export const TAGS = Object.fromEntries(
  modules.flatMap(({ tag }) => (tag ? [[tag.name, tag.description] as const] : [])),
);
