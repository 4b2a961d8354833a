// Queries about accounts that are being written, on a service that is short of CPU. Each query first waits
// until the acknowledged records of its account can be read. Open loop: 30 requests of 100 records a second
// over four accounts, of which 20 % have content and some are spans, and the given number of queries a
// second.
//   node bench/reads-of-written.ts [seconds=60] [questions=10] [--cpu=0] [--busy=1] [--writes=30]
//       [--code=../another-checkout]
// The service has one core (`--cpu`), which it shares with a number of busy processes (`--busy`). Its
// resource use is printed six times.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeBodies } from './ingest/bodies.ts';
import { EmbeddedService } from './lib/embedded-service.ts';
import { openLoop, show } from './lib/open-loop.ts';
import { cpuSeconds, residentMb } from './lib/process-cost.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cpu: { type: 'string', default: '0' },
    busy: { type: 'string', default: '1' },
    writes: { type: 'string', default: '30' },
    code: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
});
const seconds = Number(positionals[0] ?? 60);
const questions = Number(positionals[1] ?? 10);
const ACCOUNTS = 4;
const LOOKS = 6;
const LOOK_MS = 500;

const plain = makeBodies('ingest', 1, false);
const contents = makeBodies('ingest', 1, true);
const traces = makeBodies('traces-json', 1, false);
const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
const onCpu = ['taskset', '-c', values.cpu];
const started: ChildProcess[] = [];

try {
  const service = await EmbeddedService.start(folder, values.code, onCpu);
  started.push(service.child);
  const keys: string[] = [];
  for (let at = 0; at < ACCOUNTS; at += 1) keys.push((await service.account(`a${at}`)).apiKey);
  const keyOf = (at: number): string => keys[at % ACCOUNTS] ?? '';
  for (let busy = 0; busy < Number(values.busy); busy += 1) {
    const [program = '', ...args] = onCpu;
    started.push(spawn(program, [...args, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }));
  }
  const { pid } = service;
  const cpu = cpuSeconds(pid);
  let backlog = 0;
  let looked = 0;
  const look = async (): Promise<void> => {
    const waiting = await service.waitingBytes();
    backlog = Math.max(backlog, waiting);
    looked += 1;
    if (looked % Math.ceil((seconds * 1_000) / LOOK_MS / LOOKS) !== 0) return;
    const count = (of: string) => readdirSync(`/proc/${pid}/${of}`).length;
    const log = readdirSync(path.join(folder, 'log')).length;
    console.log(
      `  ${((looked * LOOK_MS) / 1_000).toFixed(0)} s: resident ${residentMb(pid).toFixed(0)} MB, ${count('task')} threads, ${count('fd')} descriptors, ${log} files in the log, backlog ${(waiting / 1e6).toFixed(1)} MB`,
    );
  };
  const watch = setInterval(() => void look(), LOOK_MS);
  const [writes, reads] = await Promise.all([
    openLoop({ rate: Number(values.writes), seconds }, (at) => {
      const bodies = at % 6 === 0 ? traces : at % 5 === 0 ? contents : plain;
      return service.call('POST', bodies.path, keyOf(at), Buffer.from(bodies.next(0)));
    }),
    openLoop({ rate: questions, seconds }, (at) =>
      at % 2 === 0
        ? service.call('POST', '/v1/query/calls', keyOf(at), { limit: 50 })
        : service.call('POST', '/v1/query/aggregate', keyOf(at), { groupBy: 'model', metric: 'cost' }),
    ),
  ]);
  clearInterval(watch);
  const used = (cpuSeconds(pid) - cpu) / seconds;
  console.log(
    `${seconds} s, ${Number(values.writes) * 100} records/s, ${questions} questions/s, ${values.busy} busy beside it, load ${loadavg()[0]?.toFixed(1)}`,
  );
  show('writes', writes);
  show('questions', reads);
  console.log(`backlog at most ${(backlog / 1e6).toFixed(1)} MB; ${used.toFixed(2)} of a core`);
  console.log(`SIGTERM to exit ${((await service.stop()) / 1_000).toFixed(1)} s`);
} finally {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
