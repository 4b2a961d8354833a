import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { logInByCode, type DeviceCode } from '../../src/service/device-login.ts';

type Answer = [status: number, body: object];

const PENDING: Answer = [400, { error: 'authorization_pending', error_description: 'Wait.' }];
const METADATA = { device_authorization_endpoint: 'https://elsewhere.example/oauth/device_authorization' };
const BEGUN = {
  device_code: 'secret-device-code',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://tracewell.example.com/connect/device',
  verification_uri_complete: 'https://tracewell.example.com/connect/device?code=WDJB-MJHT',
  expires_in: 600,
  interval: 5,
};

/** A service that answers polls one after the other. */
async function service(polls: Answer[], more: Record<string, Answer> = {}) {
  const asked: { path: string; body: string }[] = [];
  const answers: Record<string, Answer> = {
    '/.well-known/oauth-authorization-server': [200, METADATA],
    '/oauth/register': [201, { client_id: 'client-1' }],
    '/oauth/device_authorization': [200, BEGUN],
    ...more,
  };
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      asked.push({ path, body: await text(request) });
      const [status, body] = (path === '/oauth/token' ? polls.shift() : answers[path]) ?? [404, {}];
      if (status === 0) response.destroy();
      else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function logIn(url: string) {
  let now = 0;
  const waits: number[] = [];
  const codes: DeviceCode[] = [];
  const key = await logInByCode({
    url,
    name: 'tracewell on a laptop',
    scopes: ['read', 'write'],
    time: {
      now: () => now,
      sleep: async (ms) => {
        waits.push(ms);
        now += ms;
      },
    },
    onCode: (code) => codes.push(code),
  });
  return { key, waits, codes };
}

it('shows the code, polls as slowly as it is asked to, and gets the key', async () => {
  const { url, asked } = await service([
    PENDING,
    [400, { error: 'slow_down' }],
    // A restart and a proxy are waited out.
    [0, {}],
    [502, {}],
    [200, { access_token: 'twl_made', token_type: 'Bearer' }],
  ]);
  const { key, waits, codes } = await logIn(url);
  expect(key).toBe('twl_made');
  expect(waits).toEqual([5_000, 5_000, 10_000, 10_000, 10_000]);
  expect(codes).toEqual([{ userCode: 'WDJB-MJHT', link: BEGUN.verification_uri_complete, minutes: 10 }]);
  const [, registered, begun, polled] = asked;
  expect(JSON.parse(registered?.body ?? '')).toEqual({
    client_name: 'tracewell on a laptop',
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  });
  expect(Object.fromEntries(new URLSearchParams(begun?.body))).toEqual({
    client_id: 'client-1',
    scope: 'read write',
  });
  expect(Object.fromEntries(new URLSearchParams(polled?.body))).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'secret-device-code',
    client_id: 'client-1',
  });
});

it.each([
  ['no metadata', { '/.well-known/oauth-authorization-server': [404, {}] as Answer }],
  [
    'metadata without the grant',
    { '/.well-known/oauth-authorization-server': [200, { issuer: 'x' }] as Answer },
  ],
])('null: a service with %s', async (_name, more) => {
  const { url, asked } = await service([], more);
  expect((await logIn(url)).key).toBeNull();
  expect(asked).toHaveLength(1);
});

it('a refusal, an expired code and a code that nobody decides end it', async () => {
  const refused = await service([[400, { error: 'access_denied' }]]);
  await expect(logIn(refused.url)).rejects.toThrow('The login was refused in the dashboard.');
  const expired = await service([[400, { error: 'expired_token', error_description: 'Too late.' }]]);
  await expect(logIn(expired.url)).rejects.toThrow('Too late. (400)');
  const never = await service(Array.from({ length: 200 }, () => PENDING));
  await expect(logIn(never.url)).rejects.toThrow('Nobody let this program in');
  const limited = await service([], {
    '/oauth/device_authorization': [429, { error: 'rate_limited', error_description: 'Too many.' }],
  });
  await expect(logIn(limited.url)).rejects.toThrow('Too many. (429)');
});

it('names what is not there', async () => {
  await expect(logIn('http://127.0.0.1:9')).rejects.toThrow('http://127.0.0.1:9/.well-known');
  const broken = await service([], { '/oauth/register': [201, {}] });
  await expect(logIn(broken.url)).rejects.toThrow('The answer of the service has no client_id.');
});
