// The records store: calls and observations, in ClickHouse inside this process or on a server. This is its public face; the
// SQL behind it is one file per question.
import path from 'node:path';
import type { EmbeddedRecords, RecordsConfig } from '#config';
import { systemClock, type Clock } from '#lib/clock';
import { openEngine, type EngineOptions, type RecordsEngine } from './engine/engine.ts';
import { migrate } from './migrations/migrate.ts';
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

export { translateRecords } from './engine/errors.ts';
export { EXPORTS_AT_ONCE } from './engine/settings.ts';
export type * from './changes/cost-change.ts';
export type { ArrivalCount } from './questions/all-accounts/guardian-arrivals.ts';
export type { WindowSums, WindowWant } from './questions/all-accounts/measure-windows.ts';
export type { CallSpan } from './questions/all-accounts/possible-doubles.ts';
export {
  AXES,
  FACETS,
  METRICS,
  placeOf,
  SCALES,
  SORT_COLUMNS,
  SPREAD_METRICS,
  TIME_AXES,
} from './questions/index.ts';
export type * from './questions/index.ts';
export { MAX_AMOUNT } from './record.ts';
export type * from './record.ts';
export { REWRITABLE } from './changes/rewrite.ts';
export type { EarlierRecord, RewritableTable, Rewrite } from './changes/rewrite.ts';
export type { RecordsStats } from './engine/stats.ts';
export type { RecordsStore } from './store.ts';
export type {
  Charged,
  Completion,
  HeldWork,
  Hold,
  Turn,
  UnfinishedWrite,
  UsageLedger,
  WrittenRecord,
} from './writer/direct/usage-ledger.ts';
export { encodeRecords, type EncodedRecords } from './writer/rows/encode-records.ts';
export type { Cost, StoredContent } from './writer/rows/stored.ts';
export type { Incoming, WriteOutcome, WriteRequest } from './writer/writer.ts';

export interface RecordsOptions extends EngineOptions {
  clock?: Clock;
  /** Needed with a server, where several processes share quotas; without it, records can be read and not written. */
  ledger?: UsageLedger;
  onProblem?: (error: unknown, what: string) => void;
  /** Asks the commonest questions once, beside the rest of a start, so that the first that somebody asks is not the first. */
  warm?: boolean;
}

/** Opens the engine and brings its tables to this version's schema, or refuses with a sentence that says what to do. */
export async function openRecords(
  config: RecordsConfig,
  options: RecordsOptions = {},
): Promise<RecordsStore> {
  if (config.kind === 'embedded') await prepareTables(config);
  const engine = await openEngine(config, options);
  try {
    await migrate(engine);
    const store = createRecordsStore(engine, await openWriter(engine, config, options));
    return options.warm ? warming(store, engine, options) : store;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Beside whatever the caller does next. */
function warming(
  store: RecordsStore,
  engine: RecordsEngine,
  { clock = systemClock, onProblem = () => undefined }: RecordsOptions,
): RecordsStore {
  let closing = false;
  const warm = warmUp(engine, clock.now()).catch((error: unknown) => {
    if (!closing) onProblem(error, 'the engine could not be warmed up');
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

const toBeRead = () => Promise.reject(new Error('This store was opened to be read.'));

const NO_LEDGER: UsageLedger = {
  hold: toBeRead,
  used: toBeRead,
  unfinished: toBeRead,
  whileUnchanged: toBeRead,
};

/** What a crash left in the log is on its way into the tables when this returns: questions wait for it. */
async function openWriter(
  engine: RecordsEngine,
  config: RecordsConfig,
  { clock = systemClock, onProblem = () => undefined, ledger }: RecordsOptions,
): Promise<RecordWriter> {
  if (config.kind === 'server') return openDirectWriter(engine, ledger ?? NO_LEDGER, clock);
  return openEmbeddedWriter(engine, { folder: logFolder(config), clock, onProblem });
}

const logFolder = ({ path: records }: EmbeddedRecords): string => path.join(path.dirname(records), 'log');

/** What a power cut left of deduplication tokens goes before the engine reads them (log/repair.ts). */
async function prepareTables(config: EmbeddedRecords): Promise<void> {
  // A damaged one is refused, with a sentence, when the log is opened.
  const checkpoint = await readCheckpoint(logFolder(config), DISK).catch(() => null);
  if (powerWasCut(checkpoint, bootOf(path.dirname(config.path)))) await forgetTokens(config.path);
}
