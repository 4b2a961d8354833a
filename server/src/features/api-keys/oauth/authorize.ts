// A signed-in person lets an application in. The answer is a code that the application exchanges for a key
// within a minute. The code is sealed and holds everything, including the secret of the key that it becomes,
// so it can be used once: a second use would make a key that exists.
import { invalid } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { randomApiKey } from '#lib/api-key-form';
import { SCOPES, type KeyScope, type UserActor } from '#core/access/actor';
import { hashToken } from '#core/access/token';
import type { Context } from '#core/context';
import { mayRedirectTo, openClient, type OAuthClient } from './client-id.ts';
import type { AppAuthorization, AppAuthorizationQuery } from './schemas.ts';

export const KEY_DAYS = 30;
const CODE_MS = MINUTE_MS;
export const CODE_PURPOSE = 'oauth-code';

export interface SealedCode {
  accountId: string;
  actor: UserActor;
  clientName: string;
  /** The hash of the client id, which is long. */
  client: string;
  redirectUri: string;
  challenge: string;
  scopes: KeyScope[];
  expiresAt: number;
  secret: string;
}

/**
 * The resource that keys are for (RFC 8707). They are keys of the whole interface, and MCP is a part of it.
 */
export const isOwnResource = (publicUrl: string, resource: string): boolean =>
  [publicUrl, `${publicUrl}/mcp`].includes(resource.replace(/\/+$/, ''));

function checkedClient(
  ctx: Context,
  { clientId, redirectUri, resource }: AppAuthorizationQuery,
): OAuthClient {
  const client = openClient(ctx, clientId);
  if (!client) throw invalid('clientId', 'This service does not know the application.', 'unknown_client');
  if (!mayRedirectTo(client, redirectUri)) {
    throw invalid('redirectUri', 'The application has not registered this address.', 'unknown_redirect');
  }
  if (resource !== undefined && !isOwnResource(ctx.config.publicUrl, resource)) {
    throw invalid('resource', 'The application asks for another service.', 'unknown_resource');
  }
  return client;
}

/** Without a known scope, the least. */
export function requestedScopes(scope: string | undefined): KeyScope[] {
  const asked = SCOPES.filter((each) => (scope ?? '').split(' ').includes(each));
  return asked.length === 0 ? ['read'] : asked;
}

function answerUrl(ctx: Context, query: AppAuthorizationQuery, answer: Record<string, string>): string {
  const url = new URL(query.redirectUri);
  const state = query.state === undefined ? {} : { state: query.state };
  // The issuer lets an application that knows several services see who answers (RFC 9207).
  for (const [name, value] of Object.entries({ ...answer, ...state, iss: ctx.config.publicUrl })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

export function describeAuthorization(ctx: Context, query: AppAuthorizationQuery) {
  const client = checkedClient(ctx, query);
  const { protocol, host } = new URL(query.redirectUri);
  return {
    clientName: client.name,
    redirectTarget: /^https?:$/.test(protocol) ? host : protocol.slice(0, -1),
    scopes: requestedScopes(query.scope),
    days: KEY_DAYS,
    denyUrl: answerUrl(ctx, query, { error: 'access_denied' }),
  };
}

export function approveAuthorization(ctx: Context, { scopes, ...query }: AppAuthorization) {
  const client = checkedClient(ctx, query);
  if (ctx.actor.type !== 'user') throw new Error('Only a signed-in person can let an application in.');
  const sealed: SealedCode = {
    accountId: ctx.account.id,
    actor: ctx.actor,
    clientName: client.name,
    client: hashToken(query.clientId),
    redirectUri: query.redirectUri,
    challenge: query.codeChallenge,
    scopes,
    expiresAt: ctx.clock.now() + CODE_MS,
    secret: randomApiKey(),
  };
  const code = ctx.sealer.seal(JSON.stringify(sealed), CODE_PURPOSE);
  return { redirectTo: answerUrl(ctx, query, { code }) };
}
