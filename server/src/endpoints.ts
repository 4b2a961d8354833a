// Every endpoint of the interface, in the order in which the docs show them.
import type { Endpoint } from '#core/endpoint';
import { accountEndpoints } from '#features/account';
import { accountClosingEndpoints } from '#features/account-closing';
import { alertEndpoints } from '#features/alerts';
import { annotationEndpoints } from '#features/annotations';
import { apiKeyEndpoints } from '#features/api-keys';
import { auditEndpoints } from '#features/audit';
import { authEndpoints } from '#features/auth';
import { diagnosticsEndpoints } from '#features/diagnostics';
import { erasureEndpoints } from '#features/erasure';
import { evalCriterionEndpoints } from '#features/eval-criteria';
import { evalDatasetEndpoints } from '#features/eval-datasets';
import { evalRuleEndpoints } from '#features/eval-rules';
import { evalRunEndpoints } from '#features/eval-runs';
import { gateEndpoints } from '#features/gate';
import { guardianEndpoints } from '#features/guardian';
import { healthEndpoints } from '#features/health';
import { ingestEndpoints } from '#features/ingest';
import { trustEndpoints } from '#features/judge-trust';
import { llmBudgetEndpoints } from '#features/llm-budget';
import { modelPriceEndpoints } from '#features/model-prices';
import { operatorEndpoints } from '#features/operator';
import { projectEndpoints } from '#features/projects';
import { promptEndpoints } from '#features/prompts';
import { proposalEndpoints } from '#features/proposals';
import { publicDataEndpoints } from '#features/public-data';
import { queryEndpoints } from '#features/query';
import { safetyEndpoints } from '#features/safety';
import { sampleDataEndpoints } from '#features/sample-data';
import { savedViewEndpoints } from '#features/saved-views';
import { teamEndpoints } from '#features/team';
import { webhookEndpoints } from '#features/webhooks';

export const TAGS: Readonly<Record<string, string>> = {
  auth: 'Sign-up, sign-in, sessions and passwords',
  ingest: 'Send records, and see what became of them',
  query: 'Search, traces, sessions, aggregates, percentiles, distributions, export',
  erasures: 'Records taken out for good, with all that is known about them',
  'eval-criteria': 'What calls are scored by: for a judge, or by a rule',
  'eval-runs': 'Runs, comparisons, the CI gate, agreement with people and trust in the judge',
  'eval-rules': 'New calls scored as they come',
  'eval-datasets': 'Inputs, with what is expected of them, for evaluation runs',
  annotations: 'Notes, labels and quality scores on calls, and the queue of calls to review',
  safety: 'What a moderation classifier says of calls',
  'saved-views': 'Filters kept under a name',
  account: 'Plan, usage, consents, LLM-feature budget',
  prompts: 'Prompts by name and version, labels that point to them, and how they do',
  alerts: 'Rules that notify through channels, their firings and templates',
  gate: 'What running agents may do and spend: checks, budgets, policies, approvals',
  guardian: 'What the service notices by itself in the records',
  webhooks: 'Events of the account, sent to addresses of yours',
  proposals: 'What could be saved, worked out from the records, with evidence',
  'api-keys': 'Keys with scopes',
  projects: 'Projects of the account',
  'sample-data': 'A week of made-up agents to look around with',
  team: 'Members and invitations',
  audit: 'Who did what, in a chain that shows tampering',
  health: 'Readiness and liveness',
  'public-data': 'Model prices, plans and presets; no credential needed',
  operator: 'For whoever runs the service',
};

export const allEndpoints: readonly Endpoint[] = [
  ...authEndpoints,
  ...ingestEndpoints,
  ...diagnosticsEndpoints,
  ...queryEndpoints,
  ...erasureEndpoints,
  ...evalCriterionEndpoints,
  ...evalDatasetEndpoints,
  ...trustEndpoints,
  ...evalRunEndpoints,
  ...evalRuleEndpoints,
  ...annotationEndpoints,
  ...safetyEndpoints,
  ...savedViewEndpoints,
  ...accountEndpoints,
  ...accountClosingEndpoints,
  ...llmBudgetEndpoints,
  ...modelPriceEndpoints,
  ...promptEndpoints,
  ...alertEndpoints,
  ...gateEndpoints,
  ...guardianEndpoints,
  ...webhookEndpoints,
  ...proposalEndpoints,
  ...apiKeyEndpoints,
  ...projectEndpoints,
  ...sampleDataEndpoints,
  ...teamEndpoints,
  ...auditEndpoints,
  ...healthEndpoints,
  ...publicDataEndpoints,
  ...operatorEndpoints,
];
