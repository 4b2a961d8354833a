// A ClickHouse server or cluster, over keep-alive sockets. Questions and writes have separate sockets,
// because their time limits differ.
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { AppError } from '#lib/app-error';
import { PROBE_MS, SilenceWatch } from '#lib/silence-watch';
import type { EngineConnections, EngineOptions } from './connections.ts';
import { isEngineError, translateRecords } from './errors.ts';
import { Pool } from './pool.ts';
import { FairConnectionPool } from './fair-connection-pool.ts';
import { serverStreams } from './server-streams.ts';
import {
  EXPORT_SECONDS,
  exportSettings,
  READ_SECONDS,
  serverSettings,
  WRITE_SECONDS,
  type Settings,
} from './settings.ts';

const SOCKETS = 16;
const MAX_WAITING = 1_000;
const ACCESS_DENIED = 497;

export async function openServer(
  url: string,
  { database, readSeconds = READ_SECONDS }: EngineOptions,
): Promise<EngineConnections> {
  const target = new URL(url);
  const name = database ?? (decodeURIComponent(target.pathname.slice(1)) || 'tracewell');
  // It is written into a statement as an identifier, which cannot be a parameter.
  if (!/^\w{1,64}$/.test(name)) {
    throw new AppError(
      'unavailable',
      'records_database_name',
      'The database in the path of TRACEWELL_CLICKHOUSE_URL may have letters, digits and underscores only.',
    );
  }
  target.pathname = '/';
  await createDatabase(clientFor(target, 'default', readSeconds), target, name);
  const reader = clientFor(target, name, readSeconds);
  const writer = clientFor(target, name, WRITE_SECONDS);
  const exporter = clientFor(target, name, EXPORT_SECONDS, {
    ...exportSettings(),
    cancel_http_readonly_queries_on_client_close: 1,
  });
  // Its own socket, because the others are busy when the server hangs.
  const prober = createClient({
    url: target,
    request_timeout: PROBE_MS,
    max_open_connections: 1,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const silence = new SilenceWatch({
    probe: async () => {
      const answer = await prober.ping();
      if (!answer.success) throw answer.error;
    },
  });
  const slots = (client: ClickHouseClient) => Array.from({ length: SOCKETS }, () => client);
  return {
    kind: 'server',
    database: name,
    reads: new FairConnectionPool(slots(reader)),
    writes: new Pool(slots(writer), MAX_WAITING),
    streams: serverStreams(exporter),
    silence,
    end: async () => {
      silence.close();
      await prober.close();
      await reader.close();
      await writer.close();
      await exporter.close();
    },
  };
}

const clientFor = (url: URL, database: string, seconds: number, settings: Settings = {}): ClickHouseClient =>
  createClient({
    url,
    database,
    application: 'tracewell',
    log: { level: ClickHouseLogLevel.OFF }, // It prints to the console. The caller logs the errors.
    max_open_connections: SOCKETS,
    request_timeout: (seconds + 5) * 1_000,
    compression: { response: true, request: false },
    clickhouse_settings: { ...serverSettings(seconds), ...settings },
  });

/** A user without the right to create databases may still use one that an operator created. */
async function createDatabase(client: ClickHouseClient, url: URL, name: string): Promise<void> {
  try {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${name}` });
  } catch (error) {
    if (isEngineError(error, ACCESS_DENIED)) return;
    if (!(translateRecords(error) instanceof AppError)) throw error;
    throw new AppError(
      'unavailable',
      'records_unavailable',
      `The ClickHouse server at ${url.host} (TRACEWELL_CLICKHOUSE_URL) cannot be used: it does not answer, or refuses the user and password.`,
      { cause: error },
    );
  } finally {
    await client.close();
  }
}
