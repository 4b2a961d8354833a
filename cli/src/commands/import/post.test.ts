import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorOf, isTransient, retrying } from '@tracewell/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { newPost } from './post.ts';

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('sends texts and bytes with their length, over a connection that stays open', async () => {
  const seen: unknown[] = [];
  const sockets = new Set<unknown>();
  const url = await listening((request, response) => {
    sockets.add(request.socket);
    void (async () => {
      const { method, url: path, headers } = request;
      seen.push([method, path, headers['content-length'], headers['x-a'], await text(request)]);
      response.end('{"ok":true}');
    })();
  });
  const post = newPost(url, 5_000);
  expect(await post('/one', { 'x-a': '1' }, 'ä')).toMatchObject({ status: 200, text: '{"ok":true}' });
  await post('/two', {}, Buffer.from('bytes'));
  expect(seen).toEqual([
    ['POST', '/one', '2', '1', 'ä'],
    ['POST', '/two', '5', undefined, 'bytes'],
  ]);
  expect(sockets.size).toBe(1);
});

it('an error has its status and what it asks for', async () => {
  const url = await listening((_request, response) => {
    response.writeHead(429, { 'retry-after': '7' }).end('{"error":"Busy.","reason":"overloaded"}');
  });
  const { status, text: said, response } = await newPost(url, 5_000)('/x', {}, '{}');
  expect([status, errorOf(response(), JSON.parse(said))]).toMatchObject([
    429,
    { status: 429, reason: 'overloaded', retryAfterMs: 7_000 },
  ]);
});

it('a service that is away, hangs up or does not answer in time is worth another try', async () => {
  const hangs = await listening(() => undefined);
  const breaks = await listening((request) => request.socket.destroy());
  const addresses: [string, RegExp][] = [
    ['http://127.0.0.1:9', /ECONNREFUSED/],
    [breaks, /ECONNRESET/],
    [hangs, /did not answer in time/],
  ];
  for (const [url, message] of addresses) {
    const post = newPost(url, 200);
    const error = await retrying(() => post('/x', {}, '{}'), { patienceMs: 0 }).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect([error?.message, isTransient(error)]).toEqual([expect.stringMatching(message), true]);
  }
});
