// Services send traces of themselves to themselves and to each other, also through a collector that drops
// headers. An export must not cause the next one.
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { freshFolder } from '#test/support/metadata';
import { sampleRecord } from '#test/support/sample-records';
import { startService, type Service } from '../support/service-process.ts';

/** The exporter sends every five seconds. */
const ROUND_MS = 5_000;
const ROUNDS = 4;

/** Creates the account for the second start, whose settings contain its key. */
async function prepared(): Promise<{ folder: string; key: string }> {
  const first = await startService();
  const made = await first.operate('POST', '/operator/accounts', {
    email: 'ops@example.com',
    password: 'correct horse battery staple',
    name: 'Ada',
  });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { apiKey } = JSON.parse(made.text) as { apiKey: string };
  await first.stop();
  return { folder: first.folder, key: apiKey };
}

async function start(from: string, env: Record<string, string>): Promise<Service> {
  const folder = path.join(freshFolder(), 'data');
  cpSync(from, folder, { recursive: true });
  return startService({ folder, env });
}

/** Forwards requests. A collector keeps the body and sends its own headers. */
async function between(keepsHeaders: boolean) {
  let target = '';
  const seen = { marked: 0 };
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const { authorization = '', 'content-type': type = '', 'x-tracewell-self-trace': mark } = request.headers;
    seen.marked += mark === undefined ? 0 : 1;
    const kept = keepsHeaders && typeof mark === 'string' ? { 'x-tracewell-self-trace': mark } : {};
    const headers = { authorization, 'content-type': type, ...kept };
    const reply = await fetch(target, { method: 'POST', body, headers }).catch(() => null);
    response.writeHead(reply?.status ?? 503).end(await reply?.text());
  };
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  return { url, seen, leadTo: ({ url: to }: Service) => (target = `${to}/v1/traces`) };
}

const tracing = (endpoint: string, key: string): Record<string, string> => ({
  TRACEWELL_SELF_TRACES_ENDPOINT: endpoint,
  TRACEWELL_SELF_TRACES_HEADERS: `authorization=Bearer%20${key}`,
  TRACEWELL_SELF_TRACES_RATE: '1',
  TRACEWELL_METRICS: 'true',
  // Without jobs, which are traced as often as they run.
  TRACEWELL_ROLE: 'api',
});

async function counted(service: Service, series: string): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const line = metrics.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const spansOf = (service: Service) =>
  counted(service, 'tracewell_ingest_records_total{door="traces",outcome="stored"}');
const exportsOf = (service: Service) =>
  counted(service, 'tracewell_http_requests_total{method="POST",route="/v1/traces",status="200"}');

describe.runIf(inject('engine') === 'sqlite' && process.env['TEST_ALL'] === '1')('traces of services', () => {
  it('come to an end: to itself, and between two services', { timeout: 180_000 }, async () => {
    const { folder, key } = await prepared();
    const [toOwn, toOther, toOne] = [await between(true), await between(true), await between(false)];
    // One after the other, each with its own copy of the data.
    const all: [Service, Service, Service] = [
      await start(folder, tracing(toOwn.url, key)),
      await start(folder, tracing(toOther.url, key)),
      await start(folder, tracing(toOne.url, key)),
    ];
    const [itself, first, second] = all;
    toOwn.leadTo(itself);
    toOther.leadTo(second);
    toOne.leadTo(first);
    for (const service of all) {
      for (let at = 0; at < 5; at += 1) await service.call('GET', '/v1/projects', key);
      const sent = await service.call('POST', '/v1/ingest', key, { records: [sampleRecord()] });
      expect(sent.status).toBe(200);
    }
    for (const each of all)
      await expect.poll(() => spansOf(each), { timeout: 20_000 }).toBeGreaterThanOrEqual(6);
    await pause(2 * ROUND_MS);
    const before = await Promise.all(all.map(exportsOf));
    await pause(ROUNDS * ROUND_MS);
    const since = (await Promise.all(all.map(exportsOf))).map((count, at) => count - (before[at] ?? 0));
    expect(since).toEqual([0, 0, 0]);
    for (const { seen } of [toOwn, toOther, toOne]) expect(seen.marked).toBeGreaterThan(0);
  });
});
