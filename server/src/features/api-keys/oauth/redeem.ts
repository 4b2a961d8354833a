// An application exchanges its code for a key. The key is an ordinary one: scoped, expiring, in the list of
// keys, and revoked with the membership of the person.
import { hash } from 'node:crypto';
import { AppError } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import { roleReaches, type Role } from '#core/access/actor';
import { hashToken, sameSecret } from '#core/access/token';
import { changeAs } from '#core/change/change';
import type { PublicContext } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { mintKey } from '../create.ts';
import { hasSecret, roleIn } from '../store.ts';
import { CODE_PURPOSE, isOwnResource, KEY_DAYS, type SealedCode } from './authorize.ts';

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
    throw refused('unsupported_grant_type', 'grant_type must be authorization_code.');
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

export async function redeemCode(ctx: PublicContext, request: TokenRequest) {
  const { accountId, actor, clientName, scopes, secret } = openCode(ctx, request);
  const by = { accountId, actor, origin: ctx.origin };
  const { apiKey } = await changeAs(ctx, by, 'api_key.create', async (tx) => {
    // Two uses at once take turns, and the person may have left since.
    await lockAccount(tx.db, accountId);
    const role = await roleIn(tx.db, accountId, actor.id);
    if (role === null || !roleReaches(role as Role, 'admin')) throw invalidGrant();
    if (await hasSecret(tx.db, hashToken(secret))) throw invalidGrant();
    const key = await mintKey(tx, ctx.clock, {
      accountId,
      name: clientName,
      scopes,
      projectId: null,
      expiresAt: ctx.clock.now() + KEY_DAYS * DAY_MS,
      createdBy: actor.id,
      secret,
    });
    return {
      result: key,
      target: { type: 'api_key', id: key.id },
      metadata: { name: clientName, scopes, projectId: null, application: true },
    };
  });
  return {
    access_token: apiKey,
    token_type: 'Bearer',
    expires_in: (KEY_DAYS * DAY_MS) / 1_000,
    scope: scopes.join(' '),
  };
}
