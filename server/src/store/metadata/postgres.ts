// PostgreSQL under Kysely: one pool that may write, one whose every transaction is read-only, and one
// connection without time limits for the migrations at start.
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, types as pgTypes, type CustomTypesConfig, type PoolClient, type PoolConfig } from 'pg';
import { PROBE_MS, SilenceWatch } from '#lib/silence-watch';
import type { Database } from './database.ts';
import { isTimedOut } from './errors.ts';

// int8 and numeric arrive as text by default; all our integers are safe integers.
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pgTypes.builtins.INT8 || oid === pgTypes.builtins.NUMERIC
      ? Number
      : pgTypes.getTypeParser(oid, format),
};

/** Also the limit for getting a free connection: a caller gets an answer within five seconds. */
const CONNECT_TIMEOUT_MS = 4_000;
const PATIENCE_MS = 10_000;
/** The maximum of each pool in a process: one for reads, one for changes. */
export const POOL_CONNECTIONS = 8;
// The server's limit is shorter, so that the server can name the statement that took too long.
const SILENCE_MS = 1_000;

/** A process that hangs in a transaction loses it after this time, which frees its locks. */
const LONGEST_PAUSE_MS = 30_000;

export interface PostgresOptions {
  onIdleError?: (error: Error) => void;
  patienceMs?: number;
}

/**
 * In the driver, options in the URL replace the options of the configuration. Session options are merged here
 * instead, because a URL with its own options would make the reader able to write.
 */
function withSession(connectionString: string, setting: string): PoolConfig {
  const url = URL.parse(connectionString);
  const own = url?.searchParams.get('options');
  if (!url || !own) return { connectionString, options: setting };
  url.searchParams.delete('options');
  return { connectionString: url.href, options: `${own} ${setting}` };
}

/**
 * A connection whose statement got no answer is stuck, so it is not used again. If the whole server is
 * silent, the statement is aborted before its own limit.
 */
function endWhenStuck(client: PoolClient, silence: SilenceWatch | null): void {
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
  const end = () => client.end().catch(() => undefined);
  const watched = (...given: unknown[]): unknown => {
    const answer = ask(...given);
    if (answer instanceof Promise) {
      // Closes the socket under the running statement, so that the statement fails.
      const forget = silence?.watch(() => void end());
      void (async () => {
        try {
          await answer;
        } catch (error) {
          if (isTimedOut(error)) await end();
        } finally {
          forget?.();
        }
      })();
    }
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Has its own connection, because those of the pool are stuck when the server hangs. */
const silenceOf = (connectionString: string): SilenceWatch =>
  new SilenceWatch({
    probe: async () => {
      const client = new Client({
        connectionString,
        connectionTimeoutMillis: PROBE_MS,
        query_timeout: PROBE_MS,
        application_name: 'tracewell probe',
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('select 1');
      } finally {
        void client.end().catch(() => undefined);
      }
    },
  });

function open(
  config: PoolConfig,
  onIdleError: (error: Error) => void,
  silence: SilenceWatch | null = null,
): Kysely<Database> {
  const pool = new Pool({
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'tracewell',
    ...config,
  });
  // Without listeners a server restart would end the process, whether a connection is idle or inside a
  // transaction. The next query gets a new connection.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    client.on('error', onIdleError);
    endWhenStuck(client, silence);
  });
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

export function openPostgres(
  url: string,
  { onIdleError = () => undefined, patienceMs = PATIENCE_MS }: PostgresOptions,
): {
  reader: Kysely<Database>;
  writer: Kysely<Database>;
  migrator: Kysely<Database>;
  version: () => null;
} {
  const silence = silenceOf(url);
  const limits = {
    max: POOL_CONNECTIONS,
    statement_timeout: patienceMs,
    query_timeout: patienceMs + SILENCE_MS,
  };
  return {
    reader: open(
      { ...limits, ...withSession(url, '-c default_transaction_read_only=on') },
      onIdleError,
      silence,
    ),
    writer: open(
      { ...limits, idle_in_transaction_session_timeout: LONGEST_PAUSE_MS, connectionString: url },
      onIdleError,
      silence,
    ),
    migrator: open({ max: 1, connectionString: url }, onIdleError),
    version: () => null,
  };
}
