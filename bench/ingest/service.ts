// The whole service in a separate process, for bench/ingest.ts: real HTTP, keys, redaction, dedup, quota, log
// with fdatasync. With `--without-engine` segments are dropped instead of loaded, for platforms without chDB.
// The figures then do not include the cost of the engine, and the output says so.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { openApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/index.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { firstStart } from '../../server/src/features/first-start/index.ts';
import type { RecordsEngine } from '../../server/src/store/records/engine/engine.ts';
import { createRecordsStore } from '../../server/src/store/records/create-records-store.ts';
import { KnownIds } from '../../server/src/store/records/writer/dedup/known-ids.ts';
import { EmbeddedWriter } from '../../server/src/store/records/writer/embedded-writer.ts';
import { GroupCommitLog } from '../../server/src/store/records/writer/log/log.ts';
import { MonthlyUsage } from '../../server/src/store/records/writer/usage.ts';

const config = readConfig(process.env);
const records = process.argv.includes('--without-engine') ? await withoutEngine() : undefined;
const app = await openApp(config, pino({ level: 'warn' }), records ? { records } : {});
const made = await firstStart(app.services);
if (process.argv.includes('--content') && made) {
  const consent = { kind: 'plaintextStorage', granted: 1, changed_at: 1, changed_by: 'bench' } as const;
  await app.services.metadata.transaction((db) =>
    db
      .insertInto('consents')
      .values({ account_id: made.accountId, ...consent })
      .execute(),
  );
}
await app.start();
process.send?.({ apiKey: made?.apiKey });
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));

async function withoutEngine() {
  const engine: RecordsEngine = {
    kind: 'server',
    database: 'none',
    query: async () => [],
    streamRows: async function* () {},
    streamBytes: async function* () {},
    streamParquet: async function* () {},
    command: async () => undefined,
    insert: async () => undefined,
    insertRows: async () => undefined,
    close: async () => undefined,
  };
  const folder = path.join(config.dataDir, 'log');
  mkdirSync(folder, { recursive: true });
  const { log } = await GroupCommitLog.open({
    folder,
    load: async () => undefined,
    onProblem: (error) => console.error(error),
  });
  const writer = new EmbeddedWriter({
    log,
    ids: new KnownIds(0, true),
    usage: new MonthlyUsage(systemClock, []),
    askEngine: async () => new Set(),
    countArrived: async () => [],
  });
  return createRecordsStore(engine, writer);
}
