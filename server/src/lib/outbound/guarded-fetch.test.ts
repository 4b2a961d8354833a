import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outboundClient } from './client.ts';
import { guardedFetch } from './guarded-fetch.ts';

const guarded = (changes: { timeoutMs?: number; maxResponseBytes?: number } = {}) =>
  guardedFetch(outboundClient({ allow: ['127.0.0.1/32'] }), {
    timeoutMs: 20_000,
    maxResponseBytes: 1_000,
    ...changes,
  });

async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('fetch over the guarded client', () => {
  it('sends what it is given, and gives the body while it arrives', async () => {
    const rest = Promise.withResolvers<void>();
    let seen: Pick<IncomingMessage, 'method' | 'headers'> = { method: '', headers: {} };
    const url = await listening((request, response) => {
      seen = request;
      response.writeHead(201, { 'x-answer': 'yes' }).write('first ');
      void rest.promise.then(() => response.end('second'));
    });
    const headers = { Authorization: 'Bearer x', 'content-type': 'application/json' };
    const response = await guarded()(url, { method: 'POST', headers, body: '{}' });
    expect([response.status, response.headers.get('x-answer')]).toEqual([201, 'yes']);
    expect([seen.method, seen.headers['authorization']]).toEqual(['POST', 'Bearer x']);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first ');
    rest.resolve();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('closes the connection of a body that is not wanted, read or unread', async () => {
    for (const reads of [0, 1]) {
      const closed = Promise.withResolvers<boolean>();
      const url = await listening((_request, response) => {
        response.on('close', () => closed.resolve(true));
        response.writeHead(200).write('first');
      });
      const reader = (await guarded()(url)).body?.getReader();
      if (reads > 0) await reader?.read();
      await reader?.cancel();
      expect(await closed.promise).toBe(true);
    }
  });

  it('fails on too much, on a cut connection, on time, and when it is aborted', async () => {
    const read = async (url: string, by = guarded()) => (await by(url)).text();
    const large = await listening((_request, response) => response.end('x'.repeat(1_001)));
    await expect(read(large)).rejects.toMatchObject({ reason: 'invalid_response' });
    const cut = await listening((_request, response) => {
      response.writeHead(200).write('first');
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    });
    await expect(read(cut)).rejects.toMatchObject({ reason: 'connection_failed' });
    const slow = await listening((_request, response) => response.writeHead(200).write('first'));
    await expect(read(slow, guarded({ timeoutMs: 100 }))).rejects.toMatchObject({ reason: 'timeout' });
    const stop = new AbortController();
    const response = await guarded()(slow, { signal: stop.signal });
    stop.abort();
    await expect(response.text()).rejects.toMatchObject({ reason: 'stopped' });
  });

  it('returns a redirect, an answer without a body, and refuses private addresses and odd statuses', async () => {
    const url = await listening((_request, response) => response.writeHead(302, { location: '/x' }).end());
    expect((await guarded()(url)).status).toBe(302);
    const empty = await listening((_request, response) => response.writeHead(204).end());
    expect((await guarded()(empty)).body).toBe(null);
    await expect(guarded()('https://10.0.0.1/')).rejects.toMatchObject({ reason: 'blocked_address' });
    const odd = await listening((_request, response) => response.writeHead(799).end());
    await expect(guarded()(odd)).rejects.toMatchObject({ reason: 'invalid_response' });
  });
});
