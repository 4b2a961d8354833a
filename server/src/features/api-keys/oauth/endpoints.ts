import { endpoint } from '#core/endpoint';
import { approveAuthorization, describeAuthorization } from './authorize.ts';
import { AppAuthorization, AppAuthorizationQuery, AppAuthorizationView, AppAuthorized } from './schemas.ts';

const tag = 'api-keys';

export const oauthEndpoints = [
  endpoint({
    id: 'describeAppAuthorization',
    method: 'GET',
    path: '/v1/oauth/authorization',
    tag,
    summary: 'What an application asks a person for',
    description: 'For the consent page of the dashboard.',
    access: { scope: 'read', role: 'admin', credential: 'session' },
    project: 'account-wide',
    query: AppAuthorizationQuery,
    replies: { 200: AppAuthorizationView },
    handle: (ctx, { query }) => describeAuthorization(ctx, query),
  }),
  endpoint({
    id: 'approveAppAuthorization',
    method: 'POST',
    path: '/v1/oauth/authorization',
    tag,
    summary: 'Let an application in',
    description:
      'Answers with the address that takes a code to the application. The application exchanges it within a minute for a key with the allowed scopes, which is valid for 30 days.',
    access: { scope: 'write', role: 'admin', credential: 'session' },
    project: 'account-wide',
    body: AppAuthorization,
    replies: { 200: AppAuthorized },
    unaudited: 'nothing is stored; the key is audited when the application exchanges the code',
    handle: (ctx, { body }) => approveAuthorization(ctx, body),
  }),
];
