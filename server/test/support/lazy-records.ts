// The records store of tests: the writer with its log, over an engine that is opened by the first query, once
// per process, and shared by all test files. A test that only sends needs no engine: its records wait in the
// log.
import { systemClock, type Clock } from '#lib/clock';
import type { RecordsStore } from '#records';
import { openEngine, type Params, type RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { migrateRecords } from '../../src/store/records/migrations/migrate.ts';
import { createRecordsStore } from '../../src/store/records/create-records-store.ts';
import { KnownIds } from '../../src/store/records/writer/dedup/known-ids.ts';
import { EmbeddedWriter } from '../../src/store/records/writer/embedded-writer.ts';
import { loadSegments } from '../../src/store/records/writer/log/load.ts';
import { GroupCommitLog } from '../../src/store/records/writer/log/log.ts';
import { askTables, countArrivedSince } from '../../src/store/records/writer/stored-ids.ts';
import { MonthlyUsage } from '../../src/store/records/writer/usage.ts';
import { freshFolder } from './metadata.ts';
import { firstEngine, testOptions } from './records-engine.ts';

const once = globalThis as { tracewellTestEngine?: Promise<RecordsEngine> };

/** The shared engine with its tables, for tests that inspect stored rows. */
export function testEngine(): Promise<RecordsEngine> {
  once.tracewellTestEngine ??= firstEngine().then(async (found) => {
    if (!found) throw new Error('There is no record engine to test with.');
    const engine = await openEngine(found.config, testOptions());
    await migrateRecords(engine);
    return engine;
  });
  return once.tracewellTestEngine;
}

const FILLED = `SELECT DISTINCT table AS name FROM system.parts
  WHERE database = currentDatabase() AND active AND table != 'schema_migrations'`;

/** After a file: otherwise each later change would rewrite its parts too, and the engine would merge them. */
export async function emptyTestEngine(): Promise<void> {
  const engine = await once.tracewellTestEngine;
  if (!engine) return;
  for (const { name } of await engine.query<{ name: string }>(FILLED))
    await engine.command(`TRUNCATE TABLE \`${name}\``);
}

const lazyEngine: RecordsEngine = {
  kind: 'server',
  database: 'opened later',
  query: async (sql, params, asker) => (await testEngine()).query(sql, params, asker),
  streamRows: async function* <Row>(sql: string, params: Params, signal: AbortSignal) {
    yield* (await testEngine()).streamRows<Row>(sql, params, signal);
  },
  streamBytes: async function* (sql, params, format, signal) {
    yield* (await testEngine()).streamBytes(sql, params, format, signal);
  },
  streamParquet: async function* (sql, params, signal) {
    yield* (await testEngine()).streamParquet(sql, params, signal);
  },
  command: async (sql, params) => (await testEngine()).command(sql, params),
  insert: async (table, rows, token) => (await testEngine()).insert(table, rows, token),
  insertRows: async (table, columns, rows, mode) =>
    (await testEngine()).insertRows(table, columns, rows, mode),
  close: async () => undefined,
};

// An emulated engine is slow.
const PATIENCE_MS = 300_000;

// Segments are loaded when a query needs them, and not by age, because most tests never query.
const NEVER_MS = 2 ** 31 - 1;

export const lazyRecords = (clock: Clock = systemClock): Promise<RecordsStore> =>
  loggedRecords(lazyEngine, clock);

/** Over an open engine, with its own log. */
export async function loggedRecords(engine: RecordsEngine, clock: Clock): Promise<RecordsStore> {
  const folder = freshFolder();
  const { log } = await GroupCommitLog.open({
    folder,
    maxAgeMs: NEVER_MS,
    load: (segments) => loadSegments(engine, folder, segments),
    onProblem: (error) => {
      if (process.env['TEST_LOG'] !== undefined) console.error(error);
    },
  });
  const writer = new EmbeddedWriter({
    log,
    ids: new KnownIds(0, true),
    usage: new MonthlyUsage(clock, []),
    askEngine: askTables(engine),
    countArrived: (sinceMs) => countArrivedSince(engine, sinceMs),
  });
  return createRecordsStore(engine, writer, PATIENCE_MS);
}
