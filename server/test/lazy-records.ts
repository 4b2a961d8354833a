// The records store of tests: opened at the first question, once per process, and shared by all its test files.
import { openRecords, type RecordsStore } from '#records';
import { testEngines, testOptions } from './records-engine.ts';

const once = globalThis as { tracewellTestRecords?: Promise<RecordsStore> };

function opened(): Promise<RecordsStore> {
  once.tracewellTestRecords ??= testEngines().then(([engine]) => {
    if (!engine) throw new Error('There is no record engine to test with.');
    return openRecords(engine.config, testOptions());
  });
  return once.tracewellTestRecords;
}

export const lazyRecords = (): RecordsStore => ({
  kind: 'server',
  ping: async () => (await opened()).ping(),
  stats: async () => (await opened()).stats(),
  unpricedModels: async (account, sinceMs) => (await opened()).unpricedModels(account, sinceMs),
  deleteContent: async (account) => (await opened()).deleteContent(account),
  backup: async (folder) => (await opened()).backup(folder),
  restore: async (folder) => (await opened()).restore(folder),
  close: async () => undefined,
});
