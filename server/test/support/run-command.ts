// Runs `tracewell-server` as a user would, on its own data directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));

/** Each command is a process, which takes long on a busy machine. */
export const takeTime = () => vi.setConfig({ testTimeout: 120_000 });

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Removed after the tests of the file. */
export function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-command-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Nothing listens there, so opening the records store fails. */
export const NO_RECORDS = { TRACEWELL_CLICKHOUSE_URL: 'http://127.0.0.1:1' };

export async function run(
  args: string[],
  env: Record<string, string> = {},
  program = MAIN,
): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...NO_RECORDS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
