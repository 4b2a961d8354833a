// A real OpenID provider on loopback (oidc-provider), and a browser that follows its redirects. Users of the
// provider sign in without a form: a test says who sits at the browser.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { freePort } from './free-port.ts';

export const SSO_CLIENT = { id: 'tracewell', secret: 'a-secret-of-the-client' } as const;

export interface ProviderPerson {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: unknown;
  realm_access?: { roles: string[] };
}

interface SsoProviderOptions {
  /** The public address of the service. */
  clientUrl: string;
  people: Record<string, ProviderPerson>;
  /** Claims are only at the userinfo endpoint, as in the standard. */
  thinIdToken?: boolean;
  /** Null for a provider that shows a form. */
  who?: string | null;
  noEndSession?: boolean;
}

export interface TestSsoProvider {
  issuer: string;
  people: Record<string, ProviderPerson>;
  /** Who signs in next; null shows a form. */
  who: string | null;
  /** Changes the response of the token endpoint. */
  tamper: ((answer: Record<string, unknown>) => Record<string, unknown>) | null;
  /** Requested paths, with the method. */
  asked: string[];
  close(): Promise<void>;
}

const FORM = `<!doctype html><html lang="en"><title>Test provider</title><main><h1>Test provider</h1>
<form><label>Who are you? <input name="who"></label> <button>Sign in here</button></form></main></html>`;

const signingKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as {
    kty: 'RSA';
    n: string;
    e: string;
    d: string;
  };

async function existingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile groups');
  await grant.save();
  return grant;
}

const configuration = (options: SsoProviderOptions, state: TestSsoProvider): Configuration => ({
  clients: [
    {
      client_id: SSO_CLIENT.id,
      client_secret: SSO_CLIENT.secret,
      redirect_uris: [`${options.clientUrl}/v1/auth/oidc/callback`],
      post_logout_redirect_uris: [`${options.clientUrl}/signin`],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [{ ...signingKey(), use: 'sig', alg: 'RS256' }] },
  clientAuthMethods: ['client_secret_post'],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name'],
    groups: ['groups', 'realm_access'],
  },
  conformIdTokenClaims: options.thinIdToken ?? false,
  scopes: ['openid', 'email', 'profile', 'groups'],
  pkce: { required: () => true },
  cookies: { keys: ['a key of the tests'] },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: options.noEndSession !== true,
      // The provider’s own page loads a font from the internet.
      logoutSource: (ctx, form) => {
        ctx.body = `<!doctype html><html lang="en"><title>Sign out</title>${form}
<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`;
      },
    },
  },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  loadExistingGrant: existingGrant,
  findAccount: (_ctx, sub) => ({
    accountId: sub,
    claims: () => ({ sub, ...state.people[sub] }),
  }),
  renderError: (ctx, out) => {
    ctx.body = out;
  },
});

/** The caller closes it. */
export async function openSsoProvider(options: SsoProviderOptions): Promise<TestSsoProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const server: Server = createServer();
  const { people, who = Object.keys(people)[0] ?? null } = options;
  const state: TestSsoProvider = {
    issuer,
    people,
    who,
    tamper: null,
    asked: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const provider = new Provider(issuer, configuration(options, state));
  provider.use(async (ctx, next) => {
    state.asked.push(`${ctx.method} ${ctx.path}`);
    if (ctx.path.startsWith('/interaction/')) {
      const login = state.who ?? new URLSearchParams(ctx.querystring).get('who');
      if (login === null) {
        ctx.type = 'html';
        ctx.body = FORM;
        return;
      }
      const result =
        login === 'nobody' ? { error: 'access_denied' } : { login: { accountId: login, remember: false } };
      ctx.respond = false;
      await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
      return;
    }
    await next();
    if (ctx.path === '/token' && state.tamper && ctx.status === 200)
      ctx.body = state.tamper(ctx.body as Record<string, unknown>);
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  if ((server.address() as AddressInfo).port !== port) throw new Error('Another port than the issuer names.');
  return state;
}

/** The cookies of one browser at the provider, which is reached over a socket. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects from the provider to an address of the service, and returns that address. */
  async follow(address: string, untilBegins: string): Promise<URL> {
    let url = new URL(address);
    for (let step = 0; step < 10; step += 1) {
      if (url.href.startsWith(untilBegins)) return url;
      const response = await this.get(url);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
      await response.body?.cancel();
      url = new URL(location, url);
    }
    throw new Error('Too many redirects.');
  }

  async get(url: URL): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}
