// Questions about accounts that are being written, on a service that is short of CPU: each first waits until the
// acknowledged records of its account can be read. Open loop: 30 requests of 100 records a second over four accounts, of which 20 % have content and
// some are spans, and so many questions a second.
//   node bench/reads-of-written.ts [seconds=60] [questions=10] [--cpu=0] [--busy=1] [--code=../another-checkout]
// The service has one core (`--cpu`), beside so many processes that do nothing but use it (`--busy`).
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../server/test/free-port.ts';
import { makeBodies } from './ingest/bodies.ts';
import { percentile } from './lib/measure.ts';
import { cpuSeconds } from './lib/process-cost.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cpu: { type: 'string', default: '0' },
    busy: { type: 'string', default: '1' },
    code: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
});
const seconds = Number(positionals[0] ?? 60);
const questions = Number(positionals[1] ?? 10);
const TOKEN = 'operator-token-of-the-bench';
const ACCOUNTS = 4;
const WRITES = 30;

const plain = makeBodies('ingest', 1, false);
const contents = makeBodies('ingest', 1, true);
const traces = makeBodies('traces-json', 1, false);
const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
const port = await freePort();
const started: ChildProcess[] = [];
const onOneCpu = (args: string[], env: Record<string, string> = {}): ChildProcess => {
  const child = spawn('taskset', ['-c', values.cpu, process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.push(child);
  return child;
};

async function call(method: string, to: string, key: string, body?: object | Buffer<ArrayBuffer>) {
  const reply = await fetch(`http://127.0.0.1:${port}${to}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) } : {}),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

interface Answers {
  ms: number[];
  statuses: Record<string, number>;
}

/** One after the other is due, whether or not the ones before are answered. */
async function openLoop(rate: number, ask: (at: number) => ReturnType<typeof call>): Promise<Answers> {
  const answers: Answers = { ms: [], statuses: {} };
  const asked: Promise<void>[] = [];
  const from = performance.now();
  for (let at = 0; at < rate * seconds; at += 1) {
    await sleep(Math.max(0, from + (at * 1_000) / rate - performance.now()));
    const due = performance.now();
    const one = async (): Promise<void> => {
      const { status, body } = await ask(at);
      const outcome = status === 200 ? '200' : `${status} ${String(body['reason'])}`;
      answers.statuses[outcome] = (answers.statuses[outcome] ?? 0) + 1;
      answers.ms.push(performance.now() - due);
    };
    asked.push(one());
  }
  await Promise.all(asked);
  return answers;
}

const show = (name: string, { ms, statuses }: Answers): void => {
  const at = (quantile: number) => `${percentile(ms, quantile).toFixed(0)} ms`;
  const counts = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${name.padEnd(10)} p50 ${at(0.5)}   p99 ${at(0.99)}   longest ${at(1)}   ${counts.join(', ')}`,
  );
};

try {
  const service = onOneCpu([path.join(values.code, 'cli/src/main.ts'), 'serve'], {
    PORT: String(port),
    TRACEWELL_DATA_DIR: folder,
    TRACEWELL_GRPC: 'off',
    TRACEWELL_LOG_LEVEL: 'fatal',
    TRACEWELL_OPERATOR_TOKEN: TOKEN,
  });
  while ((await call('GET', '/v1/health', TOKEN).catch(() => null))?.status !== 200) await sleep(100);
  const keys: string[] = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const order = { email: `a${account}@example.com`, password: 'correct horse battery', plan: 'team' };
    const made = await call('POST', '/operator/accounts', TOKEN, order);
    const at = `/operator/accounts/${String(made.body['accountId'])}`;
    await call('PATCH', at, TOKEN, { recordQuota: 1e9 });
    await call('PUT', `${at}/consents`, TOKEN, { plaintextStorage: true });
    keys.push(String(made.body['apiKey']));
  }
  const keyOf = (at: number): string => keys[at % ACCOUNTS] ?? '';
  for (let busy = 0; busy < Number(values.busy); busy += 1) onOneCpu(['-e', 'for (;;);']);
  const pid = Number(service.pid);
  const cpu = cpuSeconds(pid);
  let backlog = 0;
  const look = async (): Promise<void> => {
    const { body } = await call('GET', '/operator/stats', TOKEN);
    backlog = Math.max(backlog, (body['writer'] as { waitingBytes: number }).waitingBytes);
  };
  const watch = setInterval(() => void look(), 2_000);
  const [writes, reads] = await Promise.all([
    openLoop(WRITES, (at) => {
      const bodies = at % 6 === 0 ? traces : at % 5 === 0 ? contents : plain;
      return call('POST', bodies.path, keyOf(at), Buffer.from(bodies.next(0)));
    }),
    openLoop(questions, (at) =>
      at % 2 === 0
        ? call('POST', '/v1/query/calls', keyOf(at), { limit: 50 })
        : call('POST', '/v1/query/aggregate', keyOf(at), { groupBy: 'model', metric: 'cost' }),
    ),
  ]);
  clearInterval(watch);
  const used = (cpuSeconds(pid) - cpu) / seconds;
  console.log(
    `${seconds} s, ${questions} questions/s, ${values.busy} busy beside it, load ${loadavg()[0]?.toFixed(1)}`,
  );
  show('writes', writes);
  show('questions', reads);
  console.log(`backlog at most ${(backlog / 1e6).toFixed(1)} MB; ${used.toFixed(2)} of a core`);
  const stopping = performance.now();
  service.kill('SIGTERM');
  await once(service, 'exit');
  console.log(`SIGTERM to exit ${((performance.now() - stopping) / 1_000).toFixed(1)} s`);
} finally {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
