// Start-up and idle cost of the whole service, as `npm start` runs it.
//   node bench/service.ts [starts=5] [idleSeconds=20]
// Uses a temporary data folder; honours TRACEWELL_CLICKHOUSE_URL and TRACEWELL_POSTGRES_URL.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, median, residentMb } from './lib/process-cost.ts';
import { freePort } from '../server/test/free-port.ts';

const starts = Number(process.argv[2] ?? 5);
const idleSeconds = Number(process.argv[3] ?? 20);
const main = fileURLToPath(new URL('../cli/src/main.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));

async function start(): Promise<{ child: ChildProcess; readyMs: number; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { ...process.env, PORT: String(port), TRACEWELL_DATA_DIR: folder, TRACEWELL_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    const reply = await fetch(`${url}/v1/health`).catch(() => null);
    if (reply?.status === 200) return { child, url, readyMs: performance.now() - began };
    await sleep(10);
  }
}

async function stop(child: ChildProcess): Promise<number> {
  const began = performance.now();
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The service stopped with ${code}.`);
  return performance.now() - began;
}

try {
  const ready: number[] = [];
  const stopping: number[] = [];
  for (let run = 0; run <= starts; run += 1) {
    const { child, readyMs } = await start();
    // The first start makes the stores and warms the file cache; it is shown apart.
    if (run === 0) console.log(`first start, stores made   ${readyMs.toFixed(0)} ms`);
    else ready.push(readyMs);
    stopping.push(await stop(child));
  }
  const { child } = await start();
  const pid = child.pid ?? 0;
  await sleep(3_000);
  const cpu = cpuSeconds(pid);
  await sleep(idleSeconds * 1000);
  const idle = (100 * (cpuSeconds(pid) - cpu)) / idleSeconds;
  console.log(`start to healthy           ${median(ready).toFixed(0)} ms (median of ${starts})`);
  console.log(`SIGTERM to exit            ${median(stopping).toFixed(0)} ms`);
  console.log(`idle CPU                   ${idle.toFixed(2)} % of a core over ${idleSeconds} s`);
  console.log(`resident when idle         ${residentMb(pid).toFixed(0)} MB`);
  await stop(child);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
