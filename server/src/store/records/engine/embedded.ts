// ClickHouse inside this process (chDB): one engine and one data directory per process, several connections
// on it.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import type { EmbeddedRecords } from '#config';
import { AppError } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { LaterThreads } from '#lib/thread-priority';
import type { EngineConnections, EngineOptions } from './connections.ts';
import { DiskSync } from './disk-sync.ts';
import { embeddedStreams } from './embedded-streams.ts';
import { Pool } from './pool.ts';
import { FairConnectionPool } from './fair-connection-pool.ts';
import {
  embeddedSettings,
  EXPORTS_AT_ONCE,
  EXPORT_SECONDS,
  exportSettings,
  QUICK_SETTINGS,
  READ_SECONDS,
  settingsSql,
  type Settings,
  SHARING_SETTINGS,
  startArguments,
  WRITE_SECONDS,
} from './settings.ts';

const READ_CONNECTIONS = 3;
const MAX_WAITING = 1_000;
/** The engine starts more threads when it has more to do, and keeps them. */
const THREADS_EVERY_MS = 5 * SECOND_MS;
/**
 * How often the engine checks its memory, in milliseconds. The default of twenty times a second is half of
 * its idle CPU time.
 */
const MEMORY_LOOK = '--memory_worker_period_ms=1000';

export async function openEmbedded(
  { path, memoryBytes }: EmbeddedRecords,
  { database = 'tracewell', readSeconds = READ_SECONDS, onLoaded }: EngineOptions,
): Promise<EngineConnections> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const disk = new DiskSync(path);
  disk.start();
  void disk.works();
  const threads = new LaterThreads();
  const { Session, createChdbConnection, drainPending } = await loadChdb();
  // The first connection starts the engine, and only it accepts start arguments: the allowed path of backups
  // and the memory limit.
  const limits = memoryBytes === undefined ? [] : startArguments(memoryBytes);
  const connectionArgs = ['--backups.allowed_path=/', MEMORY_LOOK, ...limits];
  const first = opened(path, () => new Session(path, { connectionArgs }));
  onLoaded?.();
  const looking = setInterval(() => threads.look(), THREADS_EVERY_MS).unref();
  const clients: ClickHouseClient[] = [];
  const streams = embeddedStreams({
    open: () => new Session(path),
    setUp: [
      `USE ${database}`,
      `SET ${settingsSql({
        ...embeddedSettings(EXPORT_SECONDS, memoryBytes),
        ...exportSettings(memoryBytes),
        ...SHARING_SETTINGS,
      })}`,
    ],
    atOnce: EXPORTS_AT_ONCE,
    folder: join(dirname(path), 'exports'),
  });
  try {
    await first.queryAsync(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`);
    const forReads = { ...embeddedSettings(readSeconds, memoryBytes), ...QUICK_SETTINGS };
    // The first is for writes.
    const each = [
      embeddedSettings(WRITE_SECONDS, memoryBytes),
      ...Array.from({ length: READ_CONNECTIONS }, () => forReads),
    ];
    await Promise.all(each.map(connect));
  } catch (error) {
    await end();
    throw error;
  }
  threads.look();
  return {
    kind: 'embedded',
    database,
    writes: new Pool(clients.slice(0, 1), MAX_WAITING),
    reads: new FairConnectionPool(clients.slice(1)),
    streams,
    silence: null,
    sync: () => disk.sync(),
    canSync: () => disk.works(),
    end,
  };

  async function connect(settings: Settings): Promise<void> {
    // The two packages declare incompatible types for the same connection.
    const client = createClient({
      connection: createChdbConnection({ path }) as never,
      log: { level: ClickHouseLogLevel.OFF },
    });
    clients.push(client);
    await client.command({ query: `USE ${database}` });
    await client.command({ query: `SET ${settingsSql(settings)}` });
  }

  async function end(): Promise<void> {
    clearInterval(looking);
    // Destroying a connection under a running query crashes the engine, and with it the process.
    await drainPending();
    streams.end();
    for (const client of clients) await client.close();
    first.close();
    await drainPending();
    disk.end();
  }
}

/** Loaded on first use: the library has half a gigabyte and does not exist for every platform. */
async function loadChdb() {
  try {
    const { Session, drainPending } = await import('chdb');
    const { createChdbConnection } = await import('chdb/connection');
    return { Session, drainPending, createChdbConnection };
  } catch (error) {
    throw new AppError(
      'unavailable',
      'records_engine_missing',
      `ClickHouse in-process (chDB) cannot be loaded on ${process.platform}-${process.arch}: its library for this platform is not installed. ` +
        'Install again on this machine with optional dependencies, or set TRACEWELL_CLICKHOUSE_URL to a ClickHouse server.',
      { cause: error },
    );
  }
}

function opened<Session>(path: string, open: () => Session): Session {
  try {
    return open();
  } catch (error) {
    throw new AppError(
      'unavailable',
      'records_not_opened',
      `The records in ${path} cannot be opened. Most likely another process of this service uses them; only one may at a time. ` +
        'Otherwise check that the folder belongs to this user and that the disk has free space.',
      { cause: error },
    );
  }
}
