// Servers that are slow, endless or broken. Each may cost only the given time and bytes, and no socket.
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually';
import { outboundClient } from './client.ts';

const TIMEOUT_MS = 150;
/** For answers that come at once: the time limit must not end a request on a busy machine. */
const PATIENT_MS = 20_000;
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  // The other side closes as soon as we are done.
  await eventually(() => {
    if (sockets.size > 0) throw new Error(`${sockets.size} connections were left open.`);
  });
});

async function serve(talk: (socket: Socket) => unknown): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    // A socket that is not read does not notice that the other side has gone.
    socket.resume();
    void talk(socket);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const client = outboundClient({ allow: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] });

async function outcome(url: string, using = client, timeoutMs = PATIENT_MS) {
  const error = await using.post(url, { body: '{}', timeoutMs }).then(
    () => ({ reason: 'none', message: '' }),
    (error: unknown) => error as { reason: string; message: string },
  );
  return { reason: error.reason, message: error.message };
}

/**
 * How a request ends whose time runs out, with N for the seconds of its limit. On a busy machine a short limit may end
 * it before it has come as far as the message says, so the limit grows.
 */
async function atLimit(
  message: string,
  request: (timeoutMs: number) => Promise<{ reason: string; message: string }>,
) {
  for (let timeoutMs = TIMEOUT_MS; ; timeoutMs *= 3) {
    const found = await request(timeoutMs);
    found.message = found.message.replace(`${timeoutMs / 1_000} s`, 'N s');
    if (found.message === message || timeoutMs > 4_000) return found;
  }
}
const timeout = (message: string) => ({ reason: 'timeout', message });

async function every(ms: number, socket: Socket, say: string | (() => string)) {
  while (!socket.destroyed) {
    socket.write(typeof say === 'string' ? say : say());
    await pause(ms);
  }
}

/** Sends as fast as the other side reads. */
async function flood(socket: Socket, head: string, say: string | Buffer): Promise<void> {
  socket.write(head);
  while (!socket.destroyed) {
    if (!socket.write(say))
      await new Promise<void>((done) => {
        socket.once('drain', done).once('close', done);
      });
    await pause(0);
  }
}

describe('time', () => {
  it('runs out while the name is looked up', async () => {
    const silent = outboundClient({ allow: [], resolve: () => new Promise(() => {}) });
    const message = 'The name of slow.example.com could not be looked up within N s.';
    const ask = (timeoutMs: number) => outcome('https://slow.example.com/', silent, timeoutMs);
    expect(await atLimit(message, ask)).toEqual(timeout(message));
  });

  it('runs out while connecting', async () => {
    // A listener whose thread sleeps: the system accepts as many connections as its queue holds.
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
         parentPort.postMessage(server.address().port);
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
       });`,
      { eval: true },
    );
    const port = await new Promise<number>((done) => worker.once('message', done));
    const url = `http://127.0.0.1:${port}/`;
    const last = async (timeoutMs: number) => {
      const all = await Promise.all(Array.from({ length: 6 }, () => outcome(url, client, timeoutMs)));
      return all.at(-1)!;
    };
    const message = '127.0.0.1 could not be connected to within N s.';
    const found = await atLimit(message, last);
    await worker.terminate();
    expect(found).toEqual(timeout(message));
  });

  it('runs out in the TLS handshake', async () => {
    const port = await serve(() => {});
    const message = 'hooks.example.com did not finish the TLS handshake within N s.';
    const ask = (timeoutMs: number) => outcome(`https://hooks.example.com:${port}/`, client, timeoutMs);
    expect(await atLimit(message, ask)).toEqual(timeout(message));
  });

  it.each([
    ['before the first byte', () => {}],
    [
      'in the status line',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 ');
        return every(20, socket, 'O');
      },
    ],
    ['between headers', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\na: b\r\n')],
    [
      'in headers that drip',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        return every(20, socket, 'a: b\r\n');
      },
    ],
    [
      'in answers before the answer',
      (socket: Socket) => every(5, socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    ],
  ])('runs out %s', async (_what, talk) => {
    const port = await serve(talk);
    const message = '127.0.0.1 did not answer within N s.';
    const ask = (timeoutMs: number) => outcome(`http://127.0.0.1:${port}/`, client, timeoutMs);
    expect(await atLimit(message, ask)).toEqual(timeout(message));
  });

  it.each([
    ['that hangs', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
    [
      'that drips',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        return every(10, socket, '1\r\nx\r\n');
      },
    ],
    [
      'whose chunk sizes drip',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;');
        return every(10, socket, 'x');
      },
    ],
  ])('runs out in a body %s', async (_what, talk) => {
    const port = await serve(talk);
    const message = '127.0.0.1 did not finish its answer within N s.';
    const ask = (timeoutMs: number) => outcome(`http://127.0.0.1:${port}/`, client, timeoutMs);
    expect(await atLimit(message, ask)).toEqual(timeout(message));
  });

  it('ends early when the request is stopped', async () => {
    const port = await serve(() => {});
    const controller = new AbortController();
    const sent = client
      .post(`http://127.0.0.1:${port}/`, { body: '', signal: controller.signal, timeoutMs: PATIENT_MS })
      .catch((error: unknown) => error);
    setTimeout(() => controller.abort(), 30);
    expect(await sent).toMatchObject({ reason: 'stopped' });
    const signal = AbortSignal.abort();
    expect(
      await client.post(`http://127.0.0.1:${port}/`, { body: '', signal }).catch((error: unknown) => error),
    ).toMatchObject({
      reason: 'stopped',
    });
  });

  it('does not hang if the server does not read the request body', async () => {
    const port = await serve((socket) => socket.pause());
    const sent = client.post(`http://127.0.0.1:${port}/`, {
      body: Buffer.alloc(30_000_000),
      timeoutMs: TIMEOUT_MS,
    });
    expect(await sent.catch((error: unknown) => error)).toMatchObject({ reason: 'timeout' });
    for (const socket of sockets) socket.destroy();
  });
});

describe('size', () => {
  it.each([
    ['with its length', 'HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n', Buffer.alloc(65_536, 'a')],
    ['until the end', 'HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(65_536, 'a')],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      `10000\r\n${'a'.repeat(65_536)}\r\n`,
    ],
  ])('of a gigabyte %s is cut', async (_what, head, say) => {
    const { promise: sent, resolve } = Promise.withResolvers<number>();
    const port = await serve(async (socket) => {
      await flood(socket, head, say);
      resolve(socket.bytesWritten);
    });
    const answer = await client.post(`http://127.0.0.1:${port}/`, { body: '', timeoutMs: PATIENT_MS });
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body).toBe('a'.repeat(65_536));
    // The data in the buffers of both sides.
    expect(await sent).toBeLessThan(30_000_000);
  });

  it('has the requested size, without half a character', async () => {
    const port = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\naé€'));
    const cut = async (maxResponseBytes: number) => {
      const { body, truncated } = await client.post(`http://127.0.0.1:${port}/`, {
        body: '',
        maxResponseBytes,
      });
      return [body, truncated];
    };
    expect(await cut(6)).toEqual(['aé€', false]);
    expect(await cut(5)).toEqual(['aé', true]);
    expect(await cut(2)).toEqual(['a', true]);
    expect(await cut(0)).toEqual(['', true]);
  });

  it.each([
    [
      'endless headers',
      'HTTP/1.1 200 OK\r\n',
      'x-flood: 0123456789012345678901234567890123456789\r\n'.repeat(50),
    ],
    ['an endless header', 'HTTP/1.1 200 OK\r\nx-flood: ', 'a'.repeat(10_000)],
    ['an endless name of a header', 'HTTP/1.1 200 OK\r\n', 'a'.repeat(10_000)],
  ])('of %s is refused', async (_what, head, say) => {
    const { promise: sent, resolve } = Promise.withResolvers<number>();
    const port = await serve(async (socket) => {
      await flood(socket, head, say);
      resolve(socket.bytesWritten);
    });
    expect(await outcome(`http://127.0.0.1:${port}/`)).toEqual({
      reason: 'invalid_response',
      message: '127.0.0.1 sent too many headers.',
    });
    expect(await sent).toBeLessThan(10_000_000);
  });

  it('of endless interim answers is limited by time', async () => {
    const port = await serve((socket) =>
      flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(20)),
    );
    expect((await outcome(`http://127.0.0.1:${port}/`, client, TIMEOUT_MS)).reason).toBe('timeout');
  });
});

describe('invalid answers', () => {
  it.each([
    ['SSH-2.0-OpenSSH_9.2\r\n', 'invalid_response'],
    ['220 mail.example.com ESMTP\r\n', 'invalid_response'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'invalid_response'],
    ['HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n', 'invalid_response'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'invalid_response'],
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'connection_failed'],
    ['HTTP/1.1 100 Continue\r\n\r\n', 'connection_failed'],
    ['', 'connection_failed'],
    ['HTTP/1.1 200 OK\r\ncontent-le', 'connection_failed'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', 'connection_failed'],
  ])('%j', async (say, reason) => {
    const port = await serve((socket) => socket.once('data', () => socket.end(say)));
    expect((await outcome(`http://127.0.0.1:${port}/`)).reason).toBe(reason);
  });

  it('a reset, or no listener', async () => {
    const port = await serve((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect((await outcome(`http://127.0.0.1:${port}/`)).reason).toBe('connection_failed');
    servers.splice(0).forEach((server) => server.close());
    expect(await outcome(`http://127.0.0.1:${port}/`)).toEqual({
      reason: 'connection_failed',
      message: '127.0.0.1 could not be connected to.',
    });
  });

  it('a second connection is never made', async () => {
    let connections = 0;
    const port = await serve((socket) => {
      connections += 1;
      socket.once('data', () => socket.destroy());
    });
    await client.post(`http://127.0.0.1:${port}/`, { body: '' }).catch(() => {});
    await pause(20);
    expect(connections).toBe(1);
  });
});
