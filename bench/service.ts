// Start-up and idle cost of the whole service, as `npm start` runs it, and the time of its first answer.
//   node bench/service.ts [starts=5] [idleSeconds=20] [--rows=0]
// Uses a temporary data folder, with `--rows` calls in it; honours TRACEWELL_CLICKHOUSE_URL and
// TRACEWELL_POSTGRES_URL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFigures } from './lib/figures.ts';
import { median } from './lib/process-cost.ts';
import { addAccount, StartedService } from './lib/started-service.ts';
import { filled } from './queries/filled.ts';

const args = process.argv.slice(2);
const [starts = 5, idleSeconds = 20] = args.filter((arg) => !arg.startsWith('--')).map(Number);
const rows = Number(args.find((arg) => arg.startsWith('--rows='))?.slice('--rows='.length) ?? 0);
/** Enough for the work that a start leaves to the background. */
const LATER_MS = 3_000;

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));

async function firstStart(): Promise<string> {
  if (rows > 0) {
    const { keys } = await filled(folder, { rows, accountRows: rows / 10, others: 100 });
    return keys[0] ?? '';
  }
  const service = await StartedService.start(folder);
  console.log(`first start, stores made   ${service.readyMs.toFixed(0)} ms`);
  const key = await addAccount(service.url, 'first@example.com');
  await service.stop();
  return key;
}

try {
  const key = await firstStart();
  const [ready, atOnce, later, stopping]: number[][] = [[], [], [], []];
  for (let run = 0; run <= starts; run += 1) {
    const service = await StartedService.start(folder);
    const isEven = run % 2 === 0;
    if (!isEven) await sleep(LATER_MS);
    const first = await service.newest(key);
    const stopMs = await service.stop();
    // The first run warms the file cache.
    if (run === 0) continue;
    ready?.push(service.readyMs);
    (isEven ? atOnce : later)?.push(first);
    stopping?.push(stopMs);
  }
  const service = await StartedService.start(folder);
  const idle = await service.idle(idleSeconds);
  await service.stop();
  const figures = {
    'service.startMs': median(ready ?? []),
    'service.firstAtOnceMs': median(atOnce ?? []),
    'service.firstLaterMs': median(later ?? []),
    'service.stopMs': median(stopping ?? []),
    'service.idleCpuPercent': idle.cpuPercent,
    'service.idleMb': idle.residentMb,
  };
  const line = (name: string, figure: keyof typeof figures, unit: string, digits = 0) =>
    console.log(`${name.padEnd(27)}${figures[figure].toFixed(digits)} ${unit}`);
  console.log(`${rows} calls stored; medians of ${starts} starts`);
  line('start to healthy', 'service.startMs', 'ms');
  line('first answer, at once', 'service.firstAtOnceMs', 'ms');
  line(`first answer, ${LATER_MS / 1_000} s later`, 'service.firstLaterMs', 'ms');
  line('SIGTERM to exit', 'service.stopMs', 'ms');
  line('idle CPU', 'service.idleCpuPercent', `% of a core over ${idleSeconds} s`, 2);
  line('resident when idle', 'service.idleMb', 'MB');
  writeFigures(figures);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
