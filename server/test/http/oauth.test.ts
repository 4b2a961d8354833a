// An application connects for a person: the flow of the official MCP client, and what must not work.
import { createHash, randomBytes } from 'node:crypto';
import {
  auth,
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { freePort } from '#test/support/free-port';

const REDIRECT = 'http://127.0.0.1:7777/callback';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const clock = new FakeClock();
let app: TestApp;
let account: TestAccount;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  app = await makeTestApp({ clock, config: { publicUrl: url } });
  account = await app.account();
  await app.http.listen({ host: '127.0.0.1', port });
});
afterAll(() => app.stop());

/** The names that the consent page reads from its address, in those of the interface. */
const NAMES: Readonly<Record<string, string>> = {
  client_id: 'clientId',
  redirect_uri: 'redirectUri',
  response_type: 'responseType',
  code_challenge: 'codeChallenge',
  code_challenge_method: 'codeChallengeMethod',
  state: 'state',
  scope: 'scope',
  resource: 'resource',
};

const requestOf = (address: URL): Record<string, string> =>
  Object.fromEntries([...address.searchParams].map(([name, value]) => [NAMES[name] ?? name, value]));

const approve = (person: Caller, request: object, scopes: readonly string[] = ['read']) =>
  person.call('POST', '/v1/oauth/authorization', { ...request, scopes }, { host: new URL(url).host });

const admin = async () => {
  const person = await account.member('admin');
  const host = { origin: url, host: new URL(url).host };
  return {
    ...person,
    call: ((method, path, body, headers = {}) =>
      person.call(method, path, body, { ...host, ...headers })) as Caller['call'],
  };
};

/** A client that keeps everything in memory, as an application would. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'Test client', redirect_uris: [REDIRECT] };
  address: URL | null = null;
  #information: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  clientInformation = () => this.#information;
  saveClientInformation = (information: OAuthClientInformationMixed) =>
    void (this.#information = information);
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => void (this.#tokens = tokens);
  redirectToAuthorization = (address: URL) => void (this.address = address);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  #discovered: OAuthDiscoveryState | undefined;
  discoveryState = () => this.#discovered;
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovered = state);
}

const register = async (redirects: readonly string[] = [REDIRECT]): Promise<string> =>
  (await app.call('POST', '/oauth/register', { client_name: 'By hand', redirect_uris: redirects })).json()
    .client_id;

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

const requestFor = (clientId: string, more: object = {}) => ({
  clientId,
  redirectUri: REDIRECT,
  responseType: 'code',
  codeChallenge: challenge,
  codeChallengeMethod: 'S256',
  ...more,
});

const redeem = (form: Record<string, string>) =>
  app.call('POST', '/oauth/token', Buffer.from(new URLSearchParams(form).toString()), FORM);

async function codeFor(person: Caller, clientId: string, scopes?: readonly string[]): Promise<string> {
  const answer = await approve(person, requestFor(clientId), scopes);
  return new URL(answer.json().redirectTo).searchParams.get('code') ?? '';
}

const exchange = (clientId: string, code: string) => ({
  grant_type: 'authorization_code',
  code,
  client_id: clientId,
  redirect_uri: REDIRECT,
  code_verifier: verifier,
});

describe('OAuth for MCP', () => {
  it('the official client finds its way from a 401 to the tools that the person allowed', async () => {
    const provider = new Provider();
    const serverUrl = `${url}/mcp`;
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT');
    const address = provider.address ?? new URL('about:blank');
    expect(`${address.origin}${address.pathname}`).toBe(`${url}/connect`);
    const person = await admin();
    const asked = await person.call(
      'GET',
      `/v1/oauth/authorization?${new URLSearchParams(requestOf(address)).toString()}`,
    );
    expect(asked.json()).toMatchObject({
      clientName: 'Test client',
      redirectTarget: '127.0.0.1:7777',
      days: 30,
    });
    const { redirectTo } = (await approve(person, requestOf(address))).json();
    const answer = new URL(redirectTo);
    expect([`${answer.origin}${answer.pathname}`, answer.searchParams.get('iss')]).toEqual([REDIRECT, url]);
    const authorizationCode = answer.searchParams.get('code') ?? '';
    expect(await auth(provider, { serverUrl, authorizationCode, iss: url })).toBe('AUTHORIZED');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }));
    expect((await client.listTools()).tools).toHaveLength(23);
    await client.close();
    const { apiKeys } = (await account.call('GET', '/v1/api-keys')).json();
    expect(apiKeys).toContainEqual(expect.objectContaining({ name: 'Test client', scopes: ['read'] }));
    const { entries } = (await account.call('GET', '/v1/audit?limit=1')).json();
    expect(entries[0]).toMatchObject({
      action: 'api_key.create',
      actorType: 'user',
      actorId: person.userId,
    });
  });

  it('the metadata names one resource, one issuer and PKCE', async () => {
    const resource = (await app.call('GET', '/.well-known/oauth-protected-resource/mcp')).json();
    expect(resource).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] });
    const server = (await app.call('GET', '/.well-known/oauth-authorization-server')).json();
    expect(server).toMatchObject({ issuer: url, code_challenge_methods_supported: ['S256'] });
    const refused = await app.call('POST', '/mcp', {});
    expect(refused.headers['www-authenticate']).toContain(
      `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it('a code works once, within a minute, with its verifier, client and address', async () => {
    const person = await admin();
    const clientId = await register();
    const code = await codeFor(person, clientId);
    const right = exchange(clientId, code);
    const wrong = [
      { ...right, code_verifier: 'x'.repeat(43) },
      { ...right, client_id: await register() },
      { ...right, redirect_uri: `${REDIRECT}/other` },
      { ...right, code: `${code.slice(0, -4)}AAAA` },
    ];
    for (const form of wrong) {
      const { statusCode, json } = await redeem(form);
      expect([statusCode, json().error]).toEqual([400, 'invalid_grant']);
    }
    const answers = await Promise.all([redeem(right), redeem(right)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const late = exchange(clientId, await codeFor(person, clientId));
    clock.advance(MINUTE_MS);
    expect((await redeem(late)).json().error).toBe('invalid_grant');
  });

  it('the key has the allowed scopes, ends after 30 days, and ends with the membership', async () => {
    const person = await admin();
    const clientId = await register();
    const code = await codeFor(person, clientId, ['read', 'write']);
    const token = (await redeem(exchange(clientId, code))).json();
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 2_592_000, scope: 'read write' });
    const use = () =>
      app.call('GET', '/v1/account', undefined, { authorization: `Bearer ${token.access_token}` });
    expect((await use()).statusCode).toBe(200);
    const left = await codeFor(person, clientId);
    await account.call('DELETE', `/v1/team/members/${person.userId}`);
    await expect.poll(async () => (await use()).statusCode).toBe(401);
    expect((await redeem(exchange(clientId, left))).json().error).toBe('invalid_grant');
    const other = await codeFor(await admin(), clientId);
    const long = (await redeem(exchange(clientId, other))).json();
    clock.advance(30 * DAY_MS);
    const after = await app.call('GET', '/v1/account', undefined, {
      authorization: `Bearer ${long.access_token}`,
    });
    expect(after.json().reason).toBe('expired_key');
  });

  it('a code of somebody who is no longer an admin gives no key', async () => {
    const person = await admin();
    const clientId = await register();
    const code = await codeFor(person, clientId, ['read', 'write']);
    const demoted = await account.call('PATCH', `/v1/team/members/${person.userId}`, { role: 'member' });
    expect(demoted.statusCode).toBe(200);
    const answer = await redeem(exchange(clientId, code));
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
  });

  it('only a signed-in admin can let an application in', async () => {
    const clientId = await register();
    const member = await account.member('member');
    const host = { origin: url, host: new URL(url).host };
    const asMember = await member.call(
      'POST',
      '/v1/oauth/authorization',
      { ...requestFor(clientId), scopes: ['read'] },
      host,
    );
    expect(asMember.json().reason).toBe('insufficient_role');
    expect((await approve(account, requestFor(clientId))).json().reason).toBe('session_required');
    const person = await account.member('admin');
    const foreign = { origin: 'https://evil.example', host: new URL(url).host };
    const forged = await person.call(
      'POST',
      '/v1/oauth/authorization',
      { ...requestFor(clientId), scopes: ['read'] },
      foreign,
    );
    expect([forged.statusCode, forged.json().reason]).toEqual([403, 'csrf']);
  });

  it.each([
    ['clientId', { clientId: 'made-up' }],
    ['redirectUri', { redirectUri: 'https://evil.example/callback' }],
    ['codeChallengeMethod', { codeChallengeMethod: 'plain' }],
    ['codeChallenge', { codeChallenge: 'short' }],
    ['responseType', { responseType: 'token' }],
    ['resource', { resource: 'https://other.example/mcp' }],
  ])('400: a wrong %s is named, and nobody is sent anywhere', async (field, change) => {
    const answer = await approve(await admin(), { ...requestFor(await register()), ...change });
    expect(answer.statusCode).toBe(400);
    expect(JSON.stringify(answer.json().details)).toContain(field);
  });

  it.each([
    'http://evil.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pass@example.com/',
    'https://example.com/#fragment',
    'not an address',
  ])('400 invalid_redirect_uri: %s cannot be registered', async (uri) => {
    const answer = await app.call('POST', '/oauth/register', { redirect_uris: [REDIRECT, uri] });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it('an installed application may use its scheme, and on this machine any port', async () => {
    const person = await admin();
    const clientId = await register(['cursor://callback', 'http://localhost/callback']);
    for (const redirectUri of ['cursor://callback', 'http://localhost:51234/callback']) {
      const answer = await approve(person, requestFor(clientId, { redirectUri, state: 'a b&c' }));
      expect(new URL(answer.json().redirectTo).searchParams.get('state')).toBe('a b&c');
    }
    const other = await approve(
      person,
      requestFor(clientId, { redirectUri: 'http://localhost:51234/other' }),
    );
    expect(other.json().reason).toBe('unknown_redirect');
  });

  it('an application on another machine has the port that it registered', async () => {
    const clientId = await register(['https://app.example/callback']);
    const allowed = async (redirectUri: string) =>
      (await approve(await admin(), requestFor(clientId, { redirectUri }))).json();
    expect((await allowed('https://app.example/callback')).redirectTo).toContain('https://app.example/');
    for (const uri of ['https://app.example:8443/callback', 'https://app.example/callback2'])
      expect((await allowed(uri)).reason).toBe('unknown_redirect');
  });

  it.each(['', '{', '[]', '{"redirect_uris": "x"}', '{"redirect_uris": [1]}', '{"redirect_uris": []}'])(
    '400 in the form of OAuth: registration of %j',
    async (body) => {
      const answer = await app.call('POST', '/oauth/register', Buffer.from(body), {
        'content-type': 'application/json',
      });
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['error', 'error_description']]);
    },
  );
});
