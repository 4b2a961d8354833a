// What running agents ask before each step: GET /v1/prompts/resolve at 2,000 requests a second, open loop, from a process of its
// own, alone and beside ingest; and the same bytes from the bare framework, in the same run.
//   node bench/resolve.ts [seconds=10] [templateBytes=2000] [--without-engine]
// Times are from when a request was due, so that what waits is counted. The client looks once a millisecond, and shares the machine:
// the rows of the bare framework say what of it is not the service's.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBodies } from './ingest/bodies.ts';
import { run } from './ingest/load.ts';
import { startService, stopService, type ChildService } from './lib/child-service.ts';
import { percentile } from './lib/measure.ts';
import { threadCpuSeconds } from './lib/process-cost.ts';
import type { Answered, Order } from './resolve/client.ts';

const args = process.argv.slice(2);
const [secondsText = '10', templateBytes = '2000'] = args.filter((arg) => !arg.startsWith('--'));
const seconds = Number(secondsText);
const flags = args.filter((arg) => arg.startsWith('--'));
const RATE = 2_000;
const CONNECTIONS = 64;
const INGEST_RATE = 10_000;
const INGEST_CLIENTS = 8;
const OPERATOR = 'operator-of-the-measurement';
const TARGET = '/v1/prompts/resolve?name=assistant&label=production';
const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

interface Measured {
  name: string;
  answered: Answered;
  cpuMicros: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
const client = fork(at('resolve/client.ts'));
const started: ChildService[] = [];
try {
  await once(client, 'message');
  const service = await startService(at('ingest/service.ts'), flags, {
    TRACEWELL_DATA_DIR: folder,
    TRACEWELL_GRPC: 'off',
    TRACEWELL_OPERATOR_TOKEN: OPERATOR,
    UV_THREADPOOL_SIZE: '16',
  });
  started.push(service);
  const apiKey = service.ready.apiKey ?? '';
  await deploy(service, apiKey);
  const sample = await fetch(`http://127.0.0.1:${service.port}${TARGET}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const etag = sample.headers.get('etag') ?? '';
  const body = Buffer.from(await sample.arrayBuffer());
  const bare = await startService(at('resolve/bare.ts'), [body.toString('base64'), etag]);
  started.push(bare);
  const request = (headers = ''): string =>
    `GET ${TARGET} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${apiKey}\r\naccept: */*\r\naccept-encoding: gzip\r\n${headers}\r\n`;
  const unchanged = request(`if-none-match: ${etag}\r\n`);
  const beside = (work: () => Promise<Measured>) => besideIngest(service.port, apiKey, work);

  console.log(
    `${RATE} requests/s for ${seconds} s, ${body.length} bytes each; load of the machine before: ${loadavg()[0]?.toFixed(1)}`,
  );
  // The first seconds are for the compiler.
  for (const { port } of started) await ask({ port, request: request(), seconds: 3 });
  const rows = [
    await measure('bare framework', bare, request()),
    await measure('resolve', service, request()),
    await beside(() => measure('bare framework, ingest elsewhere', bare, request())),
    await beside(() => measure('resolve beside ingest', service, request())),
    await beside(() => measure('resolve beside ingest, 304', service, unchanged)),
  ];
  rows.forEach(show);
  const [plain, alone, elsewhere, loaded] = rows as [Measured, Measured, Measured, Measured];
  const ratio = (one: Measured, two: Measured, quantile: number) =>
    (percentile(one.answered.dueMs, quantile) / percentile(two.answered.dueMs, quantile)).toFixed(2);
  console.log(
    `to the bare framework: alone p50 ${ratio(alone, plain, 0.5)}, p99 ${ratio(alone, plain, 0.99)}; beside ingest p50 ${ratio(loaded, elsewhere, 0.5)}, p99 ${ratio(loaded, elsewhere, 0.99)}; CPU ${(alone.cpuMicros / plain.cpuMicros).toFixed(2)}`,
  );
  if (flags.includes('--without-engine'))
    console.log('WITHOUT the engine: records are written and synced, and dropped in place of being loaded');
} finally {
  client.kill();
  await Promise.all(started.map(stopService));
  rmSync(folder, { recursive: true, force: true });
}

async function deploy({ port }: ChildService, apiKey: string): Promise<void> {
  const call = async (method: string, url: string, credential: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!reply.ok) throw new Error(`${url}: ${await reply.text()}`);
    return (await reply.json()) as { accountId?: string; apiKey?: string; prompt?: { id: number } };
  };
  const { accountId } = await call('GET', '/v1/account', apiKey);
  // The first key may read and send records, and nothing else.
  const made = await call('POST', `/operator/accounts/${accountId}/keys`, OPERATOR, { name: 'bench' });
  const template = 'You are a careful assistant. {{question}}\n'
    .repeat(2_000)
    .slice(0, Number(templateBytes));
  const version = { name: 'assistant', version: '1', template };
  const { prompt } = await call('POST', '/v1/prompts', made.apiKey ?? '', version);
  await call('POST', `/v1/prompts/${prompt?.id}/deploy`, made.apiKey ?? '', { label: 'production' });
}

async function ask(order: Omit<Order, 'rate' | 'connections'>): Promise<Answered> {
  client.send({ ...order, rate: RATE, connections: CONNECTIONS } satisfies Order);
  const [answer] = (await once(client, 'message')) as [Answered | { error: string }];
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

async function measure(name: string, { port, pid }: ChildService, request: string): Promise<Measured> {
  const before = threadCpuSeconds(pid);
  const answered = await ask({ port, request, seconds });
  return { name, answered, cpuMicros: ((threadCpuSeconds(pid) - before) * 1e6) / answered.dueMs.length };
}

async function besideIngest<T>(port: number, apiKey: string, work: () => Promise<T>): Promise<T> {
  const bodies = makeBodies('ingest', INGEST_CLIENTS, false);
  const load = { port, apiKey, clients: INGEST_CLIENTS, rate: INGEST_RATE };
  const ingest = run({ ...load, records: INGEST_RATE * (seconds + 1) }, bodies);
  const result = await work();
  const { records, seconds: took, refused } = await ingest;
  console.log(`  (ingest meanwhile: ${(records / took).toFixed(0)} records/s, ${refused} requests refused)`);
  return result;
}

function show({ name, answered: { dueMs, sentMs, statuses }, cpuMicros }: Measured): void {
  const ms = (values: number[], quantile: number) => percentile(values, quantile).toFixed(2).padStart(6);
  const times = (values: number[]) => `p50 ${ms(values, 0.5)}  p99 ${ms(values, 0.99)}`;
  const counts = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${name.padEnd(34)}from due ${times(dueMs)} ms   from sending ${times(sentMs)} ms   main thread ${cpuMicros.toFixed(0)} µs each   ${counts.join(', ')}`,
  );
}
