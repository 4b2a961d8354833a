// How each figure grows with the number of calls and of accounts. It fills a folder for each size, sends
// every read to the service and to the bare engine in turn, and then starts the service on it as
// `tracewell-server serve` does.
//   node bench/scale.ts [--rows 1000000,10000000] [--accounts 1,100,10000] [--rounds 30] [--starts 3]
//       [--idle 10] [--again]
// Calls are spread evenly over the accounts, and one account is queried. Results are kept in
// bench/results/scale.json, a cell at a time; an existing cell is measured again only with `--again`. 50
// million calls temporarily need 12 GB of disk. With `--keep <folder>` the filled folders stay there and are
// used again; `--fill` makes them and measures nothing.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { commit, machine } from './lib/machine.ts';
import { median } from './lib/process-cost.ts';
import { StartedService } from './lib/started-service.ts';
import { filled, notesOf, readFilled, type Filled } from './queries/filled.ts';
import { questionsOf } from './queries/questions.ts';
import { Bench, Refused } from './queries/run.ts';
import { keepCell, readCells, type Cell } from './scale/cells.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    accounts: { type: 'string', default: '1,100,10000' },
    rounds: { type: 'string', default: '30' },
    starts: { type: 'string', default: '3' },
    idle: { type: 'string', default: '10' },
    again: { type: 'boolean', default: false },
    keep: { type: 'string' },
    fill: { type: 'boolean', default: false },
  },
});
const numbers = (text: string): number[] => text.split(',').map(Number);
const [rounds, starts, idleSeconds] = [flags.rounds, flags.starts, flags.idle].map(Number);
const LATER_MS = 3_000;
/** The time limit for one read: a scan of 50 million calls takes seconds. */
const WITHIN_MS = 10_000;

async function measureReads(folder: string, { account, endMs }: Filled): Promise<Cell['reads']> {
  const bench = await Bench.start(folder, null);
  try {
    const reads: Cell['reads'] = {};
    for (const question of questionsOf(account, endMs)) {
      try {
        reads[question.name] = await bench.warm(question, rounds ?? 30, {
          withinMs: WITHIN_MS,
          mayFindNothing: true,
        });
      } catch (error) {
        // A question beyond the limits of the service is part of the answer. Any other fault ends the run.
        if (!(error instanceof Refused)) throw error;
        reads[question.name] = null;
        console.log(`  ${error.message}`);
      }
    }
    return reads;
  } finally {
    await bench.stop();
  }
}

async function measureStarts(folder: string, key: string) {
  const [ready, atOnce, later]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < (starts ?? 3); run += 1) {
    const service = await StartedService.start(folder);
    ready.push(service.readyMs);
    atOnce.push(await service.newest(key));
    await service.stop();
  }
  const service = await StartedService.start(folder);
  await sleep(LATER_MS);
  later.push(await service.newest(key));
  const idle = await service.idle(idleSeconds ?? 10);
  await service.stop();
  return {
    startMs: median(ready),
    firstAtOnceMs: median(atOnce),
    firstLaterMs: median(later),
    idleMb: idle.residentMb,
    idleCpuPercent: idle.cpuPercent,
  };
}

function folderOf(rows: number, accounts: number): string {
  if (flags.keep === undefined) return mkdtempSync(path.join(tmpdir(), 'tracewell-scale-'));
  const folder = path.join(flags.keep, `${rows}-${accounts}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function measure(rows: number, accounts: number): Promise<void> {
  const folder = folderOf(rows, accounts);
  try {
    const made = existsSync(notesOf(folder))
      ? readFilled(folder)
      : await filled(folder, { rows, accountRows: rows / accounts, others: Math.max(1, accounts - 1) });
    console.log(`${rows} calls of ${accounts} accounts, filled in ${made.seconds.toFixed(0)} s`);
    if (flags.fill) return;
    const reads = await measureReads(folder, made);
    const cell: Cell = {
      rows,
      accounts,
      commit: commit(),
      fillSeconds: made.seconds,
      bytesPerRecord: made.diskBytes / rows,
      ...(await measureStarts(folder, made.keys[0] ?? '')),
      reads,
    };
    keepCell(machine(), cell);
    show(cell);
  } finally {
    if (flags.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function show({ reads, ...cell }: Cell): void {
  console.log(
    `  start ${cell.startMs.toFixed(0)} ms, first question ${cell.firstAtOnceMs.toFixed(0)} and ${cell.firstLaterMs.toFixed(0)} ms, idle ${cell.idleMb.toFixed(0)} MB and ${cell.idleCpuPercent.toFixed(2)} %, ${cell.bytesPerRecord.toFixed(0)} B a record`,
  );
  for (const [name, times] of Object.entries(reads)) {
    if (times === null) continue;
    const { p50, p99, bare, ratio } = times;
    console.log(
      `  ${name.padEnd(30)}p50 ${p50.toFixed(1).padStart(8)}  p99 ${p99.toFixed(1).padStart(8)}  bare ${bare.toFixed(1).padStart(8)}  x ${ratio.toFixed(2)}`,
    );
  }
}

for (const rows of numbers(flags.rows)) {
  for (const accounts of numbers(flags.accounts)) {
    const isThere = readCells().cells.some((cell) => cell.rows === rows && cell.accounts === accounts);
    if (isThere && !flags.again) console.log(`${rows} calls of ${accounts} accounts: measured already`);
    else await measure(rows, accounts);
  }
}
