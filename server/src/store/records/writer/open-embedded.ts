// Opens the writer of the in-process engine. What a crash left in the log is known by its ids and counted, and loaded beside the
// work; so are the ids that are stored learned.
import type { Clock } from '#lib/clock';
import type { RecordsEngine } from '../engine.ts';
import { KnownIds } from './dedup/known-ids.ts';
import { EmbeddedWriter } from './embedded-writer.ts';
import { loadSegments, waitingRows } from './log/load.ts';
import { GroupCommitLog } from './log/log.ts';
import { numberOf } from './log/recover.ts';
import { askTables, countArrivedSince, countStoredIds, learnStoredIds } from './stored-ids.ts';
import { MonthlyUsage } from './usage.ts';
import type { RecordWriter } from './writer.ts';

export interface OpenWriterOptions {
  folder: string;
  clock: Clock;
  onProblem: (error: unknown, what: string) => void;
  /** Of a segment of the log. */
  maxRows?: number;
}

const monthStart = (ms: number): number => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
};

export async function openEmbeddedWriter(
  engine: RecordsEngine,
  options: OpenWriterOptions,
): Promise<RecordWriter> {
  const { folder, clock, onProblem } = options;
  const { log, waiting } = await GroupCommitLog.open({
    ...options,
    load: (segments) => loadSegments(engine, folder, segments),
  });
  const since = monthStart(clock.now());
  const counts = new Map(await countArrivedSince(engine, since));
  const found = await waitingRows(engine, folder, waiting, since);
  for (const { account, arrived } of found) counts.set(account, (counts.get(account) ?? 0) + arrived);
  const usage = new MonthlyUsage(clock, counts);
  const stored = await countStoredIds(engine);
  const ids = new KnownIds(stored, stored === 0);
  const writer = new EmbeddedWriter({
    log,
    ids,
    usage,
    askEngine: askTables(engine),
    countArrived: (sinceMs) => countArrivedSince(engine, sinceMs),
  });
  for (const { account, ids, segment } of found) writer.found(account, ids, numberOf(segment));
  log.start();
  const stopping = new AbortController();
  const learning = ids.complete
    ? Promise.resolve()
    : learnStoredIds(engine, ids, stopping.signal).catch((error: unknown) => {
        // Everything is still right without it: each new id is asked about.
        if (!stopping.signal.aborted) onProblem(error, 'the ids that are stored could not be learned');
      });
  return {
    write: (request) => writer.write(request),
    writeEncoded: (request) => writer.writeEncoded(request),
    settle: (account) => writer.settle(account),
    settleAll: () => writer.settleAll(),
    usage: (account) => writer.usage(account),
    reconcile: () => writer.reconcile(),
    completeWrites: () => writer.completeWrites(),
    state: () => writer.state(),
    close: async () => {
      stopping.abort();
      await learning;
      await writer.close();
    },
  };
}
