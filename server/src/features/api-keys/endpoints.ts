import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { createKey } from './create.ts';
import { listKeys } from './list.ts';
import { revokeKey } from './revoke.ts';
import { ApiKeyList, CreatedApiKey, NewApiKey } from './schemas.ts';

const tag = 'api-keys';

export const apiKeyEndpoints = [
  endpoint({
    id: 'listApiKeys',
    method: 'GET',
    path: '/v1/api-keys',
    tag,
    summary: 'List API keys',
    access: { scope: 'read', role: 'admin', fullKey: true },
    project: 'account-wide',
    query: PageQuery,
    replies: { 200: ApiKeyList },
    handle: (ctx, { query }) => listKeys(ctx, ctx.account.id, query),
  }),
  endpoint({
    id: 'createApiKey',
    method: 'POST',
    path: '/v1/api-keys',
    tag,
    summary: 'Create an API key',
    description:
      'Without `scopes` the key has full access. The key itself is in this answer and nowhere else.',
    access: { scope: 'write', role: 'admin', fullKey: true },
    project: 'scoped',
    body: NewApiKey,
    replies: { 201: CreatedApiKey },
    audit: 'api_key.create',
    handle: (ctx, { body }) => createKey(ctx, body),
  }),
  endpoint({
    id: 'revokeApiKey',
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    tag,
    summary: 'Revoke an API key',
    description: 'It stops working within a second, in every process.',
    access: { scope: 'write', role: 'admin', fullKey: true },
    project: 'account-wide',
    params: Type.Object({ id: Type.String() }),
    replies: { 204: null },
    audit: 'api_key.revoke',
    handle: (ctx, { params }) => revokeKey(ctx, params.id),
  }),
];
