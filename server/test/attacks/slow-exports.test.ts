// Exports that are asked for and hardly read, to keep others from having theirs.
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openTestApp, type TestAccount } from '#test/app';
import { CallSource } from '../export-source.ts';

const PATH = '/v1/query/export?format=csv';

async function serve() {
  const app = await openTestApp({
    records: { exportCalls: async () => new CallSource(1_000_000, 100).read() },
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const open = (account: TestAccount): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${account.apiKey}` };
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path: PATH, headers }, resolve);
      sent.on('error', reject).end();
      onTestFinished(() => void sent.destroy());
    });
  return { app, open };
}

/** A thousand bytes a second. */
async function readSlowly(reply: IncomingMessage): Promise<'ended'> {
  reply.on('error', () => undefined).on('readable', () => undefined);
  while (!reply.destroyed && !reply.readableEnded) {
    reply.read(250);
    await sleep(250);
  }
  return 'ended';
}

it('two accounts that read slowly leave places for others', async () => {
  const { app, open } = await serve();
  for (let at = 0; at < 2; at += 1) void readSlowly(await open(await app.account()));
  for (let at = 0; at < 3; at += 1) {
    const reply = await open(await app.account());
    expect(reply.statusCode).toBe(200);
    reply.destroy();
  }
});

it.runIf(process.env['TEST_ALL'] === '1')(
  'who reads slowly is cut off, and the place is free again',
  { timeout: 120_000 },
  async () => {
    const { app, open } = await serve();
    const account = await app.account();
    const began = performance.now();
    expect(await readSlowly(await open(account))).toBe('ended');
    expect(performance.now() - began).toBeGreaterThan(15_000);
    const again = await open(account);
    expect(again.statusCode).toBe(200);
    again.destroy();
  },
);
