import { Reply, endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { createKey } from './create.ts';
import { listChildKeys, listKeys } from './list.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';
import { ApiKeyList, ApiKeyParams, CreatedApiKey, NewApiKey, RevokeQuery, KeyRotation } from './schemas.ts';

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
    id: 'listChildApiKeys',
    method: 'GET',
    path: '/v1/api-keys/{id}/api-keys',
    tag,
    summary: 'List the API keys that were made with a key',
    description:
      'Includes keys made with one of them, but not expired keys. Revoking the key keeps these valid unless `withChildren` is set.',
    access: { scope: 'read', role: 'admin', fullKey: true },
    project: 'account-wide',
    params: ApiKeyParams,
    query: PageQuery,
    replies: { 200: ApiKeyList },
    handle: (ctx, { params, query }) => listChildKeys(ctx, params.id, query),
  }),
  endpoint({
    id: 'rotateApiKey',
    method: 'POST',
    path: '/v1/api-keys/{id}/rotate',
    tag,
    summary: 'Replace an API key',
    description:
      'Makes a key with the same name, scopes and project, valid for as long as the old one was made for. The old key works until it is revoked, or for `graceHours`. The new key itself is in this answer and nowhere else.',
    access: { scope: 'write', role: 'admin', fullKey: true },
    project: 'account-wide',
    params: ApiKeyParams,
    body: KeyRotation,
    bodyOptional: true,
    replies: { 201: CreatedApiKey },
    audit: 'api_key.rotate',
    handle: (ctx, { params, body }) => rotateKey(ctx, params.id, body),
  }),
  endpoint({
    id: 'revokeApiKey',
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    tag,
    summary: 'Revoke an API key',
    description:
      'It stops working within a second in every process. Keys made with it keep working unless `withChildren` is set; the header `X-Live-Child-Keys` has their number, and the audit entry names them.',
    access: { scope: 'write', role: 'admin', fullKey: true },
    project: 'account-wide',
    params: ApiKeyParams,
    query: RevokeQuery,
    replies: { 204: null },
    audit: 'api_key.revoke',
    handle: async (ctx, { params, query }) => {
      const { keptKeys } = await revokeKey(ctx, params.id, query.withChildren ?? false);
      return new Reply(204, null, { 'x-live-child-keys': String(keptKeys.length) });
    },
  }),
];
