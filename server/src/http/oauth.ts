// OAuth for applications that act for a person: metadata (RFC 9728, RFC 8414), registration (RFC 7591), the
// token endpoint, and device codes for programs in a terminal (RFC 8628). The person consents in the
// dashboard, at /connect. Bodies and errors have the form of those specifications, so these are routes of
// their own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error';
import { parseBody } from '#lib/safe-json';
import { SCOPES } from '#core/access/actor';
import type { PublicContext, Services } from '#core/context';
import { toAppError } from '#core/failure';
import {
  beginDeviceLogin,
  DEVICE_GRANT,
  redeemCode,
  redeemDeviceCode,
  registerClient,
} from '#features/api-keys';
import { PUBLIC_BODY_LIMIT } from './body.ts';
import { originOf } from './origin.ts';
import type { KnownPaths } from './other-methods.ts';

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';

/** For `WWW-Authenticate`: leads an application from a 401 to the sign-in. */
export const mcpChallenge = (publicUrl: string): string =>
  `Bearer realm="tracewell", resource_metadata="${publicUrl}${RESOURCE_METADATA}/mcp"`;

export function addOAuthRoutes(app: FastifyInstance, paths: KnownPaths, services: Services): void {
  const { publicUrl } = services.config;
  const scopes_supported = [...SCOPES];
  const resource = {
    resource: `${publicUrl}/mcp`,
    resource_name: 'Tracewell',
    authorization_servers: [publicUrl],
    bearer_methods_supported: ['header'],
    scopes_supported,
  };
  const server = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/connect`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    device_authorization_endpoint: `${publicUrl}/oauth/device_authorization`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', DEVICE_GRANT],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported,
  };
  // A proxy may pass a path of the public URL on or remove it, so both forms of the address exist.
  const base = new URL(publicUrl).pathname.replace(/\/+$/, '');
  const documents: [string, object][] = [
    [RESOURCE_METADATA, resource],
    [`${RESOURCE_METADATA}/mcp`, resource],
    [SERVER_METADATA, server],
    ...(base === ''
      ? []
      : ([
          [`${RESOURCE_METADATA}${base}/mcp`, resource],
          [`${SERVER_METADATA}${base}`, server],
        ] as [string, object][])),
  ];
  for (const [url, document] of documents) {
    // Readable from any page: it is public, and clients in a browser begin here.
    app.get(url, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*')
        .send(document),
    );
    paths.add(url, 'GET');
  }
  const post = (
    url: string,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => {
    app.post(url, { bodyLimit: PUBLIC_BODY_LIMIT }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        return await handle(request, reply);
      } catch (thrown) {
        return sendOAuthError(request, reply, toAppError(thrown));
      }
    });
    paths.add(url, 'POST');
  };
  post('/oauth/register', async (request, reply) => {
    const parsed = parseBody(request.body instanceof Uint8Array ? request.body : new Uint8Array());
    if (!parsed.ok) throw new AppError('bad_request', 'invalid_client_metadata', parsed.fault.message);
    const { id, name, redirectUris } = registerClient(services, parsed.value);
    return reply.code(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(services.clock.now() / 1_000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: redirectUris.length === 0 ? [DEVICE_GRANT] : ['authorization_code'],
      response_types: redirectUris.length === 0 ? [] : ['code'],
      token_endpoint_auth_method: 'none',
    });
  });
  const formOf = ({ body }: FastifyRequest) =>
    new URLSearchParams(body instanceof Uint8Array ? String(body) : '');
  const contextOf = (request: FastifyRequest): PublicContext => ({
    ...services,
    db: services.metadata.reader,
    origin: originOf(request, publicUrl),
  });
  post('/oauth/device_authorization', async (request, reply) => {
    const form = formOf(request);
    const begun = await beginDeviceLogin(contextOf(request), {
      clientId: form.get('client_id'),
      scope: form.get('scope'),
    });
    return reply.send(begun);
  });
  post('/oauth/token', async (request, reply) => {
    const form = formOf(request);
    const ctx = contextOf(request);
    if (form.get('grant_type') === DEVICE_GRANT) {
      const asked = { deviceCode: form.get('device_code'), clientId: form.get('client_id') };
      return reply.send(await redeemDeviceCode(ctx, asked));
    }
    const token = await redeemCode(ctx, {
      grantType: form.get('grant_type'),
      code: form.get('code'),
      redirectUri: form.get('redirect_uri'),
      clientId: form.get('client_id'),
      codeVerifier: form.get('code_verifier'),
      resource: form.get('resource'),
    });
    return reply.send(token);
  });
}

/** `error` and `error_description`, as clients of OAuth read them. Other failures are ours to handle. */
function sendOAuthError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.status >= 500) throw error;
  request.log.debug({ requestId: request.id, reason: error.reason }, 'oauth request refused');
  return reply.code(error.status).send({ error: error.reason, error_description: error.message });
}
