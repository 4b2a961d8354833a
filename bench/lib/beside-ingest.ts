// Shared by both measurements of a running agent's requests: a separate service, a client process with a
// fixed request rate, ingest beside it, and the rows that are printed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBodies } from '../ingest/bodies.ts';
import { run } from '../ingest/load.ts';
import { startService, stopService, type ChildService } from './child-service.ts';
import { percentile } from './percentile.ts';
import type { Answered, Order } from './paced-client.ts';
import { threadCpuSeconds } from './process-cost.ts';

const CONNECTIONS = 64;
const INGEST_RATE = 10_000;
const INGEST_CLIENTS = 8;
// Warms up the compiler: before that, the measurement shows how fast it compiles the code.
const WARM_UP_SECONDS = 8;
const OPERATOR = 'operator-of-the-measurement';

export interface Measured {
  name: string;
  answered: Answered;
  cpuMicros: number;
}

interface Question {
  name: string;
  of: ChildService;
  /** The bytes on the wire. */
  request: string;
  /** Requests a second. */
  rate: number;
}

export interface Bench {
  service: ChildService;
  /** The key from the first start: it may read and send records. */
  apiKey: string;
  /** A key with full access. */
  fullKey: string;
  call: (method: string, url: string, credential: string, body?: object) => Promise<Buffer>;
  startBare: (main: string, args: string[]) => Promise<ChildService>;
  warmUp: (questions: Question[]) => Promise<void>;
  measure: (question: Question) => Promise<Measured>;
  besideIngest: (question: Question) => Promise<Measured>;
}

export async function withBench(
  { flags, seconds }: { flags: string[]; seconds: number },
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
  const client = fork(at('paced-client.ts'));
  const started: ChildService[] = [];
  const start = async (...what: Parameters<typeof startService>): Promise<ChildService> => {
    const service = await startService(...what);
    started.push(service);
    return service;
  };
  const ask = async ({ of: { port }, request, rate }: Question, forSeconds: number): Promise<Answered> => {
    client.send({ port, request, rate, seconds: forSeconds, connections: CONNECTIONS } satisfies Order);
    const [answer] = (await once(client, 'message')) as [Answered | { error: string }];
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  };
  const measure = async (question: Question): Promise<Measured> => {
    const { pid } = question.of;
    const before = threadCpuSeconds(pid);
    const answered = await ask(question, seconds);
    const cpuMicros = ((threadCpuSeconds(pid) - before) * 1e6) / answered.dueMs.length;
    return { name: question.name, answered, cpuMicros };
  };
  try {
    await once(client, 'message');
    const service = await start(at('../ingest/service.ts'), flags, {
      TRACEWELL_DATA_DIR: folder,
      TRACEWELL_GRPC: 'off',
      TRACEWELL_OPERATOR_TOKEN: OPERATOR,
      UV_THREADPOOL_SIZE: '16',
    });
    const apiKey = service.ready.apiKey ?? '';
    const call = (method: string, url: string, credential: string, body?: object) =>
      callService(service.port, method, url, credential, body);
    const ingestFor = (forSeconds: number) =>
      run(
        {
          port: service.port,
          apiKey,
          clients: INGEST_CLIENTS,
          rate: INGEST_RATE,
          records: INGEST_RATE * forSeconds,
        },
        makeBodies('ingest', INGEST_CLIENTS, false),
      );
    await work({
      service,
      apiKey,
      fullKey: await fullKey(call, apiKey),
      call,
      startBare: (main, args) => start(main, args),
      warmUp: async (questions) => {
        const ingest = ingestFor(WARM_UP_SECONDS);
        for (const question of questions) await ask(question, 3);
        await ingest;
      },
      measure,
      besideIngest: async (question) => {
        const ingest = ingestFor(seconds + 1);
        const measured = await measure(question);
        const { records, seconds: took, refused } = await ingest;
        console.log(
          `  (ingest meanwhile: ${(records / took).toFixed(0)} records/s, ${refused} requests refused)`,
        );
        return measured;
      },
    });
    if (flags.includes('--without-engine'))
      console.log('WITHOUT the engine: records are written and synced, and dropped in place of being loaded');
  } finally {
    client.kill();
    await Promise.all(started.map(stopService));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function callService(
  port: number,
  method: string,
  url: string,
  credential: string,
  body?: object,
): Promise<Buffer> {
  const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (!reply.ok) throw new Error(`${url}: ${bytes.toString()}`);
  return bytes;
}

async function fullKey(call: Bench['call'], apiKey: string): Promise<string> {
  const { accountId } = JSON.parse((await call('GET', '/v1/account', apiKey)).toString()) as {
    accountId: string;
  };
  const made = await call('POST', `/operator/accounts/${accountId}/keys`, OPERATOR, { name: 'bench' });
  return (JSON.parse(made.toString()) as { apiKey: string }).apiKey;
}

export function show({ name, answered: { dueMs, sentMs, statuses }, cpuMicros }: Measured): void {
  const ms = (values: number[], quantile: number) => percentile(values, quantile).toFixed(2).padStart(6);
  const times = (values: number[]) => `p50 ${ms(values, 0.5)}  p99 ${ms(values, 0.99)}`;
  const counts = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${name.padEnd(34)}from due ${times(dueMs)} ms   from sending ${times(sentMs)} ms   main thread ${cpuMicros.toFixed(0)} µs each   ${counts.join(', ')}`,
  );
}
