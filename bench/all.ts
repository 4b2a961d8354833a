// The whole table in one command. It runs every measurement that has targets, one after the other, writes the
// figures to bench/results/<name>.json, and prints them beside the required value, the goal, and the last
// committed result. A figure that got 20 % worse is red.
//   node bench/all.ts [--quick] [--only name,name] [--scale] [--name full] [--check]
// `--quick` uses smaller tables and shorter rounds, and has its own result file. `--only` runs some of the
// measurements and keeps the other figures of the result. `--scale` also measures growth (bench/scale.ts). At
// the end docs/performance.md is updated from the results, unless `--name` gives the result another name.
// With `--check` the exit code is 1 if a figure is missed or worse.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, styleText } from 'node:util';
import { isWorse, judge, type Judged } from './all/compare.ts';
import { RUNS, type Run } from './all/runs.ts';
import { TABLE } from './all/table.ts';
import type { Figures } from './lib/figures.ts';
import { commit, git, machine } from './lib/machine.ts';

interface Result {
  at: string;
  commit: string;
  machine: string;
  /** The machine's load average over one minute, before the first measurement and after the last. */
  load: [before: number, after: number];
  figures: Figures;
}

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    scale: { type: 'boolean', default: false },
    name: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const only = flags.only?.split(',');
const unknown = only?.filter((name) => !RUNS.some((run) => run.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${RUNS.map(({ name }) => name).join(', ')}.`);

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const relative = `bench/results/${flags.name ?? (flags.quick ? 'quick' : 'full')}.json`;
const file = path.join(ROOT, relative);

function lastCommitted(): Result | null {
  try {
    return JSON.parse(git('show', `HEAD:${relative}`)) as Result;
  } catch {
    return null;
  }
}

const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

async function runScript(script: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

async function measure({ name, script, args, quick }: Run, into: string): Promise<Figures> {
  const json = path.join(into, `${name}.json`);
  const began = performance.now();
  console.log(styleText('bold', `\n${name}`));
  const code = await runScript(script, [...(flags.quick ? quick : args), `--json=${json}`]);
  if (code !== 0) {
    console.log(styleText('red', `${name} ended with ${code}; its figures are missing`));
    process.exitCode = 1;
    return {};
  }
  console.log(`(${((performance.now() - began) / 1_000).toFixed(0)} s)`);
  return JSON.parse(readFileSync(json, 'utf8')) as Figures;
}

const shown = (value: number): string =>
  value >= 1_000
    ? Math.round(value).toLocaleString('en')
    : value >= 100
      ? value.toFixed(0)
      : value.toPrecision(3);
const orNothing = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : shown(value);

function line(one: Judged): string {
  const { row, value, last, worseBy, toBare, atTargetSpeed } = one;
  const change =
    worseBy === null || Math.abs(worseBy) < 0.005
      ? ''
      : `${Math.abs(worseBy * 100).toFixed(0)} % ${worseBy > 0 ? 'worse' : 'better'}`;
  const cells = [
    row.title.padEnd(62),
    `${shown(value)} ${row.unit}`.padStart(12),
    orNothing(row.must).padStart(9),
    orNothing(row.goal).padStart(9),
    (one.standing === 'missed' ? 'MISSED' : one.standing === 'measured' ? '' : one.standing).padStart(8),
    (toBare === null ? '' : `${toBare.toFixed(2)} x`).padStart(9),
    orNothing(atTargetSpeed).padStart(10),
    orNothing(last).padStart(10),
    change.padStart(14),
  ];
  const text = cells.join('');
  return isWorse(one) ? styleText('red', text, { validateStream: false }) : text;
}

const scratch = mkdtempSync(path.join(tmpdir(), 'tracewell-all-'));
try {
  const last = lastCommitted();
  const before = loadNow();
  const kept = only && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result).figures : {};
  const figures: Figures = { ...kept };
  for (const run of RUNS) {
    if (only && !only.includes(run.name)) continue;
    Object.assign(figures, await measure(run, scratch));
  }
  const result: Result = {
    at: new Date().toISOString(),
    commit: commit(),
    machine: machine(),
    load: [before, loadNow()],
    figures,
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  const judged = judge(TABLE, figures, last?.figures ?? null);
  const head = ['figure'.padEnd(62), '', 'must', 'goal', '', 'to bare', 'at speed', 'last', ''];
  const widths = [62, 12, 9, 9, 8, 9, 10, 10, 14];
  console.log(
    `\n${result.machine}; load ${result.load.join(' to ')}; ${result.commit}, last ${last?.commit ?? 'none'}`,
  );
  console.log(head.map((cell, at) => cell.padStart(widths[at] ?? 0)).join(''));
  for (const one of judged) console.log(line(one));
  const missed = judged.filter((one) => one.standing === 'missed').length;
  const worse = judged.filter(isWorse).length;
  console.log(
    `\n${judged.length} figures, ${missed} missed, ${worse} at least 20 % worse than the last result; ${relative}`,
  );
  if (flags.scale && (await runScript('scale.ts', flags.quick ? ['--rows=1000000'] : [])) !== 0)
    process.exitCode = 1;
  if (flags.name === undefined) await import('./report.ts');
  if (flags.check && missed + worse > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
