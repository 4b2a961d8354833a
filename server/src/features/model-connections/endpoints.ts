import { endpoint } from '#core/endpoint';
import { requireConnection } from './check.ts';
import { createConnection } from './create.ts';
import { deleteConnection, listConnections, testConnection } from './connections.ts';
import { presentConnection } from './present.ts';
import {
  ModelConnection,
  ModelConnectionChanges,
  ModelConnectionList,
  ModelConnectionParams,
  ModelConnectionTest,
  ModelConnectionTestResult,
  NewModelConnection,
} from './schemas.ts';
import { changeConnection } from './update.ts';

const tag = 'model-connections';
const read = { scope: 'read' } as const;
// Admins only, because a connection has a key and spends money.
const write = { scope: 'write', role: 'admin' } as const;
const TEST =
  'Unless `test` is false, one small request is sent first; if it fails, nothing is saved and the 400 says why in `reason`: `wrong_key`, `unknown_model`, `no_credit`, `rate_limited`, `rejected`, `provider_error`, `malformed_answer`, `unreachable`, `blocked_address` or `timeout`.';

export const modelConnectionEndpoints = [
  endpoint({
    id: 'listModelConnections',
    method: 'GET',
    path: '/v1/model-connections',
    tag,
    summary: 'List model connections, oldest first',
    description: 'With what each has spent today and this month. Keys are masked.',
    access: read,
    project: 'account-wide',
    replies: { 200: ModelConnectionList },
    handle: (ctx) => listConnections(ctx),
  }),
  endpoint({
    id: 'createModelConnection',
    method: 'POST',
    path: '/v1/model-connections',
    tag,
    summary: 'Connect to a provider of models with a key of your own',
    description: `${TEST} The first connection of an account becomes its default if the operator has configured no judge.`,
    access: write,
    project: 'account-wide',
    body: NewModelConnection,
    replies: { 201: ModelConnection },
    errors: [409, 429],
    audit: 'model_connection.create',
    handle: (ctx, { body, signal }) => createConnection(ctx, body, signal),
  }),
  endpoint({
    id: 'getModelConnection',
    method: 'GET',
    path: '/v1/model-connections/{id}',
    tag,
    summary: 'Get a model connection',
    access: read,
    project: 'account-wide',
    params: ModelConnectionParams,
    replies: { 200: ModelConnection },
    handle: async (ctx, { params }) => presentConnection(ctx, await requireConnection(ctx, params.id)),
  }),
  endpoint({
    id: 'updateModelConnection',
    method: 'PATCH',
    path: '/v1/model-connections/{id}',
    tag,
    summary: 'Change a model connection',
    description: `Applies to the next request, budgets included. A new key, base URL, default model or embedding model is tested. ${TEST} A base URL on another host needs the key again.`,
    access: write,
    project: 'account-wide',
    params: ModelConnectionParams,
    body: ModelConnectionChanges,
    replies: { 200: ModelConnection },
    errors: [409, 429],
    audit: 'model_connection.update',
    handle: (ctx, { params, body, signal }) => changeConnection(ctx, params.id, body, signal),
  }),
  endpoint({
    id: 'deleteModelConnection',
    method: 'DELETE',
    path: '/v1/model-connections/{id}',
    tag,
    summary: 'Delete a model connection with its key',
    description: 'Calls that were made through it stay.',
    access: write,
    project: 'account-wide',
    params: ModelConnectionParams,
    replies: { 204: null },
    audit: 'model_connection.delete',
    handle: (ctx, { params }) => deleteConnection(ctx, params.id),
  }),
  endpoint({
    id: 'testModelConnection',
    method: 'POST',
    path: '/v1/model-connections/{id}/test',
    tag,
    summary: 'Send one small request through a model connection',
    description:
      'Tests the default model, or the one in the body. It counts against the budget (429 `budget_exhausted`). At most 5 tests per minute.',
    access: { scope: 'write' },
    project: 'account-wide',
    params: ModelConnectionParams,
    body: ModelConnectionTest,
    bodyOptional: true,
    replies: { 200: ModelConnectionTestResult },
    errors: [409, 429],
    unaudited: 'It changes nothing except the note of the last test.',
    handle: (ctx, { params, body, signal }) => testConnection(ctx, params.id, body, signal),
  }),
];
