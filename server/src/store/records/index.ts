// The records store: calls and observations, in ClickHouse inside this process or on a server. This is its public face; the
// SQL behind it is one file per question.
import type { RecordsConfig } from '#config';
import { backupRecords, restoreRecords } from './backup.ts';
import { deleteContent } from './delete-content.ts';
import { openEngine, type EngineOptions, type RecordsEngine } from './engine.ts';
import { migrate } from './migrate.ts';
import { recordsStats, type RecordsStats } from './stats.ts';
import { unpricedModels } from './unpriced-models.ts';

export { translateRecords } from './errors.ts';
export type * from './record.ts';
export type { RecordsStats } from './stats.ts';

export interface RecordsStore {
  readonly kind: RecordsConfig['kind'];
  /** Throws `records_unavailable` when the engine does not answer. */
  ping(): Promise<void>;
  stats(): Promise<RecordsStats>;
  unpricedModels(account: number, sinceMs: number): Promise<string[]>;
  deleteContent(account: number): Promise<void>;
  /** In-process engine only, into a folder that does not exist yet. */
  backup(folder: string): Promise<void>;
  /** In-process engine only, into an empty store. */
  restore(folder: string): Promise<void>;
  /** Finishes what is under way, then lets go of the engine. */
  close(): Promise<void>;
}

/** Opens the engine and brings its tables to this version's schema, or refuses with a sentence that says what to do. */
export async function openRecords(config: RecordsConfig, options: EngineOptions = {}): Promise<RecordsStore> {
  const engine = await openEngine(config, options);
  try {
    await migrate(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return storeOver(engine);
}

const storeOver = (engine: RecordsEngine): RecordsStore => ({
  kind: engine.kind,
  ping: async () => {
    await engine.query('SELECT 1');
  },
  stats: () => recordsStats(engine),
  unpricedModels: (account, sinceMs) => unpricedModels(engine, account, sinceMs),
  deleteContent: (account) => deleteContent(engine, account),
  backup: (folder) => backupRecords(engine, folder),
  restore: (folder) => restoreRecords(engine, folder),
  close: () => engine.close(),
});
