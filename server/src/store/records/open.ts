// Opens the records store. Apart from the port and the questions (index.ts), so that a feature does not load the
// engines and the writers.
import path from 'node:path';
import type { EmbeddedRecords, RecordsConfig } from '#config';
import { systemClock, type Clock } from '#lib/clock';
import { openEngine, type EngineOptions, type RecordsEngine } from './engine/engine.ts';
import { requireVersion } from './engine/version.ts';
import { migrateRecords, requireRecordsSchema } from './migrations/migrate.ts';
import { noteOwnTables, requireOwnTables } from './migrations/own-tables.ts';
import { createRecordsStore } from './create-records-store.ts';
import type { RecordsStore } from './store.ts';
import { warmUp } from './questions/warm-up.ts';
import { openDirectWriter } from './writer/direct/open-direct.ts';
import type { UsageLedger } from './writer/direct/usage-ledger.ts';
import { bootOf } from './writer/log/boot.ts';
import { powerWasCut, readCheckpoint } from './writer/log/checkpoint.ts';
import { DISK } from './writer/log/file-system.ts';
import { forgetTokens } from './writer/log/repair.ts';
import { openEmbeddedWriter } from './writer/open-embedded.ts';
import type { RecordWriter } from './writer/writer.ts';

interface RecordsOptions extends EngineOptions {
  clock?: Clock;
  /** Needed with a server, where several processes share quotas. Without it, the store is read-only. */
  ledger?: UsageLedger;
  onProblem?: (error: unknown, what: string) => void;
  /**
   * Asks the most common questions once during the start, so that the first user does not wait for a cold
   * engine.
   */
  warm?: boolean;
}

/** Opens the engine and migrates its tables to this version, or throws an error that says what to do. */
export async function openRecords(
  config: RecordsConfig,
  options: RecordsOptions = {},
): Promise<RecordsStore> {
  if (config.kind === 'embedded') await prepareTables(config, options);
  const engine = await openEngine(config, options);
  try {
    if (config.kind === 'server') await requireVersion(engine);
    await (config.migrate === false ? requireRecordsSchema : migrateRecords)(engine);
    const writer = await openWriter(engine, config, options);
    const store = createRecordsStore(engine, writer, undefined, options.watch);
    return options.warm ? warming(store, engine, options) : store;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Runs in the background. */
function warming(
  store: RecordsStore,
  engine: RecordsEngine,
  { clock = systemClock, onProblem = () => undefined }: RecordsOptions,
): RecordsStore {
  let closing = false;
  const warm = warmUp(engine, clock.now()).catch((error: unknown) => {
    if (!closing) onProblem(error, 'the record engine could not be warmed up');
  });
  return {
    ...store,
    close: async () => {
      closing = true;
      await warm;
      await store.close();
    },
  };
}

const readOnly = () => Promise.reject(new Error('This store was opened read-only.'));

const NO_LEDGER: UsageLedger = {
  hold: readOnly,
  used: readOnly,
  unfinished: readOnly,
  whileUnchanged: readOnly,
};

/** When this returns, records that a crash left in the log may still be loading. Questions wait for them. */
async function openWriter(
  engine: RecordsEngine,
  config: RecordsConfig,
  { clock = systemClock, onProblem = () => undefined, ledger, watch }: RecordsOptions,
): Promise<RecordWriter> {
  if (config.kind === 'server') return openDirectWriter(engine, ledger ?? NO_LEDGER, clock);
  return openEmbeddedWriter(engine, { folder: logFolder(config), clock, onProblem, ...(watch && { watch }) });
}

const logFolder = ({ path: records }: EmbeddedRecords): string => path.join(path.dirname(records), 'log');

/** Throws if the records in this folder were made with another schema. Touches nothing. */
export async function requireOwnRecords(config: RecordsConfig): Promise<void> {
  if (config.kind === 'embedded') await requireOwnTables(config.path);
}

/** Removes deduplication tokens that a power cut damaged, before the engine reads them (log/repair.ts). */
async function prepareTables(config: EmbeddedRecords, { database }: EngineOptions): Promise<void> {
  await requireOwnTables(config.path, database);
  await noteOwnTables(config.path);
  // Opening the log reports a damaged checkpoint.
  const checkpoint = await readCheckpoint(logFolder(config), DISK).catch(() => null);
  if (powerWasCut(checkpoint, bootOf(path.dirname(config.path)))) await forgetTokens(config.path);
}
