// A process that is asked to stop: first it reports that while it still serves, then it refuses. Behind a
// balancer that follows its health check no request fails, however often processes are replaced.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { listenGrpc } from '../../src/grpc/server.ts';
import { makeTestApp, openTestApp, type TestApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { grpcCaller } from '../support/grpc-client.ts';
import { testEngine } from '../support/lazy-records.ts';
import { freshFolder, freshMetadata } from '../support/metadata.ts';
import { testEngines, testOptions } from '../support/records-engine.ts';
import { RoundRobin } from '../support/round-robin.ts';
import { sampleRecords } from '../support/sample-records.ts';

const portOf = (app: TestApp): number => (app.http.server.address() as AddressInfo).port;

/** Over one connection, as long as the server keeps it. */
function asker(port: number, apiKey: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (path: string): Promise<{ status: number; connection: string; reused: boolean; body: string }> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const ask = get({ host: '127.0.0.1', port, path, agent, headers }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => (body += text));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            connection: answer.headers.connection ?? '',
            reused: ask.reusedSocket,
            body,
          }),
        );
      });
      ask.once('error', reject);
    });
}

describe('SIGTERM with a time to drain', () => {
  const serving = { ping: async () => undefined };

  it('503 stopping from health, and every other request is served with connection: close', async () => {
    const app = await makeTestApp({ records: serving, jobs: [], config: { port: 0, drainSeconds: 1 } });
    await app.start();
    const { apiKey } = await app.account();
    const [idle, other] = [asker(portOf(app), apiKey), asker(portOf(app), apiKey)];
    expect(await idle('/v1/health')).toMatchObject({ status: 200, connection: 'keep-alive' });
    expect(await other('/v1/projects')).toMatchObject({ status: 200 });
    const stopped = app.stop();
    const health = await idle('/v1/health');
    expect(health).toMatchObject({ status: 503, connection: 'close', reused: true });
    expect(JSON.parse(health.body)).toMatchObject({ status: 'stopping', checks: { records: 'ok' } });
    await delay(500);
    // The connection was idle the whole time, and was not closed.
    expect(await other('/v1/projects')).toMatchObject({ status: 200, connection: 'close', reused: true });
    expect(await other('/v1/projects')).toMatchObject({ status: 200, connection: 'close', reused: false });
    // A route that the framework does not see.
    const light = await idle('/v1/prompts/resolve?name=nothing');
    expect([light.status < 500, light.connection]).toEqual([true, 'close']);
    await stopped;
    await expect(idle('/v1/health')).rejects.toThrow('ECONNREFUSED');
  });

  it('gRPC: connections get a GOAWAY; calls on them and on new ones are answered until the end', async () => {
    const app = await openTestApp();
    const { apiKey } = await app.account();
    const listener = await listenGrpc(app.services, { host: '127.0.0.1', port: 0 }, { closingMs: 500 });
    const session = connect(`http://127.0.0.1:${listener.port}`);
    await once(session, 'connect');
    const told = once(session, 'goaway');
    const caller = grpcCaller(listener.port, apiKey);
    expect((await caller.call(Buffer.alloc(0))).code).toBe('OK');
    listener.drain(300);
    await told;
    session.destroy();
    for (let call = 0; call < 5; call += 1) {
      expect((await caller.call(Buffer.alloc(0))).code).toBe('OK');
      await delay(20);
    }
    await listener.close();
    expect((await caller.call(Buffer.alloc(0), { timeoutMs: 1_000 })).code).not.toBe('OK');
  });
});

interface Sent {
  answered: number;
  failed: string[];
  stored: number;
}

interface Clients {
  port: number;
  apiKey: string;
  /** Number of clients that send records, and the same number that check the gate. */
  each: number;
  /** The pause of each client between two requests. */
  pauseMs: number;
}

/** Clients of one balancer, until the work is done. */
async function underLoad({ port, apiKey, each, pauseMs }: Clients, work: () => Promise<void>): Promise<Sent> {
  const sent: Sent = { answered: 0, failed: [], stored: 0 };
  const over = new AbortController();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object): Promise<unknown> => {
    try {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      const text = await reply.text();
      if (reply.status === 200) {
        sent.answered += 1;
        return JSON.parse(text);
      }
      sent.failed.push(`${path} ${reply.status} ${text}`);
    } catch (error) {
      sent.failed.push(`${path} ${String((error as Error).cause ?? error)}`);
    }
    return {};
  };
  const client = async (everyMs: number, once: () => Promise<unknown>): Promise<void> => {
    while (!over.signal.aborted) {
      await once();
      await delay(everyMs);
    }
  };
  const ingest = async (): Promise<void> => {
    const reply = (await ask('/v1/ingest', { records: sampleRecords(5) })) as { accepted?: number };
    sent.stored += reply.accepted ?? 0;
  };
  // Answered before the framework sees it.
  const check = () => ask('/v1/gate/check', { estimatedCostUsd: 0.01 });
  const clients = [
    ...Array.from({ length: each }, () => [client(pauseMs, ingest), client(pauseMs, check)]).flat(),
    // Reads are limited to ten a second.
    client(200, () => ask('/v1/projects')),
  ];
  await work();
  over.abort();
  await Promise.all(clients);
  return sent;
}

describe('a rolling restart', () => {
  it('of two processes behind a balancer fails no request', { timeout: 60_000 }, async () => {
    const config = {
      metadata: await freshMetadata(freshFolder()),
      masterKey: randomBytes(32),
      port: 0,
      // Both services and the balancer share this process: on a busy machine it needs more than a second to
      // see that one drains.
      drainSeconds: 3,
    };
    const begin = async (): Promise<TestApp> => {
      const app = await makeTestApp({ jobs: [], config });
      await app.start();
      return app;
    };
    const engine = await testEngine();
    const end = async (app: TestApp): Promise<void> => {
      await app.stop();
      // The store belongs to the test; closing it loads what waits in its log.
      await app.services.records.close();
    };
    const apps = [await begin(), await begin()];
    const account = await apps[0]!.account();
    const balancer = new RoundRobin(apps.map(portOf));
    onTestFinished(() => balancer.close());
    const sent = await underLoad(
      { port: await balancer.open(), apiKey: account.apiKey, each: 16, pauseMs: 5 },
      async () => {
        for (const at of apps.keys()) {
          await delay(300);
          await end(apps[at]!);
          const next = await begin();
          apps[at] = next;
          Object.assign(balancer.backends[at]!, { port: portOf(next), up: false });
          while (!balancer.backends[at]!.up) await delay(50);
        }
      },
    );
    const { number } = (await apps[0]!.services.accounts.get(account.id))!;
    await Promise.all(apps.map(end));
    expect(sent.failed).toEqual([]);
    expect(sent.answered).toBeGreaterThan(100);
    const counted = await engine.query(
      'SELECT count() AS calls FROM calls WHERE account = {number: UInt32}',
      {
        number,
      },
    );
    expect(counted).toEqual([{ calls: String(sent.stored) }]);
  });

  const long = inject('engine') === 'postgres' && process.env['TEST_ALL'] === '1';
  it.runIf(long)('of three real ones, twice, fails no request', { timeout: 300_000 }, async () => {
    const metadata = await freshMetadata(freshFolder());
    const server = (await testEngines()).find(({ config }) => config.kind === 'server');
    if (metadata.kind !== 'postgres' || server?.config.kind !== 'server') throw new Error('no servers');
    const env = {
      ...process.env,
      TRACEWELL_POSTGRES_URL: metadata.url,
      TRACEWELL_CLICKHOUSE_URL: new URL(testOptions().database, server.config.url).href,
      TRACEWELL_MASTER_KEY: randomBytes(32).toString('base64'),
      TRACEWELL_DATA_DIR: freshFolder(),
      TRACEWELL_GRPC: 'off',
      TRACEWELL_DRAIN_SECONDS: '2',
      TRACEWELL_LOG_LEVEL: 'warn',
    };
    const main = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));
    const children: { child: ChildProcess; port: number }[] = [];
    onTestFinished(() => children.forEach(({ child }) => child.kill('SIGKILL')));
    let apiKey = '';
    const begin = async (): Promise<{ child: ChildProcess; port: number }> => {
      const port = await freePort();
      const child = spawn(process.execPath, [main, 'serve'], {
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      for await (const part of child.stdout) {
        text += String(part);
        if (text.includes('is ready at')) break;
      }
      child.stdout.resume();
      apiKey ||= /API key +(\S+)/.exec(text)?.[1] ?? '';
      return { child, port };
    };
    for (let process = 0; process < 3; process += 1) children.push(await begin());
    const balancer = new RoundRobin(children.map(({ port }) => port));
    onTestFinished(() => balancer.close());
    const codes: number[] = [];
    // All of one account, which one process writes at a time: more would overload it, restart or not.
    const clients = { port: await balancer.open(), apiKey, each: 3, pauseMs: 150 };
    const sent = await underLoad(clients, async () => {
      for (const at of [0, 1, 2, 0, 1, 2]) {
        await delay(1_000);
        const { child } = children[at]!;
        child.kill('SIGTERM');
        const [code] = (await once(child, 'exit')) as [number];
        codes.push(code);
        const next = await begin();
        children[at] = next;
        Object.assign(balancer.backends[at]!, { port: next.port, up: false });
        while (!balancer.backends[at]!.up) await delay(50);
      }
    });
    console.log(`${sent.answered} answered`);
    expect(sent.failed).toEqual([]);
    expect(sent.answered).toBeGreaterThan(200);
    // A stop that takes too long is given up, with another code.
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
