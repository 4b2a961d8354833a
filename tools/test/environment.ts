// The environment of the tests: the bundle of the service, a record engine, a folder in memory.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshBundle } from '../../server/src/command/bundle.ts';
import { clearDeadFolders } from '../../server/test/support/dead-folders.ts';

const besideThis = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

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

/** Tests start the service many times. A bundle that is older than the sources is not used. */
function bringBundleUpToDate(): void {
  if (freshBundle() !== null) return;
  execFileSync(process.execPath, [besideThis('../bundle.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const emulation = (...args: string[]): string =>
  execFileSync('bash', [besideThis('../emulated-engine.sh'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Starts an emulated engine if chDB does not load, and sets the variables that the tests use. */
function findEngine(): string {
  for (const line of emulation('start').split('\n')) {
    const [name = '', value = ''] = line.split(/=(.*)/);
    if (name !== '') process.env[name] = value;
  }
  if (isEmulated()) return 'emulated (x64 library under qemu)';
  return process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] === undefined
    ? 'native (chDB in-process)'
    : 'a ClickHouse server (TRACEWELL_TEST_CLICKHOUSE_URL)';
}

export const isEmulated = (): boolean => process.env['TRACEWELL_EMULATED_ENGINE_PID'] !== undefined;

// With the cache of the launcher (server/bin/compile-cache.js), no process compiles what another has already
// compiled.
process.env['NODE_COMPILE_CACHE'] ??= besideThis('../../node_modules/.cache/tracewell');

/** Prepares what the tests need, runs them, and cleans up. `run` gets a description of the record engine. */
export async function withEnvironment(run: (engine: string) => Promise<number>): Promise<number> {
  const running = process.env['TRACEWELL_EMULATED_ENGINE_PID'];
  const inMemory = memoryFolder();
  if (inMemory !== null) process.env['TMPDIR'] = inMemory;
  try {
    bringBundleUpToDate();
    return await run(findEngine());
  } finally {
    if (inMemory !== null) rmSync(inMemory, { recursive: true, force: true });
    const started = process.env['TRACEWELL_EMULATED_ENGINE_PID'];
    if (started !== undefined && started !== running) emulation('stop', started);
  }
}
