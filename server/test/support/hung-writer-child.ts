// A process that hangs while it holds an account: it prints a line when it holds it, waits, and then
// continues to insert. It prints whether it inserted, and how its request ended.
import { setTimeout } from 'node:timers/promises';
import type { MetadataConfig } from '#config';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { AppError } from '#lib/app-error';
import { systemClock } from '#lib/clock';
import { Metadata } from '#metadata';
import type { RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { DirectWriter } from '../../src/store/records/writer/direct/direct-writer.ts';
import { insertRecords } from '../../src/store/records/writer/direct/insert-records.ts';
import { incomingCall } from './incoming.ts';
import { encodeRecords } from '#records';

const { metadata, account, longestHoldMs } = JSON.parse(process.argv[1] ?? '') as {
  metadata: MetadataConfig;
  account: number;
  longestHoldMs: number;
};
const store = await Metadata.open(metadata);
const say = (word: string) => process.stdout.write(`${word}\n`);
const engine = {
  insertRows: async () => void say('inserted'),
} as Partial<RecordsEngine> as RecordsEngine;
const writer = new DirectWriter(
  {
    ledger: new MetadataLedger(store, systemClock, 2_000, longestHoldMs),
    ask: async () => {
      say('holding');
      await setTimeout(300);
      return new Set();
    },
    askIds: async () => new Set(),
    insert: insertRecords(engine),
    complete: async () => new Map(),
    reconcile: async () => ({ accounts: 0, corrected: [] }),
  },
  { answerMs: 60_000 },
);
try {
  await writer.write({ account, quota: 100, encoded: encodeRecords([incomingCall(account, 'late')]) });
  say('stored');
} catch (error) {
  say(error instanceof AppError ? error.reason : String(error));
}
await store.close();
