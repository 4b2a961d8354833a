// Opens the writer of the in-process engine. Records that a crash left in the log are known by id and counted
// at once, and loaded in the background. Fingerprints of the stored ids are read in the background too.
import path from 'node:path';
import { DAY_MS, utcMonthStart, type Clock } from '#lib/clock';
import type { ServiceWatch } from '#lib/watch';
import type { RecordsEngine } from '../engine/engine.ts';
import { ArrivalCounts } from './arrival-counts.ts';
import { mergeCallsSeldom } from './table-settings.ts';
import { ContentMerges } from './content-merges.ts';
import { KnownIds } from './dedup/known-ids.ts';
import { EmbeddedWriter } from './embedded-writer.ts';
import { bootOf } from './log/boot.ts';
import { loadSegments, waitingRows } from './log/load.ts';
import { GroupCommitLog } from './log/log.ts';
import { numberOf } from './log/recover.ts';
import { repairTables } from './log/repair.ts';
import { RowFiles } from './row-files.ts';
import { arrivedByDay, askTables, countArrivedSince, countStoredIds, learnStoredIds } from './stored-ids.ts';
import { unsyncedLoads } from './unsynced-loads.ts';
import { MonthlyUsage } from './usage.ts';
import type { RecordWriter } from './writer.ts';

interface OpenWriterOptions {
  folder: string;
  clock: Clock;
  onProblem: (error: unknown, what: string) => void;
  watch?: ServiceWatch;
  /** Limit of a segment of the log. */
  maxRows?: number;
  checkpointMs?: number;
  /** Boot id of the machine; tests pass another one. */
  boot?: string | null;
}

export async function openEmbeddedWriter(
  engine: RecordsEngine,
  options: OpenWriterOptions,
): Promise<RecordWriter> {
  const { folder, clock, onProblem } = options;
  const [merges] = await Promise.all([ContentMerges.open(engine, onProblem), mergeCallsSeldom(engine)]);
  const { log, waiting } = await GroupCommitLog.open({
    boot: bootOf(path.dirname(folder)),
    ...options,
    load: async (segments) => {
      await loadSegments(engine, folder, segments);
      if (segments.some(({ rows }) => rows.call_content > 0)) merges.loaded();
    },
    sync: await unsyncedLoads(engine),
    repair: (segments, arrived) => repairTables(engine, folder, segments, arrived),
  });
  const since = utcMonthStart(clock.now());
  const [stored, found, known, files] = await Promise.all([
    arrivedByDay(engine, Math.min(since, clock.now() - DAY_MS)),
    waitingRows(engine, folder, waiting),
    countStoredIds(engine),
    RowFiles.open(`${folder}-reads`),
  ]);
  const counts = new Map<number, number>();
  const count = (account: number, day: string, records: number) => {
    if (Date.parse(`${day}T00:00:00Z`) >= since) counts.set(account, (counts.get(account) ?? 0) + records);
  };
  for (const [account, day, records] of stored) count(account, day, records);
  for (const { account, arrived } of found)
    for (const [day, records] of arrived) count(account, day, records);
  const usage = new MonthlyUsage(clock, counts);
  const ids = new KnownIds(known, known === 0);
  const writer = new EmbeddedWriter({
    log,
    ids,
    usage,
    askEngine: askTables(engine),
    countArrived: (sinceMs) => countArrivedSince(engine, sinceMs),
    arrivals: new ArrivalCounts(stored),
    files,
  });
  for (const { account, ids, segment, arrived } of found)
    writer.found(account, ids, numberOf(segment), arrived);
  log.start();
  const stopping = new AbortController();
  const learning = ids.complete
    ? Promise.resolve()
    : learnStoredIds(engine, ids, stopping.signal).catch((error: unknown) => {
        // Not needed for correctness: without it each new id is looked up.
        if (!stopping.signal.aborted) onProblem(error, 'the stored ids could not be read');
      });
  return {
    write: (request) => writer.write(request),
    stored: (account, ids) => writer.stored(account, ids),
    settle: (account, about) => writer.settle(account, about),
    unloaded: (account, about, reads) => writer.unloaded(account, about, reads),
    settleAll: () => writer.settleAll(),
    checkpoint: () => writer.checkpoint(),
    usage: (account) => writer.usage(account),
    reconcile: () => writer.reconcile(),
    completeWrites: () => writer.completeWrites(),
    state: () => writer.state(),
    close: async () => {
      stopping.abort();
      await learning;
      await writer.close();
      await merges.close();
    },
  };
}
