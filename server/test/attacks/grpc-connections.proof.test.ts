// Connections that are opened and left idle, to lock exporters out.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenGrpc, type GrpcLimits } from '#grpc';
import { eventually } from '#test/support/eventually';
import { openTestApp } from '#test/support/app';
import { grpcCaller } from '#test/support/grpc-client';
import { expectToTake } from '#test/support/wall-time';
import { encodeTree } from '#test/oracles/otlp-oracle';

const NOTHING = encodeTree({ resourceSpans: [] });

async function listen(limits: Partial<GrpcLimits> = {}) {
  const app = await openTestApp();
  const listener = await listenGrpc(app.services, { host: '127.0.0.1', port: 0 }, limits);
  onTestFinished(() => listener.close());
  return { account: await app.account(), port: listener.port };
}

async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('connections without a key', () => {
  it('take at most 64 slots of one address, and none of another', { timeout: 60_000 }, async () => {
    const { account, port } = await listen();
    const sockets = await Promise.all(Array.from({ length: 300 }, () => open(port, '127.0.0.2')));
    await eventually(() => expect(sockets.filter((socket) => !socket.closed)).toHaveLength(64));
    expect((await grpcCaller(port, account.apiKey).call(NOTHING)).code).toBe('OK');
  });

  it('are closed with a delay over the limit, so that a client cannot reconnect in a tight loop', async () => {
    const { account, port } = await listen({ connectionsPerAddress: 1, refusalMs: 500 });
    await open(port, '127.0.0.2');
    let refused = 0;
    const over = new AbortController();
    const again = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const socket = await open(port, '127.0.0.2');
        await once(socket, 'close');
        refused += 1;
      }
    };
    // Two rounds of 500 ms. Without a delay they would take some milliseconds.
    await expectToTake(1_000, async () => {
      const loops = Array.from({ length: 20 }, again);
      await expect.poll(() => refused).toBeGreaterThan(20);
      expect((await grpcCaller(port, account.apiKey).call(NOTHING)).code).toBe('OK');
      over.abort();
      await Promise.all(loops);
    });
  });

  it('are closed in time; a connection with a key stays open', async () => {
    const { account, port } = await listen({ authenticationMs: 2_000, connectionsPerAddress: 2 });
    const exporter = grpcCaller(port, account.apiKey);
    expect((await exporter.call(NOTHING)).code).toBe('OK');
    const stranger = await open(port);
    await once(stranger, 'close');
    // Both slots of the address are taken again, so this answer comes over the first connection.
    const others = [await open(port), await open(port)];
    await once(others[1] as Socket, 'close');
    expect((await exporter.call(NOTHING)).code).toBe('OK');
  });
});
