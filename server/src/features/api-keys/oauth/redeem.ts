// An application exchanges its code for a key.
import { hash } from 'node:crypto';
import { AppError } from '#lib/app-error';
import { hashToken, sameSecret } from '#core/access/token';
import type { PublicContext } from '#core/context';
import { hasSecret } from '../store.ts';
import { CODE_PURPOSE, isOwnResource, type SealedCode } from './authorize.ts';
import { mintAppKey } from './mint-app-key.ts';

interface TokenRequest {
  grantType: string | null;
  code: string | null;
  redirectUri: string | null;
  clientId: string | null;
  codeVerifier: string | null;
  resource: string | null;
}

const refused = (reason: string, message: string) => new AppError('bad_request', reason, message);
const invalidGrant = () =>
  refused('invalid_grant', 'The code is not valid: it has expired, was used, or belongs to another request.');

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

function openCode(ctx: PublicContext, request: TokenRequest): SealedCode {
  const { grantType, code, redirectUri, clientId, codeVerifier, resource } = request;
  if (grantType !== 'authorization_code') {
    throw refused(
      'unsupported_grant_type',
      'grant_type must be authorization_code or the device code grant.',
    );
  }
  for (const [name, value] of Object.entries({ code, redirect_uri: redirectUri, client_id: clientId })) {
    if (value === null) throw refused('invalid_request', `${name} is missing.`);
  }
  if (codeVerifier === null || !VERIFIER.test(codeVerifier)) {
    throw refused('invalid_request', 'code_verifier must have 43 to 128 characters.');
  }
  if (resource !== null && !isOwnResource(ctx.config.publicUrl, resource)) {
    throw refused('invalid_target', 'The resource is another service.');
  }
  const text = ctx.sealer.open(code ?? '', CODE_PURPOSE);
  if (text === null) throw invalidGrant();
  const sealed = JSON.parse(text) as SealedCode;
  const isSame =
    sealed.expiresAt > ctx.clock.now() &&
    sealed.redirectUri === redirectUri &&
    sealed.client === hashToken(clientId ?? '') &&
    sameSecret(sealed.challenge, hash('sha256', codeVerifier, 'base64url'));
  if (!isSame) throw invalidGrant();
  return sealed;
}

export function redeemCode(ctx: PublicContext, request: TokenRequest) {
  const { accountId, actor, clientName, scopes, secret } = openCode(ctx, request);
  const order = { accountId, userId: actor.id, name: clientName, scopes, projectId: null, secret };
  return mintAppKey(ctx, order, invalidGrant, async ({ db }) => !(await hasSecret(db, hashToken(secret))));
}
