// Talks to the provider. Only this file uses the client library, which checks the ID token: issuer, audience,
// times, nonce and signature. The library is loaded at the first use.
import type * as Oidc from 'openid-client';
import type { OidcConfig } from '#config';
import { notFound } from '#lib/app-error';
import { HOUR_MS } from '#lib/clock';
import { boundedFetch } from '#lib/outbound/bounded-fetch';
import type { PublicContext, Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { needsUserInfo, readPerson, type Person } from './person.ts';
import { SsoRefusal } from './refusal.ts';

const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;
/** The ID token is part of a URL when the session ends; longer tokens do not fit. */
const MAX_ID_TOKEN = 4_000;
const ID_TOKEN = 'sso-id-token';

interface SsoProvider {
  library: typeof Oidc;
  client: Oidc.Configuration;
}

interface Discovered {
  provider: Promise<SsoProvider> | null;
  until: number;
}

const discoveredOf = perProcess((): Discovered => ({ provider: null, until: 0 }));

export function requireOidc({ config }: Pick<Services, 'config'>): OidcConfig {
  if (config.oidc === null) throw notFound('Single sign-on');
  return config.oidc;
}

export const callbackUrl = ({ config }: Pick<Services, 'config'>): string =>
  `${config.publicUrl}/v1/auth/oidc/callback`;

/** Discovery is repeated every hour, and after a failure. */
function providerOf(ctx: PublicContext, config: OidcConfig): Promise<SsoProvider> {
  const discovered = discoveredOf(ctx);
  const now = ctx.clock.now();
  if (discovered.provider && now < discovered.until) return discovered.provider;
  const provider = discover(config);
  discovered.provider = provider;
  discovered.until = now + HOUR_MS;
  provider.catch(() => {
    if (discovered.provider === provider) discovered.provider = null;
  });
  return provider;
}

async function discover(config: OidcConfig): Promise<SsoProvider> {
  const library = await import('openid-client');
  const { issuer, clientId, clientSecret } = config;
  const insecure = issuer.startsWith('http:') ? [library.allowInsecureRequests] : [];
  try {
    const client = await library.discovery(
      new URL(issuer),
      clientId,
      {
        ...(clientSecret === null ? {} : { client_secret: clientSecret }),
        [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      },
      clientAuth(library, config),
      {
        execute: [...insecure, library.enableNonRepudiationChecks],
        timeout: TIMEOUT_SECONDS,
        [library.customFetch]: (url, options) => boundedFetch(url, options as RequestInit),
      },
    );
    return { library, client };
  } catch (error) {
    throw new SsoRefusal('provider_unreachable', error);
  }
}

/** A provider that does not list its methods accepts Basic (OpenID Connect Discovery 1.0). */
function clientAuth(library: typeof Oidc, { clientSecret, clientAuth: wanted }: OidcConfig): Oidc.ClientAuth {
  if (clientSecret === null) return library.None();
  const post = library.ClientSecretPost(clientSecret);
  const basic = library.ClientSecretBasic(clientSecret);
  return (server, client, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    const usesPost = wanted === 'post' || (wanted === 'auto' && takesPost);
    return (usesPost ? post : basic)(server, client, body, headers);
  };
}

export interface SsoChallenge {
  state: string;
  nonce: string;
  verifier: string;
}

export async function beginAtProvider(
  ctx: PublicContext,
  config: OidcConfig,
): Promise<{ url: URL; challenge: SsoChallenge }> {
  const { library, client } = await providerOf(ctx, config);
  const challenge = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  };
  const url = library.buildAuthorizationUrl(client, {
    redirect_uri: callbackUrl(ctx),
    scope: config.scopes,
    state: challenge.state,
    nonce: challenge.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(challenge.verifier),
    code_challenge_method: 'S256',
  });
  return { url, challenge };
}

interface ProvenPerson {
  person: Person;
  /** Sealed; null if it is too long to be used. */
  idToken: string | null;
}

/** Exchanges the code in `arrived`, the address to which the provider sent the browser. */
export async function askProvider(
  ctx: PublicContext,
  config: OidcConfig,
  arrived: URL,
  { state, nonce, verifier }: SsoChallenge,
): Promise<ProvenPerson> {
  const { library, client } = await providerOf(ctx, config);
  try {
    const tokens = await library.authorizationCodeGrant(client, arrived, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !/^[^\p{Cc}]{1,255}$/u.test(claims.sub)) throw new SsoRefusal('provider_error');
    const asks = needsUserInfo(config, claims) && client.serverMetadata().userinfo_endpoint !== undefined;
    const more = asks ? await library.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
    const person = readPerson(config, { issuer: claims.iss, subject: claims.sub }, [claims, more]);
    const idToken = tokens.id_token ?? '';
    return { person, idToken: idToken.length > MAX_ID_TOKEN ? null : ctx.sealer.seal(idToken, ID_TOKEN) };
  } catch (error) {
    throw error instanceof SsoRefusal ? error : new SsoRefusal(reasonOf(library, error), error);
  }
}

function reasonOf(
  library: typeof Oidc,
  error: unknown,
): 'cancelled' | 'provider_unreachable' | 'provider_error' {
  if (error instanceof library.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'provider_error';
  const isTimeout = error instanceof library.ClientError && error.code === 'OAUTH_TIMEOUT';
  // `fetch` fails with a TypeError if there is no answer.
  return isTimeout || error instanceof TypeError ? 'provider_unreachable' : 'provider_error';
}

/** The parts of an error that may be logged: never a token, a code or a secret. */
export function describeCause(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return {};
  const { name, message } = cause;
  const { code, error, error_description: description, status } = cause as unknown as Record<string, unknown>;
  const inner = cause.cause instanceof Error ? cause.cause.message : undefined;
  const said = typeof description === 'string' ? description.slice(0, 300) : undefined;
  return { name, message, inner, code, error, description: said, status };
}

/** The provider's sign-out page; null if it has none, or cannot be reached now. */
export async function endSessionUrl(ctx: PublicContext, sealedIdToken: string): Promise<string | null> {
  const { oidc } = ctx.config;
  const idToken = ctx.sealer.open(sealedIdToken, ID_TOKEN);
  if (oidc === null || idToken === null) return null;
  try {
    const { library, client } = await providerOf(ctx, oidc);
    if (client.serverMetadata().end_session_endpoint === undefined) return null;
    const url = library.buildEndSessionUrl(client, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${ctx.config.publicUrl}/signin`,
    });
    return url.href;
  } catch (error) {
    ctx.log.warn(
      { requestId: ctx.origin.requestId, ...describeCause(error) },
      'sign-out page of the provider is unavailable',
    );
    return null;
  }
}
