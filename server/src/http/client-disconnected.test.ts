import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { disconnectSignal } from './client-disconnected.ts';

let asked: (request: IncomingMessage, answer: () => void) => void;
const server = createServer((request, reply) => asked(request, () => reply.end('ok')));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  agent.destroy();
  server.close();
});
const ask = () => get({ port: (server.address() as AddressInfo).port, agent });
const arrival = () =>
  new Promise<{ request: IncomingMessage; answer: () => void }>((resolve) => {
    asked = (request, answer) => resolve({ request, answer });
  });

it('aborts when the client disconnects', async () => {
  const arrived = arrival();
  const client = ask().on('error', () => undefined);
  const gone = disconnectSignal((await arrived).request);
  expect(gone.aborted).toBe(false);
  client.destroy();
  await once(gone, 'abort');
});

it('is aborted from the start if the client has already disconnected', async () => {
  const arrived = arrival();
  const client = ask().on('error', () => undefined);
  const { request } = await arrived;
  client.destroy();
  await once(request.socket, 'close');
  expect(disconnectSignal(request).aborted).toBe(true);
});

it('adds one listener per connection, however many requests it has', async () => {
  const counts: number[] = [];
  for (let i = 0; i < 20; i++) {
    const arrived = arrival();
    const answered = once(ask(), 'response');
    const { request, answer } = await arrived;
    expect(disconnectSignal(request).aborted).toBe(false);
    counts.push(request.socket.listenerCount('close'));
    answer();
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
  }
  expect(new Set(counts).size).toBe(1);
});
