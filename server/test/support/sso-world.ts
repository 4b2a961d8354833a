// A service with single sign-on, and users who sign in through the provider, each with their own browser.
import type { LightMyRequestResponse } from 'fastify';
import type { Config, OidcConfig } from '#config';
import type { TestApp, TestAppOptions } from './app.ts';
import { openPeopleApp } from './people-app.ts';
import { ProviderBrowser, SSO_CLIENT, type TestSsoProvider } from './sso-provider.ts';

export const SERVICE = 'http://localhost';
const CALLBACK = `${SERVICE}/v1/auth/oidc/callback`;

const ssoConfig = (issuer: string, changes: Partial<OidcConfig> = {}): Partial<Config> => ({
  publicUrl: SERVICE,
  oidc: {
    issuer,
    clientId: SSO_CLIENT.id,
    clientSecret: SSO_CLIENT.secret,
    clientAuth: 'auto',
    name: 'Acme Login',
    scopes: 'openid email profile groups',
    accountId: null,
    allowedDomains: [],
    allowedGroups: [],
    groupsClaim: 'groups',
    roleMap: [],
    defaultRole: 'member',
    createUsers: true,
    ...changes,
  },
});

export interface SsoAppOptions extends TestAppOptions {
  oidc?: Partial<OidcConfig>;
}

export const openSsoApp = ({ oidc, config, ...rest }: SsoAppOptions, issuer: string): Promise<TestApp> =>
  openPeopleApp({ ...rest, config: { ...ssoConfig(issuer, oidc), ...config } });

const cookieNamed = (reply: LightMyRequestResponse, name: string): string =>
  [reply.headers['set-cookie']]
    .flat()
    .find((text) => text?.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

interface SsoStarted {
  reply: LightMyRequestResponse;
  /** The address at the provider. */
  address: URL;
  cookie: string;
}

export async function startSso(app: TestApp, next?: string): Promise<SsoStarted> {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  const reply = await app.call('GET', `/v1/auth/oidc/login${query}`);
  return {
    reply,
    address: new URL(String(reply.headers.location)),
    cookie: cookieNamed(reply, 'tracewell_sso'),
  };
}

/** What the user sees in the end. */
export interface SsoFinished {
  reply: LightMyRequestResponse;
  /** The address to which the browser is redirected. */
  location: string;
  /** The reason of a refusal; null if the user is signed in. */
  reason: string | null;
  /** The session cookie. */
  cookie: string;
}

export async function finishSso(app: TestApp, back: string, cookie: string): Promise<SsoFinished> {
  const { pathname, search } = new URL(back);
  const reply = await app.call('GET', `${pathname}${search}`, undefined, cookie === '' ? {} : { cookie });
  const location = String(reply.headers.location);
  return {
    reply,
    location,
    reason: URL.parse(location)?.searchParams.get('sso') ?? null,
    cookie: cookieNamed(reply, 'tracewell_session'),
  };
}

export const passProvider = (address: URL, browser = new ProviderBrowser()): Promise<URL> =>
  browser.follow(address.href, CALLBACK);

/** The whole sign-in of a user. */
export async function comeIn(
  app: TestApp,
  provider: TestSsoProvider,
  who: string,
  next?: string,
): Promise<SsoFinished> {
  provider.who = who;
  const started = await startSso(app, next);
  if (started.cookie === '') throw new Error(`Not sent to the provider: ${started.address.href}`);
  return finishSso(app, (await passProvider(started.address)).href, started.cookie);
}
