// The service in its own process, which tests kill, with a slow engine or the one in
// TRACEWELL_TEST_CLICKHOUSE_URL behind the log and writer of the product. It sends its port and key to its
// parent when it accepts requests.
// node log-service.ts <data folder> <database> [<how it is slow, as JSON>]
import '../../src/config/thread-pool.ts';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openApp } from '#app';
import { readConfig } from '#config';
import { firstStart } from '#features/first-start';
import { systemClock } from '#lib/clock';
import { openEngine, type RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { migrateRecords } from '../../src/store/records/migrations/migrate.ts';
import { createRecordsStore } from '../../src/store/records/create-records-store.ts';
import { openEmbeddedWriter } from '../../src/store/records/writer/open-embedded.ts';

/** The duration of each load, the rows per segment, and the longest wait of a query. */
export interface Slowness {
  loadMs: number;
  maxRows: number;
  patienceMs: number;
}

const [folder = '', database = '', slow = 'null'] = process.argv.slice(2);
const slowness = JSON.parse(slow) as Slowness | null;
const url = process.env['TRACEWELL_TEST_CLICKHOUSE_URL'];
const config = {
  ...readConfig({
    TRACEWELL_DATA_DIR: folder,
    TRACEWELL_GRPC: 'off',
    TRACEWELL_OPERATOR_TOKEN: process.env['TRACEWELL_OPERATOR_TOKEN'],
  }),
  port: 0,
};
const log = pino({ level: 'error' }, process.stderr);

const records = await openOwnRecords();
const app = await openApp(config, log, { records });
const made = await firstStart(app.services);
await app.start();
process.send?.({ port: (app.http.server.address() as AddressInfo).port, apiKey: made?.apiKey });
process.on('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await app.stop();
  // The app closes what it opened.
  await records.close();
  process.exit(0);
}

async function openOwnRecords() {
  const real =
    url === undefined
      ? await openEngine(config.records)
      : await openEngine({ kind: 'server', url }, { database, readSeconds: 300 });
  await migrateRecords(real);
  const engine: RecordsEngine = {
    ...real,
    command: async (sql, params) => {
      if (sql.startsWith('INSERT INTO')) await delay(slowness?.loadMs ?? 0);
      await real.command(sql, params);
    },
  };
  const writer = await openEmbeddedWriter(engine, {
    folder: path.join(folder, 'log'),
    clock: systemClock,
    onProblem: (error, what) => log.error({ err: error }, what),
    ...(slowness ? { maxRows: slowness.maxRows } : {}),
  });
  return createRecordsStore(engine, writer, slowness?.patienceMs ?? 300_000);
}
