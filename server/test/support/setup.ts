// Once per test run and engine: a folder for everything the tests write, and a real PostgreSQL for the runs
// on PostgreSQL.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { clearDeadFolders } from './dead-folders.ts';
import { makeMigrated } from './migrated.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres';
    testRoot: string;
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  clearDeadFolders(tmpdir(), /^tracewell-test-(\d+)-/);
  const root = mkdtempSync(path.join(tmpdir(), `tracewell-test-${process.pid}-`));
  chmodSync(root, 0o777);
  project.provide('testRoot', root);
  const wantsPostgres = project.config.provide.engine === 'postgres';
  const postgres = wantsPostgres ? await startPostgres(root) : null;
  project.provide('postgresUrl', postgres?.url ?? '');
  await makeMigrated(root, postgres?.url ?? null);
  return async () => {
    await postgres?.stop();
    rmSync(root, { recursive: true, force: true });
  };
}
