// Runs Vitest in a child process and reads its report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A test file in a project of vitest.config.ts. */
export interface Unit {
  project: string;
  file: string;
}

interface Failure {
  file: string;
  test: string;
  reason: string;
}

export interface Ended {
  code: number;
  seconds: number;
  output: string;
  /** The files that ran, with their wall time in seconds. */
  files: { file: string; seconds: number; failed: boolean }[];
  failures: Failure[];
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

const here = (file: string): string => relative(process.cwd(), file);

function failuresOf(report: Report): Failure[] {
  return report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0)
      return status === 'failed' ? [{ file: here(name), test: '', reason: message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      file: here(name),
      test: fullName,
      reason: (failureMessages ?? []).join('\n').slice(0, 2_000),
    }));
  });
}

export const projects = (...names: string[]): string[] => names.flatMap((name) => ['--project', name]);

let reports = 0;

/** Runs Vitest with `args`. Its output is shown as it comes, or returned only. */
export async function runVitest(folder: string, args: readonly string[], shown = false): Promise<Ended> {
  const started = performance.now();
  const reportFile = join(folder, `report-${(reports += 1)}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = spawn('vitest', ['run', ...args, ...reporters], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
      if (shown) process.stdout.write(chunk as Buffer);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((performance.now() - started) / 1000);
  const base = { code: code ?? 1, seconds, output };
  let report: Report;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } catch (error) {
    const reason = `Vitest wrote no report: ${error instanceof Error ? error.message : String(error)}`;
    return {
      ...base,
      code: base.code || 1,
      files: [],
      failures: [{ file: args.join(' '), test: '', reason }],
    };
  }
  const files = report.testResults.map(({ name, startTime, endTime, status }) => ({
    file: here(name),
    seconds: (endTime - startTime) / 1000,
    failed: status === 'failed',
  }));
  return { ...base, files, failures: failuresOf(report) };
}

/** Every test file, once for each project that it belongs to. */
export async function listUnits(folder: string): Promise<Unit[]> {
  const file = join(folder, 'units.json');
  const child = spawn('vitest', ['list', '--filesOnly', `--json=${file}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`vitest list ended with ${code}`);
  const found = JSON.parse(readFileSync(file, 'utf8')) as { file: string; projectName: string }[];
  return found.map((unit) => ({ project: unit.projectName, file: here(unit.file) }));
}
