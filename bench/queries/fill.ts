// Fills the tables for bench/queries/filled.ts. The engine itself generates the calls, through the same
// columns and views as records that were sent, so that all tables agree.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openApp } from '../../server/src/app.ts';
import { readConfig, type Config } from '../../server/src/config/index.ts';
import { changeAs } from '../../server/src/core/change/change.ts';
import { sealContent, type AccountKeys } from '../../server/src/core/content/index.ts';
import { chunks } from '../../server/src/lib/chunks.ts';
import { mintKey } from '../../server/src/features/api-keys/index.ts';
import { firstStart } from '../../server/src/features/first-start/index.ts';
import { openEngine, type RecordsEngine } from '../../server/src/store/records/engine/engine.ts';
import type { RecordsStore } from '../../server/src/store/records/index.ts';
import { migrateRecords } from '../../server/src/store/records/migrations/migrate.ts';
import {
  insertMadeCallsSql,
  insertMadeObservationsSql,
  type MadeCalls,
} from '../../server/test/support/made-calls.ts';
import { notesOf, type Filled } from './filled.ts';
import type { Sample } from './questions.ts';

const KEYS = 40;
const PIECE = 1_000_000;
const LOWEST_PRIORITY = 19;
const MERGES_MS = 15 * 60_000;
const LOOK_EVERY_MS = 500;
/** Merging is over when this many checks in a row find no merge. */
const LOOKS = 4;

// Set before the engine starts, because its threads inherit it.
setPriority(LOWEST_PRIORITY);
const began = performance.now();
const [rows = 0, accountRows = 0, others = 1] = process.argv.slice(2).map(Number);
// A quota that the bench cannot reach while it writes.
const config = ownDatabase(
  readConfig({ ...process.env, TRACEWELL_INIT_LIMITS: 'recordsPerMonth=1000000000' }),
);

/** On a server, the bench creates its own database. */
function ownDatabase(read: Config): Config {
  if (read.records.kind === 'embedded') return read;
  const url = new URL(read.records.url);
  url.pathname = `/tracewell_bench_${randomBytes(6).toString('hex')}`;
  return { ...read, records: { kind: 'server', url: url.href } };
}

/** Creates the account and its keys before the records, because the rows contain their numbers. */
async function openBooks(): Promise<{ account: number; keys: string[]; contentKeys: AccountKeys }> {
  const records = { kind: 'server', close: async () => undefined } as unknown as RecordsStore;
  const app = await openApp(config, pino({ level: 'error' }), { records });
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
    if (account === undefined) throw new Error('The account does not exist.');
    const contentKeys = await services.contentKeys.load({ id: first.accountId, number: account });
    return { account, keys, contentKeys };
  } finally {
    await app.stop();
  }
}

async function fill(engine: RecordsEngine, made: MadeCalls): Promise<Sample[]> {
  await migrateRecords(engine);
  for (let from = 0; from < rows; from += PIECE) {
    await engine.command(insertMadeCallsSql(made, from, Math.min(PIECE, rows - from)));
  }
  await engine.command(insertMadeObservationsSql(made));
  const found = await engine.query<Sample>(
    `SELECT id, trace_id AS traceId, session_id AS sessionId, user_id AS userId FROM calls
     WHERE account = {account: UInt32} ORDER BY cityHash64(id) LIMIT 200`,
    { account: made.busyAccount },
  );
  if (found.length === 0) throw new Error('The account has no calls. Use more rows.');
  return found;
}

const SAID = 400;
const SAID_AT_ONCE = 50;
const TURN = 'The quick brown fox asks where its order is, and what it has to do to get another one. '.repeat(
  4,
);

/**
 * Adds content to the newest calls of the account: a conversation of 12 kB, which agents send again with each
 * call.
 */
async function addContent(engine: RecordsEngine, number: number, contentKeys: AccountKeys): Promise<void> {
  const of = { account: number };
  const newest = await engine.query<{ id: string; ms: string }>(
    `SELECT id, toUnixTimestamp64Milli(timestamp) AS ms FROM calls WHERE account = {account: UInt32} ORDER BY timestamp DESC, id DESC LIMIT ${SAID}`,
    of,
  );
  const since = Math.min(...newest.map(({ ms }) => Number(ms)));
  await engine.command(
    `ALTER TABLE calls UPDATE has_content = id IN {ids: Array(String)} WHERE account = {account: UInt32} AND timestamp >= fromUnixTimestamp64Milli({since: Int64}) SETTINGS mutations_sync = 1`,
    { ...of, since, ids: newest.map(({ id }) => id) },
  );
  for (const some of chunks(newest, SAID_AT_ONCE)) {
    const input = Array.from({ length: 36 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${at} ${TURN}`,
    }));
    const sealed = some.map(({ id }) =>
      sealContent(contentKeys, id, { input, output: [{ role: 'assistant', content: TURN }] }).toString(
        'base64',
      ),
    );
    await engine.command(
      `INSERT INTO call_content (account, id, timestamp, expires_at, sealed)
       SELECT account, id, timestamp, expires_at, base64Decode(transform(id, {ids: Array(String)}, {sealed: Array(String)}, ''))
       FROM calls WHERE account = {account: UInt32} AND id IN {ids: Array(String)}`,
      { ...of, ids: some.map(({ id }) => id), sealed },
    );
  }
}

/** Waits until background merges have ended, so that later measurements see a store at rest. */
async function merged(engine: RecordsEngine): Promise<void> {
  const until = performance.now() + MERGES_MS;
  for (let quiet = 0; quiet < LOOKS && performance.now() < until;) {
    const [found] = await engine.query<{ running: string }>('SELECT count() AS running FROM system.merges');
    quiet = found?.running === '0' ? quiet + 1 : 0;
    await sleep(LOOK_EVERY_MS);
  }
}

const { account, keys, contentKeys } = await openBooks();
const endMs = Date.now();
const engine = await openEngine(config.records, { readSeconds: 600 });
const samples = await fill(engine, {
  rows,
  busyAccount: account,
  busyRows: accountRows,
  others,
  firstOther: account + 1,
  endMs,
  days: 90,
});
await addContent(engine, account, contentKeys);
await merged(engine);
const [size] = await engine.query<{ bytes: string }>(
  'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
);
await engine.close();
const notes: Filled = {
  account,
  endMs,
  keys,
  samples,
  diskBytes: Number(size?.bytes ?? 0),
  seconds: (performance.now() - began) / 1_000,
  recordsUrl: config.records.kind === 'server' ? config.records.url : null,
};
writeFileSync(notesOf(config.dataDir), JSON.stringify(notes));
process.exit(0);
