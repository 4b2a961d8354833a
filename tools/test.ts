// `npm test`: every test, in three lanes. The first runs the tests of the record engine one file at a time,
// because they share one engine, and then those in the browser. The second runs the tests with metadata in
// two workers, the third the pure tests in one. Tests often wait, for timers or a disk, so four files at a
// time keep two cores busy. If the platform has no library of the engine, it is emulated. With arguments it
// runs Vitest directly: `npm test -- --project pure`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshBundle } from '../server/src/command/bundle.ts';
import { clearDeadFolders } from '../server/test/support/dead-folders.ts';
import { missingOnPostgres, recordedIn } from './statement-shapes.ts';

interface Ended {
  code: number;
  seconds: number;
  output: string;
}

async function run(args: string[], shown: boolean): Promise<Ended> {
  const started = performance.now();
  const child = spawn('vitest', ['run', ...args], { stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, seconds: Math.round((performance.now() - started) / 1000), output };
}

/** The part of Vitest's JSON report that is used here. */
interface Report {
  testResults: {
    name: string;
    message: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

/** The failures with their reasons. They are printed last, because the end of a long log is kept. */
function failuresOf(reportFile: string): string[] {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } catch (error) {
    return [`Vitest wrote no report: ${error instanceof Error ? error.message : String(error)}`];
  }
  return report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}\n  ${message}`] : [];
    return failed.map(
      (test) => `${file} > ${test.fullName}\n  ${(test.failureMessages ?? []).join('\n').slice(0, 2_000)}`,
    );
  });
}

// Tests start some hundred processes of the service. With the cache of the launcher
// (server/bin/compile-cache.js), none of them compiles what another has already compiled.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../node_modules/.cache/tracewell', import.meta.url),
);

const MEMORY_DISK = '/dev/shm';
const TMPFS = 0x01_02_19_94;
const PLENTY = 6 * 1024 ** 3;

/**
 * The tests make many small files, and creating those on a disk costs processor time. Where the machine has
 * memory to spare, they are made there. A TMPDIR that is set stays.
 */
function memoryFolder(): string | null {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY_DISK)) return null;
  const { type, bavail, bsize } = statfsSync(MEMORY_DISK);
  if (type !== TMPFS || bavail * bsize < PLENTY || freemem() < PLENTY) return null;
  clearDeadFolders(MEMORY_DISK, /^twl-(\d+)$/);
  const folder = join(MEMORY_DISK, `twl-${process.pid}`);
  mkdirSync(folder);
  // The tests' PostgreSQL has its own user.
  chmodSync(folder, 0o777);
  return folder;
}

/** Tests start the service some hundred times. A bundle that is older than the sources is not used. */
function bringBundleUpToDate(): void {
  if (freshBundle() !== null) return;
  execFileSync(process.execPath, [fileURLToPath(new URL('bundle.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const EMULATION = fileURLToPath(new URL('emulated-engine.sh', import.meta.url));
const emulation = (...args: string[]): string =>
  execFileSync('bash', [EMULATION, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Starts an emulated engine if chDB does not load, and sets the variables that the tests use. */
function findEngine(): string {
  for (const line of emulation('start').split('\n')) {
    const [name = '', value = ''] = line.split(/=(.*)/);
    if (name !== '') process.env[name] = value;
  }
  if (process.env['TRACEWELL_EMULATED_ENGINE_PID'] !== undefined) return 'emulated (x64 library under qemu)';
  return process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] === undefined
    ? 'native (chDB in-process)'
    : 'a ClickHouse server (TRACEWELL_TEST_CLICKHOUSE_URL)';
}

/** Statements of the files that are left to SQLite must run on PostgreSQL too, in other files. */
function tellMissing(statements: string): boolean {
  const recorded = recordedIn(statements);
  const missing = missingOnPostgres(recorded);
  for (const [shape, file] of missing)
    process.stdout.write(
      `\nnot run on PostgreSQL: ${shape}\n  of ${file}: take it off the list in vitest.config.ts\n`,
    );
  const isWhole = (['sqlite', 'postgres'] as const).every((each) =>
    recorded.some(({ engine, shapes }) => engine === each && shapes.length > 0),
  );
  if (!isWhole) process.stdout.write('\nno metadata statements were recorded\n');
  return isWhole && missing.size === 0;
}

async function runAll(reports: string): Promise<number> {
  bringBundleUpToDate();
  const statements = join(reports, 'statements');
  process.env['TEST_STATEMENTS'] = statements;
  const found = findEngine();
  process.stdout.write(`record engine: ${found}\n`);
  // With an emulated engine pages take minutes to load, so browser tests run there only on request.
  const slow = process.env['TRACEWELL_EMULATED_ENGINE_PID'] !== undefined && process.env['TEST_ALL'] !== '1';
  const project = (...names: string[]): string[] => names.flatMap((name) => ['--project', name]);
  const reported = (name: string): string[] => [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${name}.json`)}`,
  ];
  const beside = async () => {
    const engine = await run([...project('engine'), ...reported('engine')], false);
    if (slow) return { engine };
    return { engine, e2e: await run([...project('e2e'), '--maxWorkers', '1', ...reported('e2e')], false) };
  };
  const [hidden, pure, metadata] = await Promise.all([
    beside(),
    run([...project('pure', 'web'), '--maxWorkers', '1', ...reported('pure')], false),
    run([...project('sqlite', 'postgres', 'apart'), '--maxWorkers', '2', ...reported('metadata')], true),
  ]);
  const runs = Object.entries({ ...hidden, pure, metadata });
  for (const { output } of [...Object.values(hidden), pure]) process.stdout.write(`${output.trimEnd()}\n`);
  for (const [name, { code }] of runs) {
    if (code === 0) continue;
    for (const failure of failuresOf(join(reports, `${name}.json`)))
      process.stdout.write(`\nfailed: ${failure}\n`);
  }
  // With an emulated engine, PostgreSQL runs fewer files.
  const isProven = process.env['TRACEWELL_EMULATED_ENGINE_PID'] !== undefined || tellMissing(statements);
  if (process.env['TEST_REPORTS'] === '1') process.stdout.write(`reports: ${reports}\n`);
  else rmSync(reports, { recursive: true });
  const failed = runs.filter(([, { code }]) => code !== 0).map(([name]) => name);
  if (!isProven) failed.push('statements');
  const times = runs.map(([name, { seconds }]) => `${name} ${seconds} s`).join(', ');
  process.stdout.write(`\nrecord engine: ${found}; ${times}\n`);
  process.stdout.write(
    failed.length === 0 ? 'tests: all passed\n' : `tests: failed in ${failed.join(' and ')}\n`,
  );
  return failed.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = (await run(args, true)).code;
} else {
  const running = process.env['TRACEWELL_EMULATED_ENGINE_PID'];
  const reports = mkdtempSync(join(tmpdir(), 'tracewell-tests-'));
  const inMemory = memoryFolder();
  if (inMemory !== null) process.env['TMPDIR'] = inMemory;
  try {
    process.exitCode = await runAll(reports);
  } finally {
    if (inMemory !== null) rmSync(inMemory, { recursive: true, force: true });
    const started = process.env['TRACEWELL_EMULATED_ENGINE_PID'];
    if (started !== undefined && started !== running) emulation('stop', started);
  }
}
