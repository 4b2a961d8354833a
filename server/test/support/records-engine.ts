// The record engines that are available to tests here: in-process wherever chDB loads, and the server path
// through clickhouse-front/ in its own process. TRACEWELL_TEST_CLICKHOUSE_URL names a server to use instead
// of the front, a real one or the one that tools/emulated-engine.sh starts where chDB has no library.
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RecordsConfig } from '#config';
import { clearDeadFolders } from './dead-folders.ts';

interface TestEngine {
  name: string;
  config: RecordsConfig;
}

const HOW_TO_GET_ONE = `No record engine for the tests: chDB has no library for ${process.platform}-${process.arch} here.
Set TRACEWELL_TEST_CLICKHOUSE_URL to a ClickHouse server, or on Debian as root: eval "export $(tools/emulated-engine.sh start | xargs)"`;

/**
 * An emulated engine takes fifty times as long for a statement, so tests use smaller numbers there where they
 * can.
 */
export const emulated = process.env.TRACEWELL_EMULATED_ENGINE_PID !== undefined;

/** Tests that still take minutes there run only on request; with a native engine they always run. */
export const minutesUnderEmulation = emulated && process.env.TEST_ALL !== '1';

/**
 * End-to-end tests run on one of the two metadata engines with an emulated record engine; natively on both.
 */
export const leftToSqlite = (metadata: string): boolean => emulated && metadata !== 'sqlite';

// One data directory and one front per process, however many test files it runs.
const once = globalThis as { tracewellTestEngines?: Promise<TestEngine[]> };

/** All of them, or the first one alone if TEST_ENGINES is `first`. */
export function testEngines(): Promise<TestEngine[]> {
  once.tracewellTestEngines ??=
    process.env.TEST_ENGINES === 'first' && chdbLoads() ? Promise.resolve([inProcess()]) : findEngines();
  return once.tracewellTestEngines;
}

/** The one in-process if there is one; no front is started for it. */
export const firstEngine = async (): Promise<TestEngine | undefined> =>
  chdbLoads() ? inProcess() : (await testEngines())[0];

/**
 * For a store that a test opens: its own database, which it drops, and long timeouts for an emulated engine.
 */
export const testOptions = () => ({
  database: `tracewell_test_${randomBytes(6).toString('hex')}`,
  readSeconds: 300,
});

/** Account numbers separate tests that share a database. */
export const newAccount = (): number => randomInt(1, 2 ** 32 - 1);

/**
 * The setting for a service in its own process: the named engine if there is one, with its own database, or
 * else in-process.
 */
export function serviceRecords(): Record<string, string> {
  const url = process.env.TRACEWELL_TEST_CLICKHOUSE_URL;
  return url ? { TRACEWELL_CLICKHOUSE_URL: new URL(testOptions().database, url).href } : {};
}

async function findEngines(): Promise<TestEngine[]> {
  const url = process.env.TRACEWELL_TEST_CLICKHOUSE_URL;
  const engines: TestEngine[] = [];
  if (chdbLoads()) {
    engines.push(inProcess());
    engines.push({
      name: 'server',
      config: { kind: 'server', url: url ?? (await startFront(path.join(freshFolder(), 'front'))) },
    });
  } else if (url) {
    engines.push({ name: 'server', config: { kind: 'server', url } });
  } else {
    throw new Error(HOW_TO_GET_ONE);
  }
  return engines;
}

const inProcess = (): TestEngine => ({
  name: 'in-process',
  config: { kind: 'embedded', path: path.join(freshFolder(), 'in-process') },
});

function chdbLoads(): boolean {
  try {
    createRequire(import.meta.url)('chdb');
    return true;
  } catch {
    return false;
  }
}

/** Exit handlers do not run in test workers, so each run removes the folders of dead ones. */
function freshFolder(): string {
  const root = path.join(tmpdir(), 'tracewell-test-engines');
  mkdirSync(root, { recursive: true });
  clearDeadFolders(root, /^(\d+)$/);
  return path.join(root, String(process.pid));
}

async function startFront(folder: string): Promise<string> {
  const main = fileURLToPath(new URL('clickhouse-front/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, '--path', folder, '--with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.unref();
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
    return line.slice('ready '.length);
  }
  throw new Error('The front of the record engine ended before it was ready.');
}
