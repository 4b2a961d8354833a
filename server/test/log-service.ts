// The service in a process of its own, to be killed: the product as it is where chDB loads; elsewhere the same log and writer in
// front of the engine that TRACEWELL_TEST_CLICKHOUSE_URL names. Tells its parent port and key when it takes requests.
//   node log-service.ts <data folder> <database>
import '../src/config/thread-pool.ts';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { openApp } from '#app';
import { readConfig } from '#config';
import { firstStart } from '#features/first-start';
import { systemClock } from '#lib/clock';
import { openEngine } from '../src/store/records/engine.ts';
import { migrate } from '../src/store/records/migrate.ts';
import { storeOver } from '../src/store/records/store-over.ts';
import { openEmbeddedWriter } from '../src/store/records/writer/open-embedded.ts';

const [folder = '', database = ''] = process.argv.slice(2);
const url = process.env['TRACEWELL_TEST_CLICKHOUSE_URL'];
const config = { ...readConfig({ TRACEWELL_DATA_DIR: folder, TRACEWELL_GRPC: 'off' }), port: 0 };
const log = pino({ level: 'error' }, process.stderr);

const records = url === undefined ? null : await overServer(url);
const app = await openApp(config, log, records ? { records } : {});
const made = await firstStart(app.services);
await app.start();
process.send?.({ port: (app.http.server.address() as AddressInfo).port, apiKey: made?.apiKey });
process.on('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await app.stop();
  // The app closes what it opened.
  await records?.close();
  process.exit(0);
}

async function overServer(engineUrl: string) {
  const engine = await openEngine({ kind: 'server', url: engineUrl }, { database, readSeconds: 300 });
  await migrate(engine);
  const writer = await openEmbeddedWriter(engine, {
    folder: path.join(folder, 'log'),
    clock: systemClock,
    onProblem: (error, what) => log.error({ err: error }, what),
  });
  return storeOver(engine, writer, 300_000);
}
