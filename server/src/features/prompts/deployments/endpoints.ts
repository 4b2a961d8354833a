import { endpoint } from '#core/endpoint';
import { deploymentHistory, listDeployments } from './list.ts';
import { rollBack } from './rollback.ts';
import { DeploymentList, DeploymentsQuery, History, HistoryQuery, Rollback } from './schemas.ts';

const tag = 'prompts';

export const deploymentEndpoints = [
  endpoint({
    id: 'listPromptDeployments',
    method: 'GET',
    path: '/v1/prompts/deployments',
    tag,
    summary: 'List which version each label points to',
    access: { scope: 'read' },
    project: 'scoped',
    query: DeploymentsQuery,
    replies: { 200: DeploymentList },
    handle: (ctx, { query }) => listDeployments(ctx, query),
  }),
  endpoint({
    id: 'listPromptDeploymentHistory',
    method: 'GET',
    path: '/v1/prompts/deployments/history',
    tag,
    summary: 'List the deploys and rollbacks of a label, of a prompt or of all, newest first',
    access: { scope: 'read' },
    project: 'scoped',
    query: HistoryQuery,
    replies: { 200: History },
    handle: (ctx, { query }) => deploymentHistory(ctx, query),
  }),
  endpoint({
    id: 'rollBackPrompt',
    method: 'POST',
    path: '/v1/prompts/deployments/rollback',
    tag,
    summary: 'Roll a label back to the previous version',
    description:
      'Each rollback goes to the previous different version that still exists; 409 `no_previous_version` at the start of the history. Answers with the deployments of the name.',
    access: { scope: 'write', plan: 'pro' },
    project: 'account-wide',
    body: Rollback,
    replies: { 200: DeploymentList },
    errors: [404, 409],
    audit: 'prompt.rollback',
    handle: (ctx, { body }) => rollBack(ctx, body),
  }),
];
