// Services send traces of themselves to themselves and to each other, also through a collector that drops headers. Each export must
// not be the cause of the next one.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { sampleRecord } from '#test/support/sample-records';
import { startService, type Service } from '../support/service-process.ts';

/** The exporter sends every five seconds. */
const ROUND_MS = 5_000;
const ROUNDS = 4;

interface Watched {
  service: Service;
  key: string;
}

/** The account of the second start, whose settings have its key. */
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

/** Passes requests on. A collector keeps the body and sends its own headers. */
async function between(keepsHeaders: boolean) {
  let target = '';
  const seen = { marked: 0 };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const { authorization = '', 'content-type': type = '', 'x-tracewell-self-trace': mark } = request.headers;
    seen.marked += mark === undefined ? 0 : 1;
    const kept = keepsHeaders && typeof mark === 'string' ? { 'x-tracewell-self-trace': mark } : {};
    const headers = { authorization, 'content-type': type, ...kept };
    const reply = await fetch(target, { method: 'POST', body, headers });
    response.writeHead(reply.status).end(await reply.text());
  });
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

async function counted({ service }: Watched, series: string): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const line = metrics.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const spansOf = (watched: Watched) =>
  counted(watched, 'tracewell_ingest_records_total{door="traces",outcome="stored"}');
const exportsOf = (watched: Watched) =>
  counted(watched, 'tracewell_http_requests_total{method="POST",route="/v1/traces",status="200"}');

describe.runIf(inject('engine') === 'sqlite' && process.env['TEST_ALL'] === '1')('traces of services', () => {
  it('come to an end: into itself, and of two services into each other', { timeout: 180_000 }, async () => {
    const [own, one, other] = await Promise.all([prepared(), prepared(), prepared()]);
    const [toOwn, toOther, toOne] = [await between(true), await between(true), await between(false)];
    const start = async (folder: string, env: Record<string, string>, key: string): Promise<Watched> => ({
      service: await startService({ folder, env }),
      key,
    });
    const all = await Promise.all([
      start(own.folder, tracing(toOwn.url, own.key), own.key),
      start(one.folder, tracing(toOther.url, other.key), one.key),
      start(other.folder, tracing(toOne.url, one.key), other.key),
    ]);
    const [itself, first, second] = all;
    toOwn.leadTo(itself.service);
    toOther.leadTo(second.service);
    toOne.leadTo(first.service);
    for (const { service, key } of all) {
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
