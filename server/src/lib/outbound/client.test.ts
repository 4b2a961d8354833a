import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Server as NetServer, createServer as createNetServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type OutboundOptions, outboundClient } from './client.ts';
import { type SampleCertificate, sampleCertificate } from './sample-certificate.ts';

const opened: NetServer[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of opened.splice(0)) {
    server.close();
    (server as Server).closeAllConnections?.();
  }
});

async function open(server: NetServer, host = '127.0.0.1', port = 0): Promise<number> {
  opened.push(server);
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, host, done));
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener, host?: string, port?: number) =>
  open(createServer(listener), host, port);

const here = (options: Partial<OutboundOptions> = {}) =>
  outboundClient({ allow: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'], ...options });

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { reason?: string }) => error.reason ?? error,
  );

describe('a request', () => {
  it('sends the given request and returns the answer', async () => {
    let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string } | undefined;
    const answer202 = async (request: IncomingMessage, response: ServerResponse) => {
      const { method = '', url = '', headers } = request;
      seen = { method, url, headers, body: await text(request) };
      response.writeHead(202, { 'X-Answer': 'yes', 'set-cookie': ['a=1', 'b=2'] }).end('thänks');
    };
    const port = await serve((request, response) => void answer202(request, response));
    const client = here({ userAgent: 'sender/1' });
    const answer = await client.post(`http://hooks.example.com:${port}/a/b?c=d#e`, {
      headers: { 'Content-Type': 'application/json', 'webhook-id': 'm1', 'User-Agent': 'sender/2' },
      body: '{"x":"é"}',
    });
    expect(seen).toEqual({
      method: 'POST',
      url: '/a/b?c=d',
      body: '{"x":"é"}',
      headers: {
        host: `hooks.example.com:${port}`,
        connection: 'close',
        'user-agent': 'sender/2',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'content-length': '10',
        'webhook-id': 'm1',
      },
    });
    expect(answer).toMatchObject({
      status: 202,
      headers: { 'x-answer': 'yes', 'set-cookie': 'a=1, b=2' },
      body: 'thänks',
      truncated: false,
    });
    expect(answer.durationMs).toBeGreaterThanOrEqual(0);
    // Cookies are not kept.
    await client.post(`http://hooks.example.com:${port}/`, { body: '' });
    expect(seen?.headers.cookie).toBeUndefined();
  });

  it('returns answers of every status, and does not follow redirects', async () => {
    const port = await serve((request, response) => {
      const status = Number(request.url?.slice(1));
      response.writeHead(status, status < 400 ? { location: 'http://10.0.0.1/' } : {}).end();
    });
    for (const status of [204, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503])
      expect((await here().post(`http://127.0.0.1:${port}/${status}`, { body: '' })).status).toBe(status);
  });

  it('leaves no connection behind', async () => {
    const server = createServer((_request, response) => response.end('ok'));
    const port = await open(server);
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => here().post(`http://host${i}.example.com:${port}/`, { body: '' })),
    );
    const left = await new Promise((done) => server.getConnections((_error, count) => done(count)));
    expect(left).toBe(0);
  });

  it('cannot set reserved headers or inject new ones', async () => {
    let requests = 0;
    const port = await serve((_request, response) => response.end(String((requests += 1))));
    for (const [name, value] of [
      ['Host', 'internal'],
      ['content-length', '5'],
      ['Transfer-Encoding', 'chunked'],
      ['connection', 'keep-alive'],
      ['upgrade', 'websocket'],
      ['Expect', '100-continue'],
      ['cookie', 'a=b'],
      ['Proxy-Authorization', 'x'],
      ['x-a', 'b\r\nx-c: d'],
      ['x-a\r\nx-b', 'c'],
      ['x a', 'b'],
    ] as const) {
      const sent = here().post(`http://127.0.0.1:${port}/`, { headers: { [name]: value }, body: 'x' });
      expect([name, await faultOf(sent)]).toEqual([name, 'invalid_header']);
    }
    expect(requests).toBe(0);
  });

  it('ignores proxies in the environment', async () => {
    let proxied = 0;
    const proxy = await serve((_request, response) => response.end(String((proxied += 1))));
    const port = await serve((_request, response) => response.end('direct'));
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
      vi.stubEnv(name, `http://127.0.0.1:${proxy}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect((await here().post(`http://hooks.example.com:${port}/`, { body: '' })).body).toBe('direct');
    expect(proxied).toBe(0);
  });

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const answer = await here().post(`http://127.0.0.1:${port}/`, { body: '' });
    expect(answer.body.length).toBeLessThan(bomb.length + 1);
  });

  it('tries the next address if one does not answer', async () => {
    const port = await serve((_request, response) => response.end('second'));
    const client = here({ resolve: async () => ['127.0.0.9', '127.0.0.1'] });
    expect((await client.post(`http://hooks.example.com:${port}/`, { body: '' })).body).toBe('second');
  });
});

describe('a name', () => {
  it('is resolved once, and the checked address is the one connected to', async () => {
    const hits: string[] = [];
    const port = await serve((_request, response) => response.end(String(hits.push('allowed'))));
    await serve((_request, response) => response.end(String(hits.push('inner'))), '127.0.0.2', port);
    const asked: string[] = [];
    const client = outboundClient({
      allow: ['127.0.0.1/32'],
      // Good on the first lookup, bad on the second.
      resolve: async (name) => [asked.push(name) % 2 === 1 ? '127.0.0.1' : '127.0.0.2'],
    });
    const url = `http://rebind.example.com:${port}/`;
    expect((await client.post(url, { body: '' })).status).toBe(200);
    expect([asked.length, hits]).toEqual([1, ['allowed']]);
    expect(await faultOf(client.post(url, { body: '' }))).toBe('blocked_address');
    expect([asked.length, hits]).toEqual([2, ['allowed']]);
  });

  it('is rejected for one bad address among good ones', async () => {
    let hits = 0;
    const port = await serve((_request, response) => response.end(String((hits += 1))));
    const client = here({ resolve: async () => ['127.0.0.1', '10.0.0.1'] });
    expect(await faultOf(client.post(`http://mixed.example.com:${port}/`, { body: '' }))).toBe(
      'blocked_address',
    );
    expect(hits).toBe(0);
  });

  it('on the public internet must use HTTPS', async () => {
    const client = here({ resolve: async () => ['127.0.0.1', '93.184.216.34'] });
    expect(await faultOf(client.post('http://public.example.com/', { body: '' }))).toBe('not_https');
  });

  it('that does not resolve is reported', async () => {
    const client = here({ resolve: async () => Promise.reject(new Error('queryA ENOTFOUND at 10.0.0.53')) });
    const error = await client
      .post('https://nowhere.example.com/', { body: '' })
      .catch((error: unknown) => error as Error);
    expect(error).toMatchObject({
      reason: 'dns_failed',
      message: 'The name nowhere.example.com cannot be found.',
    });
  });
});

describe('TLS', () => {
  const names: unknown[] = [];
  const serveTls = (certificate: SampleCertificate) =>
    open(
      createTlsServer(certificate, (request, response) => {
        names.push((request.socket as TLSSocket).servername);
        response.end('sealed');
      }),
    );

  it('is accepted from a trusted server, by name and by address', async () => {
    const certificate = sampleCertificate(['hooks.example.com', '127.0.0.1']);
    const port = await serveTls(certificate);
    const client = here({ ca: certificate.cert });
    names.length = 0;
    expect((await client.post(`https://hooks.example.com:${port}/`, { body: '' })).body).toBe('sealed');
    expect((await client.post(`https://hooks.example.com.:${port}/`, { body: '' })).body).toBe('sealed');
    expect((await client.post(`https://127.0.0.1:${port}/`, { body: '' })).body).toBe('sealed');
    expect(names).toEqual(['hooks.example.com', 'hooks.example.com', false]);
  });

  it('is rejected from all others, with the reason', async () => {
    const good = sampleCertificate(['hooks.example.com']);
    const expired = sampleCertificate(['hooks.example.com'], -1);
    const reasons: string[] = [];
    names.length = 0;
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    for (const [certificate, ca, host] of [
      [good, undefined, 'hooks.example.com'],
      [good, good.cert, 'other.example.com'],
      [good, good.cert, '127.0.0.1'],
      [expired, expired.cert, 'hooks.example.com'],
    ] as const) {
      const port = await serveTls(certificate);
      const client = here(ca === undefined ? {} : { ca });
      const error = await client
        .post(`https://${host}:${port}/`, { body: 'secret' })
        .catch((error: unknown) => error as Error);
      expect(error).toMatchObject({ reason: 'tls_failed' });
      reasons.push((error as Error).message);
    }
    expect(reasons).toEqual([
      'The certificate is self-signed (hooks.example.com).',
      'The certificate belongs to another name (other.example.com).',
      'The certificate belongs to another name (127.0.0.1).',
      'The certificate has expired (hooks.example.com).',
    ]);
    expect(names).toEqual([]);
  });

  it('is missing if the server speaks plain HTTP or nothing', async () => {
    const plain = await serve((_request, response) => response.end());
    const shut = await open(createNetServer((socket) => socket.destroy()));
    expect(await faultOf(here().post(`https://127.0.0.1:${plain}/`, { body: '' }))).toBe('tls_failed');
    expect(await faultOf(here().post(`https://127.0.0.1:${shut}/`, { body: '' }))).toBe('tls_failed');
  });
});
