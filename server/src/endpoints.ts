// Every endpoint of the interface, in the order in which the docs show them.
import type { Endpoint } from '#core/endpoint';
import { accountEndpoints } from '#features/account';
import { apiKeyEndpoints } from '#features/api-keys';
import { auditEndpoints } from '#features/audit';
import { authEndpoints } from '#features/auth';
import { diagnosticsEndpoints } from '#features/diagnostics';
import { healthEndpoints } from '#features/health';
import { ingestEndpoints } from '#features/ingest';
import { modelPriceEndpoints } from '#features/model-prices';
import { operatorEndpoints } from '#features/operator';
import { projectEndpoints } from '#features/projects';
import { publicDataEndpoints } from '#features/public-data';
import { queryEndpoints } from '#features/query';
import { teamEndpoints } from '#features/team';

export const TAGS: Readonly<Record<string, string>> = {
  auth: 'Sign-up, sign-in, sessions and passwords',
  ingest: 'Send records, and see what became of them',
  query: 'Search, traces, sessions, aggregates, percentiles, distributions, export',
  account: 'Plan, usage, consents',
  'api-keys': 'Keys with scopes',
  projects: 'Projects of the account',
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
  ...accountEndpoints,
  ...modelPriceEndpoints,
  ...apiKeyEndpoints,
  ...projectEndpoints,
  ...teamEndpoints,
  ...auditEndpoints,
  ...healthEndpoints,
  ...publicDataEndpoints,
  ...operatorEndpoints,
];
