// What running agents ask before each step: POST /v1/gate/check with 10 budgets and 50 policies at 2,000 requests a second, open
// loop, from a process of its own, alone and beside ingest that counts towards the budgets; the same with holds; the same bytes
// from the bare framework, in the same run; and the decision alone, in this process.
//   node bench/gate-check.ts [seconds=10] [--without-engine]
// Times are from when a request was due, so that what waits is counted. The client looks once a millisecond, and shares the machine:
// the rows of the bare framework say what of it is not the service's.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureInMemory } from './gate-check/in-memory.ts';
import { BUDGETS, POLICIES, STEP } from './gate-check/rules.ts';
import { makeBodies } from './ingest/bodies.ts';
import { run } from './ingest/load.ts';
import { startService, stopService, type ChildService } from './lib/child-service.ts';
import { percentile } from './lib/measure.ts';
import { threadCpuSeconds } from './lib/process-cost.ts';
import type { Answered, Order } from './resolve/client.ts';

const args = process.argv.slice(2);
const seconds = Number(args.find((arg) => !arg.startsWith('--')) ?? '10');
const flags = args.filter((arg) => arg.startsWith('--'));
const RATE = 2_000;
const HOLD_RATE = 500;
const CONNECTIONS = 64;
const INGEST_RATE = 10_000;
const INGEST_CLIENTS = 8;
const OPERATOR = 'operator-of-the-measurement';
const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

interface Measured {
  name: string;
  answered: Answered;
  cpuMicros: number;
}

const load = () => loadavg()[0]?.toFixed(1);
console.log(`load of the machine before: ${load()}`);
const { micros, decision } = await measureInMemory(20_000);
console.log(`checkNow, 10 budgets, 50 policies: ${micros.toFixed(2)} µs of CPU (${decision})`);

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
  await setRules(service, apiKey);
  const answer = await post(service.port, '/v1/gate/check', apiKey, STEP);
  const bare = await startService(at('gate-check/bare.ts'), [Buffer.from(answer).toString('base64')]);
  started.push(bare);
  const request = (step: object): string => {
    const body = JSON.stringify(step);
    return `POST /v1/gate/check HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${apiKey}\r\naccept: */*\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  const plain = request(STEP);
  const holding = request({ ...STEP, holdSeconds: 5 });
  const beside = (work: () => Promise<Measured>) => besideIngest(service.port, apiKey, work);
  // The first seconds are for the compiler.
  for (const { port } of started) await ask({ port, request: plain, seconds: 3, rate: RATE });
  console.log(
    `${RATE} requests/s for ${seconds} s, ${answer.length} bytes back; load of the machine: ${load()}`,
  );
  const rows = [
    await measure('bare framework', bare, plain),
    await measure('check', service, plain),
    await measure(`check with a hold, ${HOLD_RATE}/s`, service, holding, HOLD_RATE),
    await beside(() => measure('bare framework, ingest elsewhere', bare, plain)),
    await beside(() => measure('check beside ingest', service, plain)),
    await beside(() => measure(`hold beside ingest, ${HOLD_RATE}/s`, service, holding, HOLD_RATE)),
  ];
  rows.forEach(show);
  console.log(`load of the machine after: ${load()}`);
  const { budgets } = JSON.parse(await post(service.port, '/v1/gate/check', apiKey, STEP)) as {
    budgets: { name: string; spentUsd: number; heldUsd: number }[];
  };
  console.log(`spent and held at the end: ${budgets[0]?.spentUsd} and ${budgets[0]?.heldUsd} USD`);
  if (flags.includes('--without-engine'))
    console.log('WITHOUT the engine: records are written and synced, and dropped in place of being loaded');
} finally {
  client.kill();
  await Promise.all(started.map(stopService));
  rmSync(folder, { recursive: true, force: true });
}

async function post(port: number, url: string, credential: string, body: object): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url}: ${text}`);
  return text;
}

async function setRules({ port }: ChildService, apiKey: string): Promise<void> {
  const account = await fetch(`http://127.0.0.1:${port}/v1/account`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { accountId } = (await account.json()) as { accountId: string };
  // The first key may read and send records, and nothing else.
  const made = await post(port, `/operator/accounts/${accountId}/keys`, OPERATOR, { name: 'bench' });
  const { apiKey: full } = JSON.parse(made) as { apiKey: string };
  for (const budget of BUDGETS) await post(port, '/v1/gate/budgets', full, budget);
  for (const policy of POLICIES) await post(port, '/v1/gate/policies', full, policy);
}

async function ask(order: Omit<Order, 'connections'>): Promise<Answered> {
  client.send({ ...order, connections: CONNECTIONS } satisfies Order);
  const [answer] = (await once(client, 'message')) as [Answered | { error: string }];
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

async function measure(
  name: string,
  { port, pid }: ChildService,
  request: string,
  rate = RATE,
): Promise<Measured> {
  const before = threadCpuSeconds(pid);
  const answered = await ask({ port, request, seconds, rate });
  return { name, answered, cpuMicros: ((threadCpuSeconds(pid) - before) * 1e6) / answered.dueMs.length };
}

async function besideIngest<T>(port: number, apiKey: string, work: () => Promise<T>): Promise<T> {
  const bodies = makeBodies('ingest', INGEST_CLIENTS, false);
  const order = { port, apiKey, clients: INGEST_CLIENTS, rate: INGEST_RATE };
  const ingest = run({ ...order, records: INGEST_RATE * (seconds + 1) }, bodies);
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
