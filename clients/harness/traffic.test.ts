import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { forwardTo, startTraffic, type Traffic } from './traffic.ts';

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function target(): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(body === 'bad' ? 400 : 207, { 'x-answer': 'theirs' });
      response.end('stored');
    });
  }).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

async function traffic(url: string, failWith: number | null): Promise<Traffic> {
  const between = await startTraffic(forwardTo(url), failWith);
  open.push(between);
  return between;
}

const post = (url: string, body: string) => fetch(url, { method: 'POST', body });

it('the answer to the first stored batch is lost once', async () => {
  const { url, bodies } = await target();
  const between = await traffic(url, 503);
  expect((await post(`${between.url}/v1/traces`, 'bad')).status).toBe(400);
  expect((await post(`${between.url}/v1/traces`, 'batch')).status).toBe(503);
  expect(between.sentAgain()).toBe(1);
  const second = await post(`${between.url}/v1/traces`, 'batch');
  expect([second.status, await second.text(), second.headers.get('x-answer')]).toEqual([
    207,
    'stored',
    'theirs',
  ]);
  expect(bodies).toEqual(['bad', 'batch', 'batch']);
  expect(between.sentAgain()).toBe(2);
});

it('nothing is lost for other paths, or for a client that never sends again', async () => {
  const { url } = await target();
  const prompts = await traffic(url, 503);
  expect((await post(`${prompts.url}/api/public/v2/prompts`, 'x')).status).toBe(207);
  const never = await traffic(url, null);
  expect((await post(`${never.url}/v1/traces`, 'x')).status).toBe(207);
});
