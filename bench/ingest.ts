// The whole service under load over loopback HTTP, every request acknowledged after fdatasync.
//   node bench/ingest.ts [ingest|traces-json|traces-protobuf|langfuse|langsmith|logs-json|logs-protobuf]
//       [records=200000] [runs=5] [--content] [--without-engine]
// Prints medians: records a second, records per CPU second of the service and of its main thread, latencies
// when saturated by 16 clients and at 20,000 records a second, memory at the end, and the speed of the
// machine meanwhile (lib/yardstick.ts). With the engine and plain
// JSON it also prints the bare engine's insert of the same rows, the ratio to it, and bytes per record on
// disk.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareInsert } from './ingest/bare-insert.ts';
import { makeBodies, type Kind } from './ingest/bodies.ts';
import { run, type LoadResult } from './ingest/load.ts';
import { writeFigures, type Figures } from './lib/figures.ts';
import { percentile } from './lib/percentile.ts';
import { cpuSeconds, median, residentMb, threadCpuSeconds } from './lib/process-cost.ts';
import { Yardstick } from './lib/yardstick.ts';
import { serviceFlags } from '../server/bin/node-flags.js';
import { freePort } from '../server/test/support/free-port.ts';

const [kind = 'ingest', records = '200000', runs = '5'] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'));
const content = process.argv.includes('--content');
const withoutEngine = process.argv.includes('--without-engine');
const main = fileURLToPath(new URL('ingest/service.ts', import.meta.url));
const CLIENTS = 16;
const STEADY_RATE = 20_000;
/** Enough to start the thread that prepares requests, and to compile the hot code of both threads. */
const WARM_UP = 60_000;

interface Service {
  child: ChildProcess;
  pid: number;
  port: number;
  apiKey: string;
}

async function start(folder: string): Promise<Service> {
  const port = await freePort();
  const child = fork(
    main,
    process.argv.filter((arg) => arg.startsWith('--')),
    {
      env: {
        ...process.env,
        PORT: String(port),
        TRACEWELL_DATA_DIR: folder,
        TRACEWELL_GRPC: 'off',
        UV_THREADPOOL_SIZE: '16',
      },
      // The same flags as from the command line.
      execArgv: [...process.execArgv, ...serviceFlags()],
    },
  );
  const [message] = (await once(child, 'message')) as [{ apiKey: string }];
  return { child, pid: child.pid ?? 0, port, apiKey: message.apiKey };
}

async function stop({ child }: Service): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const highestMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

const wall: number[] = [];
const perCpu: number[] = [];
const perMain: number[] = [];
const saturated: LoadResult[] = [];
const yardstick = new Yardstick();
let steady: LoadResult | null = null;
let resident = 0;
let peak = 0;

for (let time = 0; time < Number(runs); time += 1) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
  const service = await start(folder);
  try {
    const bodies = makeBodies(kind as Kind, CLIENTS, content);
    const load = { port: service.port, apiKey: service.apiKey, clients: CLIENTS };
    await run({ ...load, records: WARM_UP }, bodies);
    const before = { all: cpuSeconds(service.pid), main: threadCpuSeconds(service.pid) };
    const result = await run({ ...load, records: Number(records) }, bodies);
    if (result.refused > 0) throw new Error(`${result.refused} requests were rejected`);
    wall.push(result.records / result.seconds);
    perCpu.push(result.records / (cpuSeconds(service.pid) - before.all));
    perMain.push(result.records / (threadCpuSeconds(service.pid) - before.main));
    saturated.push(result);
    resident = residentMb(service.pid);
    peak = highestMb(service.pid);
    if (time === 0) steady = await run({ ...load, records: STEADY_RATE * 10, rate: STEADY_RATE }, bodies);
  } finally {
    await stop(service);
    rmSync(folder, { recursive: true, force: true });
  }
  yardstick.sample();
}

const figures: Figures = {};
const note = (figure: string, value: number): number =>
  (figures[`${kind}${content ? '-content' : ''}.${figure}`] = value);
const latencies = saturated.flatMap(({ latenciesMs }) => latenciesMs);
const k = (value: number): string => `${(value / 1_000).toFixed(1)}k`;
const ms = (values: number[], quantile: number): string => percentile(values, quantile).toFixed(1);
console.log(
  `${kind}${content ? ' with content' : ''}, ${runs} runs of ${records} records, 100 to a request, ${CLIENTS} clients`,
);
if (withoutEngine) console.log('WITHOUT the engine: segments are written, synced and dropped, not loaded');
console.log(`records/s wall                 ${k(note('perSecond', median(wall)))}`);
console.log(`records per CPU-s, service     ${k(note('perCpuSecond', median(perCpu)))}`);
const { speed } = yardstick;
note('machineSpeed', speed);
console.log(
  `at the speed of the targets    ${k(median(perCpu) / speed)} (this machine has ${speed.toFixed(2)} of it)`,
);
console.log(`records per CPU-s, main thread ${k(note('perMainThreadSecond', median(perMain)))}`);
console.log(`acknowledged, saturated        p50 ${ms(latencies, 0.5)} ms, p99 ${ms(latencies, 0.99)} ms`);
note('saturatedP99Ms', percentile(latencies, 0.99));
if (steady) {
  note('steadyP50Ms', percentile(steady.latenciesMs, 0.5));
  note('steadyP99Ms', percentile(steady.latenciesMs, 0.99));
  console.log(
    `acknowledged, at 20k/s         p50 ${ms(steady.latenciesMs, 0.5)} ms, p99 ${ms(steady.latenciesMs, 0.99)} ms`,
  );
}
if (!withoutEngine && kind === 'ingest' && !content) {
  const bare = await bareInsert(makeBodies('ingest', 1, false), Number(records));
  const ratio = note('toBare', median(perCpu) / bare.perCpuSecond);
  note('bytesPerRecord', bare.bytesPerRecord);
  console.log(
    `bare engine, same rows         ${k(bare.perCpuSecond)} per CPU-s, ${k(bare.perSecond)}/s wall`,
  );
  console.log(`service to bare engine         ${ratio.toFixed(2)} per CPU-s`);
  console.log(
    `bytes a record on disk         ${bare.bytesPerRecord.toFixed(0)} in all tables, before merging`,
  );
}
console.log(`memory at the end, at most     ${resident.toFixed(0)} MB, ${peak.toFixed(0)} MB`);
note('peakMb', peak);
writeFigures(figures);
