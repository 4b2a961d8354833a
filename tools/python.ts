// Finds a Python and makes an environment with the packages of a list. The product never needs it: its callers say that
// they skip something where there is none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CANDIDATES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];
const IS_NEW_ENOUGH = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

export const PYTHON_FOLDER = path.join(ROOT, 'python');

/** Why there is no Python SDK to test or to build here. */
export const NO_PYTHON = 'no Python 3.10 or newer with venv here';

/** TRACEWELL_TEST_PYTHON, or the first that is new enough. */
export function findPython(): string | null {
  const given = process.env['TRACEWELL_TEST_PYTHON'];
  const names = given === undefined ? CANDIDATES : [given];
  return names.find((name) => spawnSync(name, ['-c', IS_NEW_ENOUGH]).status === 0) ?? null;
}

/** Ends the program if the command fails. */
export function runPython(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, {
    cwd: PYTHON_FOLDER,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The interpreter of an environment with these packages; it is made again when they change. */
export function environmentOf(
  python: string,
  name: string,
  packages: readonly string[],
  list?: string,
): string {
  const folder = path.join(ROOT, 'node_modules/.cache', `python-${name}`);
  const inside = path.join(folder, 'bin/python');
  const mark = path.join(folder, '.installed');
  const text = list === undefined ? '' : readFileSync(path.join(PYTHON_FOLDER, list), 'utf8');
  const wanted = createHash('sha256')
    .update(JSON.stringify([python, packages, text]))
    .digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return inside;
  mkdirSync(folder, { recursive: true });
  runPython(python, ['-m', 'venv', '--clear', folder]);
  const lists = list === undefined ? [] : ['--requirement', list];
  runPython(inside, ['-m', 'pip', 'install', '--quiet', ...packages, ...lists]);
  writeFileSync(mark, wanted);
  return inside;
}
