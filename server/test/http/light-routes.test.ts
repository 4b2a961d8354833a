// Requests that agents send in a tight loop are answered before the framework. Over a socket the answer must
// be the same as through the framework, except for headers that only browsers use.
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/clock';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const clock = new FakeClock();
let app: TestApp;
let account: TestAccount;
let port: number;

beforeAll(async () => {
  app = await makeTestApp({ clock });
  account = await app.account();
  const id = (
    await account.call('POST', '/v1/prompts', { name: 'greet', version: '1', template: 'Hi {{you}} 👋' })
  ).json().prompt.id;
  await account.call('POST', `/v1/prompts/${id}/deploy`, { label: 'production' });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.http.server.address() as AddressInfo);
});
afterAll(() => app.stop());

/** The framework adds CORS headers even without an origin; that distinguishes the two paths. */
const isLight = ({ headers }: Answer): boolean => headers['access-control-expose-headers'] === undefined;

function overSocket(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { host: 'localhost', ...headers },
    });
    asked.on('response', (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'content-length']);
const told = (headers: IncomingHttpHeaders): object =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_THE_CONNECTION.has(name) && !name.startsWith('access-control-'))
      .toSorted(),
  );

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${account.apiKey}` });

async function bothWays(url: string, headers: Record<string, string>, light = false): Promise<Answer> {
  const inside = await app.http.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } });
  const outside = await overSocket('GET', url, headers);
  expect(outside.status).toBe(inside.statusCode);
  expect(outside.body).toBe(inside.body);
  const seen = told(outside.headers);
  const usual = Object.entries(told(inside.headers as IncomingHttpHeaders));
  expect(seen).toEqual(Object.fromEntries(usual.filter(([name]) => !light || name in seen)));
  expect(outside.headers['x-request-id']).toMatch(/^req_/);
  expect(isLight(outside)).toBe(light);
  return outside;
}

const RESOLVE = '/v1/prompts/resolve?name=greet&label=production';

describe('a light route', () => {
  it('200 and 304: the same answer and headers as through the framework', async () => {
    const { status, headers, body } = await bothWays(RESOLVE, bearer(), true);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    const unchanged = await bothWays(
      RESOLVE,
      { ...bearer(), 'if-none-match': String(headers['etag']) },
      true,
    );
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
  });

  it.each([
    ['404 not deployed', '/v1/prompts/resolve?name=greet&label=none', 404],
    ['400 without a label', '/v1/prompts/resolve?name=greet', 400],
    ['200 with an unknown query parameter', `${RESOLVE}&x=1`, 200],
    ['400 for U+0000', '/v1/prompts/resolve?name=%00&label=a', 400],
    ['404 for a broken escape', '/v1/prompts/resolve?name=%E0%A4%A&label=production', 404],
    ['404 for an emoji', '/v1/prompts/resolve?name=%F0%9F%91%8B+a&label=%2B', 404],
  ])('%s', async (_, url, status) => {
    expect((await bothWays(url, bearer(), true)).status).toBe(status);
  });

  it('other requests take the usual path: unknown keys, scopes, projects, browsers, other methods', async () => {
    const weak = await account.key(['write:records']);
    await weak.call('GET', '/v1/account');
    const origin = app.config.allowedOrigins[0] ?? 'https://app.example.com';
    expect((await bothWays(RESOLVE, {})).status).toBe(401);
    expect((await bothWays(RESOLVE, { authorization: 'Bearer twl_unknown' })).status).toBe(401);
    expect((await bothWays(RESOLVE, { authorization: 'Basic abc' })).status).toBe(401);
    expect((await bothWays(RESOLVE, { authorization: `Bearer ${weak.apiKey}` })).status).toBe(403);
    expect((await bothWays(RESOLVE, { ...bearer(), 'x-project-id': 'prj_none' })).status).toBe(404);
    expect((await bothWays(RESOLVE, { ...bearer(), 'x-project-id': account.projectId }, true)).status).toBe(
      200,
    );
    expect((await bothWays(RESOLVE, { ...bearer(), origin })).status).toBe(200);
    expect((await overSocket('HEAD', RESOLVE, bearer())).status).toBe(200);
    expect((await overSocket('POST', RESOLVE, bearer())).status).toBe(405);
    const member = await account.member('viewer');
    expect((await bothWays(RESOLVE, { cookie: member.cookie })).status).toBe(200);
  });

  it('an expired key is rejected immediately, even if it is cached', async () => {
    const expiresAt = clock.now() + SECOND_MS;
    const made = await account.key(['read'], { expiresAt });
    const headers = { authorization: `Bearer ${made.apiKey}` };
    clock.set(expiresAt - 1);
    expect((await bothWays(RESOLVE, headers, true)).status).toBe(200);
    clock.set(expiresAt);
    const refused = await bothWays(RESOLVE, headers);
    expect([refused.status, JSON.parse(refused.body).reason]).toEqual([401, 'expired_key']);
    const check = await overSocket(
      'POST',
      '/v1/gate/check',
      { ...headers, 'content-type': 'application/json' },
      '{}',
    );
    expect([check.status, JSON.parse(check.body).reason]).toEqual([401, 'expired_key']);
  });

  it('a revoked key is rejected immediately', async () => {
    const made = await account.key(['read']);
    const headers = { authorization: `Bearer ${made.apiKey}` };
    expect((await bothWays(RESOLVE, headers, true)).status).toBe(200);
    expect((await account.call('DELETE', `/v1/api-keys/${made.id}`)).statusCode).toBe(204);
    expect((await bothWays(RESOLVE, headers)).status).toBe(401);
  });
});
