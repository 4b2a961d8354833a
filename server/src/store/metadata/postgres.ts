// PostgreSQL under Kysely: one pool that may write, and one whose every transaction is read-only.
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types as pgTypes, type CustomTypesConfig } from 'pg';
import type { Database } from './database.ts';

// int8 and numeric arrive as text by default; every integer of ours is a safe one.
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pgTypes.builtins.INT8 || oid === pgTypes.builtins.NUMERIC
      ? Number
      : pgTypes.getTypeParser(oid, format),
};

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;

function pool(url: string, max: number, readOnly: boolean, onIdleError: (error: Error) => void): Pool {
  const made = new Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'tracewell',
    ...(readOnly ? { options: '-c default_transaction_read_only=on' } : {}),
  });
  // Without a listener a server restart would end the process; the next query gets a new connection.
  made.on('error', onIdleError);
  return made;
}

export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
): { reader: Kysely<Database>; writer: Kysely<Database> } {
  return {
    reader: new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool(url, 8, true, onIdleError) }) }),
    writer: new Kysely<Database>({
      dialect: new PostgresDialect({ pool: pool(url, 8, false, onIdleError) }),
    }),
  };
}
