// The whole service in a separate process, for bench/queries.ts, on records that the engine generated before
// it started. Beside it is one connection for bare SQL, on the same engine and the same parts. It shares the
// caches and the load of the machine with the service, but none of the service's code.
import { setTimeout } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { pino } from 'pino';
import { openApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/index.ts';
import { readFilled } from './filled.ts';

export interface Bare {
  sql: string;
  format: 'JSONEachRow' | 'CSV';
}

export interface BareAnswer {
  ms: number;
  bytes: number;
}

const MERGES_MS = 120_000;
const { dataDir } = readConfig(process.env);
const { recordsUrl } = readFilled(dataDir);
const config = readConfig({
  ...process.env,
  ...(recordsUrl === null ? {} : { TRACEWELL_CLICKHOUSE_URL: recordsUrl }),
});
const log = pino({ level: 'error' });
const database = recordsUrl === null ? 'tracewell' : new URL(recordsUrl).pathname.slice(1);

async function bareClient(): Promise<ClickHouseClient> {
  const quiet = { log: { level: ClickHouseLogLevel.OFF } };
  if (config.records.kind === 'server') {
    const url = new URL(config.records.url);
    url.pathname = '/';
    return createClient({ ...quiet, url, database, request_timeout: 300_000 });
  }
  const { createChdbConnection } = await import('chdb/connection');
  const client = createClient({
    ...quiet,
    connection: createChdbConnection({ path: config.records.path }) as never,
  });
  await client.command({ query: `USE ${database}` });
  return client;
}

const app = await openApp(config, log);
await app.start();
const bare = await bareClient();
await mergesSettled();

process.on('message', (message: Bare | 'forget' | 'stop') => {
  void (async () => {
    if (message === 'stop') return stop();
    process.send?.(message === 'forget' ? await forget() : await answer(message));
  })();
});
process.send?.('ready');

/**
 * Waits for merges of the fill that still run when the service starts, because they would distort the
 * figures.
 */
async function mergesSettled(): Promise<void> {
  const deadline = performance.now() + MERGES_MS;
  for (let quiet = 0; quiet < 4 && performance.now() < deadline;) {
    await setTimeout(250);
    const merging = await (await bare.query({ query: 'SELECT 1 FROM system.merges', format: 'CSV' })).text();
    quiet = merging === '' ? quiet + 1 : 0;
  }
}

async function answer({ sql, format }: Bare): Promise<BareAnswer> {
  const start = performance.now();
  const text = await (await bare.query({ query: sql, format })).text();
  return { ms: performance.now() - start, bytes: text.length };
}

/** Clears the engine's caches. The file cache of the operating system stays. */
async function forget(): Promise<BareAnswer> {
  for (const cache of ['MARK', 'UNCOMPRESSED', 'PRIMARY INDEX', 'QUERY CONDITION']) {
    // Not every version has every cache, and not every user may empty one.
    await bare.command({ query: `SYSTEM DROP ${cache} CACHE` }).catch(() => undefined);
  }
  return { ms: 0, bytes: 0 };
}

async function stop(): Promise<void> {
  if (config.records.kind === 'embedded') await bare.close();
  await app.stop();
  if (config.records.kind === 'server') {
    await bare.command({ query: `DROP DATABASE ${database} SYNC` });
    await bare.close();
  }
  process.exit(0);
}
