// The whole service in a process of its own, for bench/queries.ts, on records that the engine made before it started. Beside the
// service, and on the same engine and the same parts, one connection for bare SQL: it shares the caches and the neighbours' load with
// the service, and nothing of the service's way from a request to an answer.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { pino } from 'pino';
import { openApp } from '../../server/src/app.ts';
import { readConfig, type Config } from '../../server/src/config/index.ts';
import { changeAs } from '../../server/src/core/change.ts';
import { mintKey } from '../../server/src/features/api-keys/index.ts';
import { firstStart } from '../../server/src/features/first-start/index.ts';
import { openEngine, type RecordsEngine } from '../../server/src/store/records/engine.ts';
import type { RecordsStore } from '../../server/src/store/records/index.ts';
import { migrate } from '../../server/src/store/records/migrate.ts';
import {
  insertMadeCallsSql,
  insertMadeObservationsSql,
  type MadeCalls,
} from '../../server/test/made-calls.ts';
import type { Sample } from './questions.ts';

export interface Ready {
  account: number;
  endMs: number;
  /** A key may read 600 times a minute. */
  keys: string[];
  samples: Sample[];
}

export interface Bare {
  sql: string;
  format: 'JSONEachRow' | 'CSV';
}

export interface BareAnswer {
  ms: number;
  bytes: number;
}

const KEYS = 40;
const PIECE = 1_000_000;
const MERGES_MS = 120_000;
const [rows = 0, accountRows = 0] = process.argv.slice(2).map(Number);
const log = pino({ level: 'error' });
const config = ownDatabase(readConfig(process.env));

/** On a server, a database that nobody else has. */
function ownDatabase(read: Config): Config {
  if (read.records.kind === 'embedded') return read;
  const url = new URL(read.records.url);
  url.pathname = `/tracewell_bench_${randomBytes(6).toString('hex')}`;
  return { ...read, records: { kind: 'server', url: url.href } };
}

/** The account and its keys, before there are records: their numbers belong into the rows. */
async function openBooks(): Promise<{ account: number; keys: string[] }> {
  const records = { kind: 'server', close: async () => undefined } as unknown as RecordsStore;
  const app = await openApp(config, log, { records });
  try {
    const { services } = app;
    const first = await firstStart(services);
    if (!first) throw new Error('The service has been started before.');
    const by = { accountId: first.accountId, actor: { type: 'system', id: 'bench' } as const, origin: null };
    const keys = [first.apiKey];
    while (keys.length < KEYS) {
      const key = await changeAs(services, by, 'api_key.create', async (tx) => {
        const made = await mintKey(tx, services.clock, {
          accountId: first.accountId,
          name: 'Bench',
          scopes: ['read', 'write:records'],
          projectId: null,
          expiresAt: null,
          createdBy: 'bench',
        });
        return { result: made.apiKey, target: { type: 'api_key', id: made.id } };
      });
      keys.push(key);
    }
    const account = (await services.accounts.get(first.accountId))?.number;
    if (account === undefined) throw new Error('The account is not there.');
    return { account, keys };
  } finally {
    await app.stop();
  }
}

async function fill(engine: RecordsEngine, made: MadeCalls): Promise<Sample[]> {
  await migrate(engine);
  for (let from = 0; from < rows; from += PIECE) {
    await engine.command(insertMadeCallsSql(made, from, Math.min(PIECE, rows - from)));
  }
  await engine.command(insertMadeObservationsSql(made));
  const found = await engine.query<Sample>(
    `SELECT id, trace_id AS traceId, session_id AS sessionId, user_id AS userId FROM calls
     WHERE account = {account: UInt32} ORDER BY cityHash64(id) LIMIT 200`,
    { account: made.busyAccount },
  );
  if (found.length === 0) throw new Error('The account has no calls: take more rows.');
  return found;
}

async function bareClient(database: string): Promise<ClickHouseClient> {
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

const { account, keys } = await openBooks();
const endMs = Date.now();
const engine = await openEngine(config.records, { readSeconds: 600 });
const samples = await fill(engine, {
  rows,
  busyAccount: account,
  busyRows: accountRows,
  others: 100,
  firstOther: account + 1,
  endMs,
  days: 90,
});
await engine.close();

const app = await openApp(config, log);
await app.start();
const bare = await bareClient(engine.database);
await mergesSettled();

process.on('message', (message: Bare | 'forget' | 'stop') => {
  void (async () => {
    if (message === 'stop') return stop();
    process.send?.(message === 'forget' ? await forget() : await answer(message));
  })();
});
const ready: Ready = { account, endMs, keys, samples };
process.send?.(ready);

/** Parts of the fill are still being merged when the service starts; what is measured beside that is the fill. */
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

/** Lets the engine forget what it keeps in memory; what the operating system keeps of its files stays. */
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
    await bare.command({ query: `DROP DATABASE ${engine.database} SYNC` });
    await bare.close();
  }
  process.exit(0);
}
