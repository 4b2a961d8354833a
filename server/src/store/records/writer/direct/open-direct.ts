// Opens the writer of a ClickHouse server. There is nothing to recover: acknowledged records are on the
// server.
import type { Clock } from '#lib/clock';
import type { RecordsEngine } from '../../engine/engine.ts';
import { askTables, countArrivedSince } from '../stored-ids.ts';
import type { RecordWriter } from '../writer.ts';
import { askStored } from './ask-stored.ts';
import { completeWrites } from './complete-writes.ts';
import { DirectWriter, type DirectWriterOptions } from './direct-writer.ts';
import { insertRecords } from './insert-records.ts';
import { reconcileUsage } from './reconcile-usage.ts';
import type { UsageLedger } from './usage-ledger.ts';

export const openDirectWriter = (
  engine: RecordsEngine,
  ledger: UsageLedger,
  clock: Clock,
  options?: DirectWriterOptions,
): RecordWriter =>
  new DirectWriter(
    {
      ledger,
      ask: askStored(engine),
      askIds: askTables(engine),
      insert: insertRecords(engine),
      complete: completeWrites(engine, ledger),
      reconcile: () => reconcileUsage(ledger, (sinceMs) => countArrivedSince(engine, sinceMs), clock),
    },
    options,
  );
